package org.sennit.internal.shm.mapped;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.slf4j.LoggerFactory;

/**
 * The states of a mapped connection: nowhere, asking for memory, through the rings, or
 * through the underlying connection.
 *
 * <p>Upcalls, callbacks and changes of state happen with the hold: a thread that finds work tries to take
 * it, and one that fails has said before what is wanted, so that the holder looks again before it leaves.
 * No thread waits for the hold.
 */
final class PairStates {
    /** The path that messages take. */
    private enum State {
        /** Nowhere: the next send asks for memory. */
        IDLE,
        /** Memory has been asked for or offered. */
        ASKING,
        /** Through the rings. */
        READY,
        /** Through the underlying connection. */
        PASSING
    }

    private final MappedConnection connection;
    private final MappedModule module;
    private final VirtualConnection inner;
    private final OutQueue queue;
    private final PairNegotiation negotiation;
    private final RingUpcalls records;
    private final Hold hold;

    // Any thread adds, and then wants the hold, a volatile store; the holder clears that wish before it looks here.
    private final Queue<ControlPacket> controls = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    // Events from other threads for the holder: stored before the hold is wanted, taken by the holder.
    private volatile Throwable lost;
    private volatile Throwable givenUp; // as lost, where this side gives the connection up and notifies the peer
    private volatile Throwable askingFailure;
    private volatile boolean isInnerTerminated;
    private volatile boolean isPassedTo;

    // Volatile store by any thread, after the connection has been entered among those that are polled; read by each
    // wish.
    private volatile boolean isUsed;

    // Written with the hold, and by the thread that destroys an idle connection.
    private volatile State state = State.IDLE;

    // Guarded by the hold.
    private boolean isCloseSent;
    private boolean isCloseReceived;
    private boolean isDead; // it has been reported, and the peer has not come again

    PairStates(MappedConnection connection) {
        this.connection = connection;
        this.module = connection.module();
        this.hold = new Hold(module.setup().context(), this::work);
        this.inner = connection.inner();
        this.records = new RingUpcalls(connection, this);
        this.queue = connection.queue();
        this.negotiation = new PairNegotiation(connection, this);
    }

    /** Says that the holder is to look. Any thread. */
    void want() {
        hold.want();
        if (!isUsed) {
            module.use(connection); // after the wish, before the caller wakes any thread
            isUsed = true;
        }
    }

    /** Returns the right to work on the connection. */
    Hold hold() {
        return hold;
    }

    /** Runs a task with the upcalls. Any thread. */
    void execute(Runnable task) {
        if (state == State.PASSING) {
            inner.require(StackableConnection.class).execute(task); // whose loop the upcalls have
        } else {
            tasks.add(task);
            wantAndServe();
        }
    }

    /** Adds a packet of the peer's module. Any thread, which then serves. */
    void add(ControlPacket packet) {
        controls.add(packet);
    }

    private int runTasks() {
        int done = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            done++;
            if (state == State.PASSING) {
                inner.require(StackableConnection.class).execute(task);
            } else {
                task.run();
            }
        }
        return done;
    }

    void wantAndServe() {
        want();
        hold.serve(Integer.MAX_VALUE);
    }

    /** Returns whether this thread is inside an upcall or a callback of this connection. */
    boolean isHeldByMe() {
        return hold.isMine();
    }

    private int work(int workLimit, boolean isWanted) {
        int done = 0;
        MappedPair ready = connection.pair();
        if (ready != null) {
            done += read(ready, workLimit);
        }
        if (!isWanted && !queue.isPending()) { // what else there may be is wanted before it is done
            return done;
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
        return done + handleLosses() + move();
    }

    private void takeControl(ControlPacket packet) {
        try {
            negotiation.take(packet);
        } catch (RuntimeException e) { // the thread that happens to be here is not to blame
            giveUp(e);
        }
    }

    private int handleLosses() {
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
            done = ready.in.read(records, workLimit);
        } catch (Throwable e) {
            giveUp(e);
            return 1;
        }
        if (ready.in.tellHead()) {
            connection.ring(ready);
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

    /** Reads what the peer sent before it was lost. */
    private void readRest() {
        MappedPair ready = connection.pair();
        try {
            while (ready != null && ready == connection.pair() && ready.in.read(records, Integer.MAX_VALUE) > 0) {
                endIfClosed();
            }
        } catch (RuntimeException e) {
            LoggerFactory.getLogger(PairStates.class)
                    .debug("the rest of a lost connection cannot be read, process={}", connection.process(), e);
        }
    }

    // ---- sending, with the hold ----

    private int move() {
        return switch (state) {
            case READY -> isCloseSent ? 0 : queue.move(connection.pair());
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
            report(() -> module.upcalls().terminated(connection));
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
                inner.require(TerminableConnection.class).terminate();
            } else {
                new ForwardedSend(operation, connection).start(inner);
            }
        });
    }

    // ---- the negotiation's words, with the hold ----

    /** Returns whether messages or the negotiation go through the underlying connection. Any thread. */
    boolean needsInner() {
        return state == State.ASKING || state == State.PASSING;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    boolean isAsking() {
        return state == State.ASKING;
    }

    boolean isIdleOrPassing() {
        State now = state;
        return now == State.IDLE || now == State.PASSING;
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

    /** Called when both sides have mapped the memory. */
    void ready(MappedPair made) {
        isCloseSent = false;
        isCloseReceived = false;
        isDead = false;
        connection.large().begin(made);
        synchronized (queue) { // a sender sees the pair, or this thread sees what the sender added
            queue.begin(made);
            connection.publish(made);
        }
        state = State.READY;
        want();
        module.stateChanged();
    }

    /** Called when there is no shared memory with this peer. */
    void passing(String reason) {
        if (state != State.PASSING) {
            passing();
            module.cannotMap(connection, reason);
        }
    }

    /** Sends messages through the underlying connection from now on. */
    void passing() {
        state = State.PASSING;
        isDead = false;
        want();
        module.stateChanged();
    }

    /** Called when the peer sends nothing more. With the hold. */
    void closeReceived() {
        isCloseReceived = true;
        if (!isCloseSent) {
            queue.addEnd(); // what is pending still goes out
        }
    }

    /** Gives the connection up. Any thread. */
    void giveUpLater(Throwable cause) {
        givenUp = cause;
        wantAndServe();
    }

    /** Called when the peer is lost. Any thread. */
    void lost(Throwable cause) {
        lost = cause;
        wantAndServe();
    }

    /** Called when the underlying connection has ended. Any thread. */
    void innerTerminated() {
        isInnerTerminated = true;
        wantAndServe();
    }

    /** Called when bytes of the device have arrived over the underlying connection; by its upcalls. */
    void passedTo() {
        if (state != State.PASSING) {
            // A peer that comes before it is known, and is elsewhere; or one that has ended the pair and cannot make
            // another: what is left in the ring comes before these bytes.
            isPassedTo = true;
            want();
            if (!hold.isMine()) {
                hold.run(() -> work(Integer.MAX_VALUE, true)); // here, before this thread goes on
            }
        }
    }

    /** Called when the connection is destroyed while it is idle: passes nothing on any more. */
    void destroyed() {
        state = State.IDLE;
    }

    /** Called when a packet of the negotiation could not be sent: the underlying connection has said why, or will. Any thread. */
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
            report(() -> module.upcalls().terminated(connection));
            negotiation.takeEarlyPacket();
            want();
        }
    }

    private void forgetPair() {
        MappedPair old = connection.pair();
        synchronized (queue) {
            if (old != null) {
                old.out.keepForQueue(); // a sender that still has it is told to queue
            }
            connection.publish(null);
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
            report(() -> module.upcalls().terminated(connection));
        } else if (state == State.READY) {
            readRest();
            if (state == State.READY && (queue.isEmpty() || queue.isAtEnd())) { // it is gone and cannot answer
                if (queue.isAtEnd()) {
                    queue.removeFirst();
                }
                negotiation.reset(); // an early offer came by the connection that has ended
                forgetPair();
                report(() -> module.upcalls().terminated(connection));
            } else if (state == State.READY) {
                broke(
                        new SennitException(ErrorClass.NETWORK, "the peer has left, process=" + connection.process()),
                        true);
            }
        } else if (state == State.ASKING) { // what was asked may be lost
            negotiation.reset();
            state = State.IDLE;
        }
        want();
    }

    /** Fails everything that is pending. */
    void broke(Throwable cause, boolean isReported) {
        Throwable exact = cause instanceof SennitException
                ? cause
                : new SennitException(
                        ErrorClass.NETWORK,
                        "connection broken, process=" + connection.process() + ": " + cause.getMessage(),
                        cause);
        SendQueue pending = queue.takeAll();
        forgetPair();
        negotiation.reset();
        while (!pending.isEmpty()) {
            NetworkSend operation = pending.removeFirst();
            if (!QueuedSend.isEnd(operation)) {
                operation.fail(connection, exact);
            }
        }
        if (isReported) {
            report(() -> module.upcalls().failed(connection, exact));
        }
    }

    private void report(Runnable upcall) {
        try {
            upcall.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(PairStates.class).error("an upcall failed, process={}", connection.process(), e);
        }
    }

    /** Fails what is pending, without an upcall, because the module is closed. */
    void closeNow(Throwable cause) {
        hold.runAlone(() -> {
            if (state != State.PASSING) {
                broke(cause, false);
            }
        });
    }

    @Override
    public String toString() {
        return state.toString();
    }
}
