package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.internal.shm.mapped.ring.RingReader;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.slf4j.LoggerFactory;

/**
 * The connection to one process of this host: through shared memory where both can map it, else through the connection
 * beneath. The methods of {@link VirtualConnection} and {@link #poll} may be called by any thread.
 *
 * <p>Upcalls, callbacks and changes of state happen with the hold: whoever finds work tries to take it, and who fails has
 * said before what is wanted, so that the holder looks again before it goes. Nobody waits for the hold.
 *
 * <p>A packet that fits a record goes straight into the ring, by its own thread. The pair's memory lives as long as
 * anybody can reach it, so a thread that still sees the pair of yesterday writes into a ring that is kept for its queue: it
 * is turned away and comes here again.
 */
final class MappedConnection implements VirtualConnection, RingReader.Handler, ControlReader.Target {
    /** Where the messages go. */
    private enum State {
        /** Nowhere: the next send asks for memory. */
        IDLE,
        /** Memory has been asked for or offered. */
        ASKING,
        /** Through the rings. */
        READY,
        /** Through the connection beneath. */
        PASSING
    }

    private static final MemorySegment BELL = ControlPacket.RING_BELL.header();

    private final MappedModule module;
    private final VirtualConnection inner;
    private final ControlReader reader = new ControlReader(this); // used with the upcalls of the connection beneath
    private final OutQueue queue = new OutQueue(this);
    // Any thread adds, and then wants the hold, a volatile store; the holder clears that wish before it looks here.
    private final Queue<ControlPacket> controls = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final PairNegotiation negotiation = new PairNegotiation(this);
    private volatile Object attachment;

    private final Hold hold;

    // What other threads have to tell the holder: stored before the hold is wanted, taken by the holder.
    private volatile Throwable lost;
    private volatile Throwable
            givenUp; // like lost, where it is this side that gives the connection up: the peer is told
    private volatile Throwable askingFailure;
    private volatile boolean isInnerTerminated;
    private volatile boolean isPassedTo;

    // Volatile store with the hold, after everything in the pair has been made; null: no ring. Read by every sender.
    private volatile MappedPair pair;

    private final MappedTransfer large = new MappedTransfer(this);
    private volatile State state; // written with the hold, and by whoever destroys an idle connection
    private volatile boolean isDestroyed;

    // Guarded by the hold.
    private boolean isCloseSent;
    private boolean isCloseReceived;
    private boolean isDead; // it has been reported, and the peer has not come again

    MappedConnection(MappedModule module, VirtualConnection inner) {
        this.module = module;
        this.hold = new Hold(module.setup().context(), this::work);
        this.inner = inner;
        this.state = State.IDLE;
    }

    MappedModule module() {
        return module;
    }

    VirtualConnection inner() {
        return inner;
    }

    MappedPair pair() {
        return pair;
    }

    // ---- the virtual connection ----

    @Override
    public int process() {
        return inner.process();
    }

    @Override
    public VirtualConnection lane(int endpoint, int peerEndpoint) {
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
        return state == State.PASSING ? inner.eagerLimitBytes() : module.eagerLimitBytes();
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return pair == null ? null : large;
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        MappedPair ready = pair;
        if (ready != null) {
            if (header.byteSize() + payload.byteSize() <= ready.maxRecordBytes
                    && ready.out.send(header, payload) >= 0) {
                ringIfAsleep(ready, PacketDescriptor.destinationEndpoint(header));
                return null;
            }
        } else if (state == State.PASSING && !queue.isPending()) {
            return inner.startMessage(header, payload);
        }
        NetworkSend operation = QueuedSend.message();
        operation.stage(header, payload);
        submit(operation);
        return operation.isDone() && operation.failure() == null ? null : operation;
    }

    @Override
    public NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        boolean isPassing = pair == null && state == State.PASSING && !queue.isPending();
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
        wantAndServe();
    }

    @Override
    public void terminate() {
        queue.addEnd();
        want(); // not here: the upcall never runs during this call
        module.wakeSleepers();
    }

    @Override
    public void destroy() {
        if ((state != State.IDLE && state != State.PASSING) || !queue.isEmpty()) {
            throw new IllegalStateException("the connection is in use, process=" + process());
        }
        isDestroyed = true;
        state = State.IDLE; // nothing is passed on any more
        module.forget(this);
        try {
            inner.destroy();
        } catch (IllegalStateException inUse) { // it has brought the two together
            inner.terminate();
        }
    }

    // ---- bells ----

    /** Wakes the peer if whom a packet is for sleeps. Any thread, after the packet has been published. */
    void ringIfAsleep(MappedPair ready, int endpoint) {
        if (ready.peer.sleeps(endpoint)) {
            ring(ready);
        }
    }

    /** Wakes an endpoint of the peer, if it sleeps, since memory of a pair outside its ring has changed. Any thread. */
    void ringForMemory(MappedPair changed, int endpoint) {
        VarHandle.fullFence(); // what was written, before the sleepers are read; pairs with SleepSlots.enter
        if (changed.peer.sleeps(endpoint)) {
            inner.startMessage(new ControlPacket(ControlPacket.BELL, endpoint + 1L, "").header(), MemorySegment.NULL);
        }
    }

    private void ring(MappedPair ready) {
        if (ready.out.takeBell()) {
            inner.startMessage(BELL, MemorySegment.NULL);
        }
    }

    // ---- the hold ----

    /** Says that the holder is to look. Any thread. */
    void want() {
        hold.want();
    }

    /** Whether a thread that has said that it will sleep must not. */
    boolean keepsAwake() {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && ready.in.isClaimed());
    }

    /** Whether there is something to do at once. Any thread. */
    boolean hasWork() {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && ready.in.isReadable());
    }

    /** Does what there is to do, if nobody else is at it. Any thread. */
    int poll(int workLimit) {
        MappedPair ready = pair;
        return hold.isWanted() || (ready != null && (ready.in.isReadable() || queue.isPending()))
                ? hold.serve(workLimit)
                : 0;
    }

    @Override
    public void execute(Runnable task) {
        module.checkOpen();
        if (state == State.PASSING) {
            inner.execute(task); // whose loop the upcalls have
        } else {
            tasks.add(task);
            wantAndServe();
        }
    }

    private int runTasks() {
        int done = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            done++;
            if (state == State.PASSING) {
                inner.execute(task);
            } else {
                task.run();
            }
        }
        return done;
    }

    private void wantAndServe() {
        hold.want();
        hold.serve(Integer.MAX_VALUE);
    }

    /** Whether this thread is inside an upcall or a callback of this connection. */
    boolean isHeldByMe() {
        return hold.isMine();
    }

    private int work(int workLimit) {
        int done = 0;
        MappedPair ready = pair;
        if (ready != null) {
            done += read(ready, workLimit);
        }
        done += runTasks();
        for (ControlPacket packet = controls.poll(); packet != null; packet = controls.poll()) {
            done++;
            takeControl(packet);
        }
        if (isPassedTo) {
            isPassedTo = false;
            if (state == State.IDLE || state == State.ASKING) {
                negotiation.reset();
                state = State.PASSING;
                isDead = false;
                module.stateChanged();
            }
        }
        return done + takeTidings() + move();
    }

    private void takeControl(ControlPacket packet) {
        try {
            negotiation.take(packet);
        } catch (RuntimeException e) { // the thread that happens to be here is not to blame
            giveUp(e);
        }
    }

    private int takeTidings() {
        int done = 0;
        Throwable cause = lost;
        if (cause != null) {
            lost = null;
            done++;
            readRest();
            broke(cause, !isDead);
            isDead = true;
        }
        cause = givenUp;
        if (cause != null) {
            givenUp = null;
            done++;
            giveUp(cause);
        }
        Throwable notAsked = askingFailure;
        if (notAsked != null) {
            askingFailure = null;
            done++;
            broke(notAsked, false);
        }
        if (isInnerTerminated) {
            isInnerTerminated = false;
            done++;
            innerEnded();
        }
        return done;
    }

    private int read(MappedPair ready, int workLimit) {
        int done;
        try {
            done = ready.in.read(this, workLimit);
        } catch (Throwable e) {
            giveUp(e);
            return 1;
        }
        if (ready.in.tellHead()) {
            ring(ready);
        }
        if (done == workLimit) {
            want();
        }
        endIfClosed();
        return done;
    }

    private void giveUp(Throwable cause) {
        boolean isKnown = state == State.READY;
        broke(cause, true);
        if (isKnown) {
            negotiation.send(new ControlPacket(ControlPacket.BROKEN, 0, String.valueOf(cause.getMessage())));
        }
    }

    /** What the peer sent before it was lost has arrived. */
    private void readRest() {
        MappedPair ready = pair;
        try {
            while (ready != null && ready == pair && ready.in.read(this, Integer.MAX_VALUE) > 0) {
                endIfClosed();
            }
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(MappedConnection.class)
                    .debug("the rest of a lost connection cannot be read, process={}", process(), e);
        }
    }

    // ---- sending, with the hold ----

    private int move() {
        return switch (state) {
            case READY -> isCloseSent ? 0 : queue.move(pair);
            case PASSING -> passQueue();
            case IDLE -> start();
            case ASKING -> 0;
        };
    }

    private int start() {
        if (queue.isEmpty()) {
            return 0;
        }
        if (queue.isAtEnd()) {
            queue.removeFirst();
            report(() -> module.upcalls().terminated(this));
            want();
            return 1;
        }
        if (module.isResting() && !queue.hasEnd()) { // what was sent before the rest still goes
            return 0;
        }
        asking();
        negotiation.ask();
        return 1;
    }

    private int passQueue() {
        return queue.passAll(operation -> {
            if (QueuedSend.isEnd(operation)) {
                inner.terminate();
            } else {
                new ForwardedSend(operation, this).start(inner);
            }
        });
    }

    // ---- the negotiation's words, with the hold ----

    /** Whether messages or the negotiation go through the connection beneath. Any thread. */
    boolean needsInner() {
        return state == State.ASKING || state == State.PASSING;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean isAsking() {
        return state == State.ASKING;
    }

    boolean isReady() {
        return state == State.READY;
    }

    boolean isPassing() {
        return state == State.PASSING;
    }

    void asking() {
        state = State.ASKING;
        module.stateChanged();
    }

    /** Both sides have mapped the memory. */
    void ready(MappedPair made) {
        isCloseSent = false;
        isCloseReceived = false;
        isDead = false;
        large.begin(made);
        synchronized (queue) { // whoever adds sees the pair, or this sees what was added
            queue.begin(made);
            pair = made;
        }
        state = State.READY;
        want();
        module.stateChanged();
    }

    /** There is no shared memory with this peer. */
    void passing(String reason) {
        if (state != State.PASSING) {
            passing();
            module.cannotMap(this, reason);
        }
    }

    /** Messages go through the connection beneath from now on. */
    void passing() {
        state = State.PASSING;
        isDead = false;
        want();
        module.stateChanged();
    }

    // ---- what comes out of the ring, with the hold ----

    @Override
    public void packets(ByteBuffer bytes) {
        module.upcalls().handlePacket(this, bytes);
    }

    @Override
    public void aborted() {
        module.upcalls()
                .aborted(
                        this,
                        new SennitException(
                                ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + process()));
    }

    @Override
    public void closed() {
        isCloseReceived = true;
        if (!isCloseSent) {
            queue.addEnd(); // what is pending still goes out
        }
    }

    // ---- what comes from beneath, with the upcalls of the connection there ----

    void fromInner(ByteBuffer fragment) {
        reader.handle(inner, fragment);
    }

    @Override
    public void passed(ByteBuffer bytes) {
        if (state != State.PASSING) {
            // A peer that comes before it is known, and is elsewhere; or one that has ended the pair and cannot make
            // another: what is left in the ring comes before these bytes.
            isPassedTo = true;
            want();
            if (!hold.isMine()) {
                hold.run(() -> work(Integer.MAX_VALUE));
            }
        }
        module.upcalls().handlePacket(this, bytes);
    }

    @Override
    public void control(ControlPacket packet) {
        MappedPair ready = pair;
        if (packet.type() != ControlPacket.BELL) {
            controls.add(packet);
        } else if (packet.number() > 0) {
            module.wakeSleeper((int) (packet.number() - 1));
        } else if (ready != null) {
            ready.in.bellHeard(); // before the ring is read
        }
        wantAndServe();
        if (packet.type() == ControlPacket.BELL && keepsAwake()) {
            // A record before the one that was rung for is still being written, or somebody else is reading.
            // Who leads for virtual threads does not ask keepsAwake: each sleeper looks for itself.
            module.wakeSleepers();
        }
    }

    void innerAborted(Throwable cause) {
        if (state == State.PASSING) {
            module.upcalls().aborted(this, cause);
        }
        reader.reset(cause);
    }

    void innerTerminated() {
        reader.reset(new SennitException(ErrorClass.NETWORK, "the connection has ended, process=" + process()));
        isInnerTerminated = true;
        wantAndServe();
    }

    void innerFailed(Throwable cause) {
        reader.reset(cause);
        lost(cause);
    }

    /** This side gives the connection up. Any thread. */
    void giveUpLater(Throwable cause) {
        givenUp = cause;
        wantAndServe();
    }

    /** The peer is lost. Any thread. */
    void lost(Throwable cause) {
        lost = cause;
        wantAndServe();
    }

    /** A packet of the negotiation could not be sent: the connection beneath has said why, or will. Any thread. */
    void askingFailed(Throwable cause) {
        askingFailure = cause;
        wantAndServe();
    }

    // ---- ending, with the hold ----

    void closeSent() {
        isCloseSent = true;
        endIfClosed();
    }

    private void endIfClosed() {
        if (isCloseSent && isCloseReceived && state == State.READY) {
            forgetPair();
            report(() -> module.upcalls().terminated(this));
            negotiation.goOn();
            want();
        }
    }

    private void forgetPair() {
        MappedPair old = pair;
        synchronized (queue) {
            if (old != null) {
                old.out.keepForQueue(); // who still has it is turned away
            }
            pair = null;
            queue.end();
        }
        state = State.IDLE;
        isCloseSent = false;
        isCloseReceived = false;
        module.stateChanged();
    }

    private void innerEnded() {
        if (state == State.PASSING) {
            state = State.IDLE;
            report(() -> module.upcalls().terminated(this));
        } else if (state == State.READY) {
            readRest();
            if (state == State.READY && (queue.isEmpty() || queue.isAtEnd())) { // it is gone and cannot answer
                if (queue.isAtEnd()) {
                    queue.removeFirst();
                }
                negotiation.reset(); // an early offer came by the connection that has ended
                forgetPair();
                report(() -> module.upcalls().terminated(this));
            } else if (state == State.READY) {
                broke(new SennitException(ErrorClass.NETWORK, "the peer has left, process=" + process()), true);
            }
        } else if (state == State.ASKING) { // what was asked may be lost
            negotiation.reset();
            state = State.IDLE;
        }
        want();
    }

    /** Everything that is pending fails. */
    void broke(Throwable cause, boolean isReported) {
        Throwable exact = cause instanceof SennitException
                ? cause
                : new SennitException(
                        ErrorClass.NETWORK,
                        "connection broken, process=" + process() + ": " + cause.getMessage(),
                        cause);
        SendQueue pending = queue.takeAll();
        forgetPair();
        negotiation.reset();
        while (!pending.isEmpty()) {
            NetworkSend operation = pending.removeFirst();
            if (!QueuedSend.isEnd(operation)) {
                operation.fail(this, exact);
            }
        }
        if (isReported) {
            report(() -> module.upcalls().failed(this, exact));
        }
    }

    private void report(Runnable upcall) {
        try {
            upcall.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(MappedConnection.class).error("an upcall failed, process={}", process(), e);
        }
    }

    // ---- the module's end ----

    /** Whether everything has gone and nothing is open. Any thread. */
    boolean isAtRest() {
        boolean isIdle = state == State.IDLE || state == State.PASSING;
        return isIdle && (module.isResting() ? !queue.hasEnd() : queue.isEmpty());
    }

    /** Whether nothing would be lost if this process ended now. Any thread. */
    boolean isFlushed() {
        return queue.isEmpty();
    }

    /** The module's rest is over. Any thread. */
    void resume() {
        wantAndServe();
    }

    /** The module is closed: what is still pending fails, and nobody is told. */
    void closeNow(Throwable cause) {
        hold.run(() -> {
            if (state != State.PASSING) {
                broke(cause, false);
            }
        });
    }

    @Override
    public String toString() {
        return "MappedConnection[process=" + process() + ", state=" + state + "]";
    }
}
