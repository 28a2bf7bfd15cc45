package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;

/**
 * A send that may be started again and again, with arguments that were checked and resolved once. Inside a JVM a start
 * allocates nothing: a message that goes by reference uses this very request. To another process each start has a
 * request of its own behind this one. Belongs to the thread that drives the endpoint. (MPI 4.1, section 3.9)
 */
final class PersistentSend extends SingleCopySend {
    private final CommContext comm;
    private final ArgumentCheck check;
    private final SendModes modes;
    private final SendMode mode;
    private final OutgoingMessage message;
    private final int destination;
    private final MemorySegment memory;
    private final long offset;
    private final DataLayout layout;
    private final boolean[] values; // null unless the memory is one
    private boolean isFreed;
    private Request behind; // of the last start; null where that is this one, or was complete at once

    PersistentSend(
            CommContext comm,
            SendModes modes,
            SendMode mode,
            OutgoingMessage message,
            Object given,
            DataLayout layout) {
        super(comm.endpoint().progress(), comm.endpoint().transfers());
        this.comm = comm;
        this.check = new ArgumentCheck(comm);
        this.modes = modes;
        this.mode = mode;
        this.message = message;
        this.destination = message.destination;
        this.memory = message.memory;
        this.offset = layout.offsetBytes();
        this.layout = layout.orNullIfContiguous();
        this.values = given instanceof boolean[] array ? array : null;
    }

    @Override
    public void start() {
        checkStartable(isFreed);
        try {
            comm.checkOpen("start");
            check.alive("start", destination, message.tag);
            check.usable("start", memory, destination, message.tag);
            if (values != null) {
                MemoryViews.restage(values, memory);
            }
            begin(modes.start(mode, this, message.from(memory, offset, layout)));
        } catch (IllegalStateException | WrongThreadException e) {
            throw raised(check.unusable("start", destination, message.tag, e));
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    private void begin(Request started) {
        behind = started == this ? null : started;
        if (started == this) {
            return;
        }
        activate();
        if (started == null) {
            completeOwn(destination, message.tag, message.lengthBytes);
        } else {
            started.whenComplete(() -> completeLike(started));
        }
    }

    @Override
    public void free() {
        isFreed = true;
        super.free();
    }

    @Override
    public Awaited awaited() {
        return behind == null ? super.awaited() : behind.awaited();
    }

    @Override
    public String toString() {
        return "persistent " + check.describe(mode.blocking(), destination, message.tag) + " length="
                + message.lengthBytes;
    }
}
