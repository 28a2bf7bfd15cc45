package org.sennit.ownership;

import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/** A persistent give, started with another buffer each time. Belongs to the thread that drives the endpoint. */
public final class PersistentGive extends Request {
    private final Handover handover;
    private final OwnershipMessages ownership;
    private final int destination;
    private final int tag;
    private Request behind; // the request of the last start; null when that was complete at once

    PersistentGive(Handover handover, OwnershipMessages ownership, Progress progress, int destination, int tag) {
        super(progress);
        this.handover = handover;
        this.ownership = ownership;
        this.destination = destination;
        this.tag = tag;
    }

    /**
     * Gives a buffer away.
     *
     * @param buffer the caller's; not any more after the call, but after an error of the arguments
     * @throws SennitException REQUEST when the request is active or has been freed; as {@link Handover#give}; final
     */
    public void start(@Consumes OwnedBuffer buffer) {
        checkStartable();
        long length = buffer == null ? 0 : buffer.lengthPlain(); // startGive reports null
        Request started = handover.startGive(buffer, "start", destination, tag);
        behind = started;
        activate();
        if (started == null) {
            completeOwn(destination, tag, length);
        } else {
            started.whenComplete(() -> completeLike(started));
        }
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ownership.raised(error);
    }

    @Override
    public Awaited awaited() {
        return behind == null ? null : behind.awaited();
    }

    @Override
    public String toString() {
        return "persistent " + ownership.describe("give", destination, tag);
    }
}
