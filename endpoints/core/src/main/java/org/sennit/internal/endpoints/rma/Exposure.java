package org.sennit.internal.endpoints.rma;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.rma.lock.WindowMessages;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The exposure of a member's memory to a group of origins: between post and wait. Post and complete are messages
 * between the two. Belongs to the thread that drives the endpoint. (MPI 4.1, section 12.5.2)
 */
final class Exposure {
    private final WindowState window;
    private final WindowMessages messages;

    private int[] origins; // null: no exposure is open
    private List<ReceiveRequest> completions; // of those

    Exposure(WindowState window, WindowMessages messages) {
        this.window = window;
        this.messages = messages;
    }

    boolean isOpen() {
        return origins != null;
    }

    /**
     * Exposes the memory, and sends the origins a message, unless they have been promised not to wait for it.
     *
     * @throws SennitException RMA_CONFLICT where the memory is locked; may be retried when it is not
     */
    void open(int[] group, boolean areTold) {
        if (!window.locks().expose()) {
            throw new SennitException(
                    ErrorClass.RMA_CONFLICT,
                    "the caller's memory is locked and cannot be exposed: " + window.describe("post"));
        }
        origins = group;
        completions = new ArrayList<>(group.length);
        for (int origin : group) {
            completions.add(messages.receive(origin, WindowMessages.COMPLETED));
        }
        if (areTold) {
            for (int origin : group) {
                messages.send(origin, WindowMessages.POSTED);
            }
        }
    }

    /**
     * Waits until all origins have completed their accesses, also where one of them has failed, since the others may
     * still access the memory, and what they say would else end the next exposure.
     */
    void await() {
        try {
            messages.awaitAll(completions, origins, window.describe("waitFor") + " origin=");
        } finally {
            conceal();
        }
    }

    /** As {@link #await}, if all origins have completed their accesses; else makes progress and returns false. */
    boolean test() {
        for (ReceiveRequest each : completions) {
            if (!each.isComplete()) {
                window.comm().endpoint().progress().poll();
                if (!each.isComplete()) {
                    window.comm().endpoint().progress().check();
                    return false;
                }
            }
        }
        await();
        return true;
    }

    /** Ends an open exposure without waiting for its origins. */
    void close() {
        if (isOpen()) {
            completions.forEach(messages::withdraw);
            conceal();
        }
    }

    private void conceal() {
        origins = null;
        completions = null;
        window.locks().conceal();
    }
}
