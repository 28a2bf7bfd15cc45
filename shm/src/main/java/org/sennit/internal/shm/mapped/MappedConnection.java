package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.ShortMessageConnection;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VectorConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * The connection to one process of this host: through shared memory where both can map it, else through the connection
 * beneath. The methods of {@link VirtualConnection} and {@link #poll} may be called by any thread.
 *
 * <p>Upcalls, callbacks and changes of state happen with the hold, in {@link PairService}. A packet that fits a record
 * is written to the ring by its sender's thread. The pair's memory stays mapped as long as a thread can reach it; the
 * ring of an ended pair stays reserved for its queue, so a thread that still sees that pair finds no room and submits
 * to the queue.
 */
final class MappedConnection
        implements VirtualConnection,
                ShortMessageConnection,
                VectorConnection,
                StackableConnection,
                TerminableConnection,
                ControlReader.Target {
    private static final MemorySegment BELL = ControlPacket.RING_BELL.header();

    private final MappedHost module;
    private final VirtualConnection inner;
    private final ControlReader reader = new ControlReader(this); // used with the upcalls of the underlying connection
    private final Bells bells = new Bells();
    private final OutQueue queue = new OutQueue(this);
    private final PairService service;
    private final PairStates states;
    private final Hold hold; // of the service
    private volatile Object attachment; // stored by the device in the first upcall; read in upcalls and by its senders

    // Volatile store with the hold, after everything in the pair has been made; null: no ring. Read by every sender.
    private volatile MappedPair pair;

    private final MappedTransfer large = new MappedTransfer(this);
    private final int eagerLimitBytes;
    private volatile boolean isDestroyed; // stored once by destroy; a send that begins afterwards throws

    MappedConnection(MappedHost module, VirtualConnection inner) {
        this.module = module;
        this.inner = inner;
        this.service = new PairService(this);
        this.states = service.states();
        this.hold = service.hold();
        this.eagerLimitBytes = module.eagerLimitBytes();
    }

    MappedHost module() {
        return module;
    }

    VirtualConnection inner() {
        return inner;
    }

    MappedPair pair() {
        return pair;
    }

    OutQueue queue() {
        return queue;
    }

    PairService service() {
        return service;
    }

    PairStates states() {
        return states;
    }

    MappedTransfer large() {
        return large;
    }

    /** Senders see the pair from now on, or none. With the hold. */
    void publish(MappedPair newPair) {
        pair = newPair;
    }

    // ---- the virtual connection ----

    /**
     * Offers only extensions that the underlying connection has too, since all packets may have to go there; short
     * messages are refused then.
     */
    @Override
    public <T> T extension(Class<T> type) {
        boolean isOffered = type == ShortMessageConnection.class || inner.extension(type) != null;
        return isOffered ? VirtualConnection.super.extension(type) : null;
    }

    @Override
    public int process() {
        return inner.process();
    }

    @Override
    public VirtualConnection lane(int endpoint, int peerEndpoint) {
        if (pair != null) { // the peer is on this host
            return this;
        }
        VirtualConnection other =
                inner.lane(endpoint, peerEndpoint); // differs only where the peer is elsewhere after all
        return other == inner ? this : module.connectionOf(other);
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object attachment) {
        this.attachment = attachment;
    }

    @Override
    public int eagerLimitBytes() {
        return states.isPassing() ? inner.eagerLimitBytes() : module.eagerLimitBytes();
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return pair == null ? null : large;
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        return start(null, header, payload);
    }

    @Override
    public NetworkSend startMessage(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        return start(operation, header, payload);
    }

    /**
     * Starts a message; one that has to be queued is queued under the operation, or under a new one if that is null.
     */
    private NetworkSend start(NetworkSend given, MemorySegment header, MemorySegment payload) {
        MappedPair ready = pair;
        if (ready != null) {
            if (header.byteSize() + payload.byteSize() <= ready.maxRecordBytes && isWritten(ready, header, payload)) {
                ringIfAsleep(ready, PacketDescriptor.destinationEndpoint(header));
                return null;
            }
        } else if (states.isPassing() && !queue.isPending()) {
            return given == null ? inner.startMessage(header, payload) : inner.startMessage(given, header, payload);
        }
        NetworkSend operation = given == null ? QueuedSend.message() : given;
        operation.begin();
        operation.stage(header, payload);
        submit(operation);
        return operation.isDone() && operation.failure() == null ? null : operation;
    }

    private static boolean isWritten(MappedPair ready, MemorySegment header, MemorySegment payload) {
        try {
            return ready.out.send(header, payload) >= 0;
        } catch (InternalError e) { // a mapped file was cut short
            throw MemoryLoss.reported(e);
        }
    }

    @Override
    public int shortLimitBytes() {
        MappedPair ready = pair;
        return ready == null ? -1 : Math.min(ready.mostArrayBytes, eagerLimitBytes);
    }

    @Override
    public boolean startShort(
            int contextId,
            long endpoints,
            long sourceAndTag,
            int signature,
            Object array,
            int offset,
            int lengthBytes) {
        MappedPair ready = pair;
        if (ready == null) {
            return false;
        }
        long place;
        try {
            place = ready.out.sendShort(contextId, endpoints, sourceAndTag, signature, array, offset, lengthBytes);
        } catch (InternalError e) { // as in isWritten
            throw MemoryLoss.reported(e);
        }
        if (place < 0) {
            return false;
        }
        ringIfAsleep(ready, (int) endpoints);
        return true;
    }

    @Override
    public boolean startPass(int contextId, long endpoints, long sourceAndTag, long lengthBytes, MemorySegment name) {
        MappedPair ready = pair;
        if (ready == null || ready.out.sendPass(contextId, endpoints, sourceAndTag, lengthBytes, name) < 0) {
            return false;
        }
        ringIfAsleep(ready, (int) endpoints);
        return true;
    }

    @Override
    public NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        boolean isPassing = pair == null && states.isPassing() && !queue.isPending();
        return isPassing ? inner.startBatched(header, payload) : startMessage(header, payload);
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        module.checkOpen();
        operation.begin();
        operation.stage(header, payload);
        submit(operation);
    }

    @Override
    public void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices) {
        module.checkOpen();
        operation.begin();
        operation.stage(header, slices);
        submit(operation);
    }

    private void submit(NetworkSend operation) {
        module.checkOpen();
        if (isDestroyed) {
            throw new SennitException(ErrorClass.NETWORK, "the connection has been destroyed, process=" + process());
        }
        queue.add(operation);
        service.wantAndServe();
    }

    @Override
    public void terminate() {
        queue.addEnd();
        service.want(); // not here: the upcall never runs during this call
        module.wakeSleepers();
    }

    @Override
    public void destroy() {
        if (!states.isIdleOrPassing() || !queue.isEmpty()) {
            throw new IllegalStateException("the connection is in use, process=" + process());
        }
        isDestroyed = true;
        states.destroyed();
        module.forget(this);
        TerminableConnection beneath = inner.require(TerminableConnection.class);
        try {
            beneath.destroy();
        } catch (IllegalStateException inUse) { // it has brought the two together
            beneath.terminate();
        }
    }

    // ---- bells ----

    /** Sends a bell if the endpoint for which a packet is sleeps. Any thread, after the packet was published. */
    void ringIfAsleep(MappedPair ready, int endpoint) {
        if (ready.peer.sleeps(endpoint)) {
            ring(ready);
        }
    }

    /**
     * Wakes an endpoint of the peer, if it sleeps, after a change of the pair's memory outside its ring. Any thread.
     */
    void ringForMemory(MappedPair changed, int endpoint) {
        VarHandle.fullFence(); // what was written, before the sleepers are read; pairs with SleepSlots.enter
        if (changed.peer.sleeps(endpoint)) {
            inner.startMessage(bells.of(endpoint), MemorySegment.NULL);
        }
    }

    void ring(MappedPair ready) {
        if (ready.out.takeBell()) {
            inner.startMessage(BELL, MemorySegment.NULL);
        }
    }

    // ---- work ----

    /** Returns whether a thread that has said that it will sleep must not. */
    boolean keepsAwake() {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && ready.in.isClaimed());
    }

    /** Returns whether there is something to do at once. Any thread. */
    boolean hasWork() {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && ready.in.isReadable());
    }

    /** Makes progress, unless another thread is at it. Any thread. */
    int poll(int workLimit) {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && (ready.in.isReadable() || queue.isPending()))
                ? hold.serve(workLimit)
                : 0;
    }

    @Override
    public void execute(Runnable task) {
        module.checkOpen();
        service.execute(task);
    }

    // ---- what comes from beneath, with the upcalls of the connection there ----

    void fromInner(ByteBuffer fragment) {
        reader.handle(inner, fragment);
    }

    @Override
    public void passed(ByteBuffer bytes) {
        service.passedTo();
        module.upcalls().handlePacket(this, bytes);
    }

    @Override
    public void control(ControlPacket packet) {
        MappedPair ready = pair;
        if (packet.type() != ControlPacket.BELL) {
            service.add(packet);
        } else if (packet.number() > 0) {
            module.wakeSleeper((int) (packet.number() - 1));
        } else if (ready != null) {
            ready.in.bellHeard(); // before the ring is read
        }
        service.wantAndServe();
        if (packet.type() == ControlPacket.BELL && keepsAwake()) {
            // A record before the one that was rung for is still being written, or another thread is reading.
            // The leader for virtual threads does not ask keepsAwake: each sleeper polls for itself.
            module.wakeSleepers();
        }
    }

    void innerAborted(Throwable cause) {
        if (states.isPassing()) {
            module.upcalls().aborted(this, cause);
        }
        reader.reset(cause);
    }

    void innerTerminated() {
        reader.reset(new SennitException(ErrorClass.NETWORK, "the connection has ended, process=" + process()));
        service.innerTerminated();
    }

    void innerFailed(Throwable cause) {
        reader.reset(cause);
        service.lost(cause);
    }

    // ---- the module's end ----

    /** Returns whether everything has gone and nothing is open. Any thread. */
    boolean isAtRest() {
        return states.isIdleOrPassing() && (module.isResting() ? !queue.hasEnd() : queue.isEmpty());
    }

    /** Returns whether nothing would be lost if this process ended now. Any thread. */
    boolean isFlushed() {
        return queue.isEmpty();
    }

    /** Called when the module's rest is over. Any thread. */
    void resume() {
        service.wantAndServe();
    }

    @Override
    public String toString() {
        return "MappedConnection[process=" + process() + ", state=" + states + "]";
    }
}
