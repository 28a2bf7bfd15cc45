package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.SendMode;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;

/**
 * A persistent send, with arguments checked and resolved once. A start allocates nothing: a message by reference within
 * the JVM uses this request itself, a message to another process its persistent transfer. Belongs to the thread that
 * drives the endpoint. (MPI 4.1, section 3.9)
 */
final class PersistentSend extends SingleCopySend {
    private final CommContext comm;
    private final ArgumentCheck check;
    private final SendModes modes;
    private final SendMode mode;
    private final OutgoingMessage message;
    private final int destination;
    private final DeclaredMemory memory;
    private final PersistentTransfer transfer; // null to an endpoint of this process

    PersistentSend(CommContext comm, SendModes modes, SendMode mode, OutgoingMessage message, DeclaredMemory memory) {
        super(comm.endpoint().progress(), comm.endpoint().transfers());
        this.comm = comm;
        this.check = new ArgumentCheck(comm);
        this.modes = modes;
        this.mode = mode;
        this.message = message;
        this.destination = message.destination;
        this.memory = memory;
        this.transfer = message.peer.local() == null ? new PersistentTransfer(this) : null;
    }

    @Override
    public void start() {
        checkStartable();
        try {
            comm.begin("start");
            check.alive("start", destination, message.tag);
            check.usable(memory, destination, message.tag);
            memory.restage();
            message.from(memory.filled(), memory.offset(), memory.shape());
            begin();
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw raised(check.unusable("start", destination, message.tag, e));
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    /** Activates the request before the send begins, since another thread may complete it at once. */
    private void begin() {
        activate();
        Request started;
        try {
            started = modes.start(mode, this, transfer, message);
        } catch (RuntimeException | Error e) {
            deactivate();
            throw e;
        }
        if (started == null) {
            completeOwn(destination, message.tag, message.lengthBytes);
        }
    }

    @Override
    public void useMemory(Object given) {
        checkChangeable();
        try {
            MemorySegment segment = check.toRead("useMemory", given, memory.layout(), destination, message.tag);
            memory.use(given, segment, check.length("useMemory", segment, memory.layout(), destination, message.tag));
        } catch (SennitException e) {
            throw comm.raise(e);
        }
    }

    @Override
    public Awaited awaited() {
        boolean waitsForNetwork = transfer != null && !transfer.waitsForReceiver();
        return isComplete() || waitsForNetwork ? null : Awaited.taker(toString(), comm, destination);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return comm.raise(error);
    }

    @Override
    public String toString() {
        return "persistent " + check.describe(mode.blocking(), destination, message.tag) + " length="
                + message.lengthBytes;
    }
}
