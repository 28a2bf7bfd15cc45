package org.sennit.internal.shm.mapped;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.slf4j.LoggerFactory;

/**
 * The work on a mapped connection: reads its ring, moves what is to be sent, and brings tasks and events of other
 * threads to the {@link PairStates}.
 *
 * <p>Upcalls, callbacks and changes of state happen with the hold: a thread that finds work tries to take
 * it, and one that fails has said before what is wanted, so that the holder looks again before it leaves.
 * No thread waits for the hold.
 */
final class PairService {
    private final MappedConnection connection;
    private final MappedHost module;
    private final VirtualConnection inner;
    private final OutQueue queue;
    private final PairStates states;
    private final PairNegotiation negotiation;
    private final RingUpcalls records;
    private final Hold hold;

    // Any thread adds, and then wants the hold, a volatile store; the holder clears that wish before it looks here.
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    // As tasks. What the underlying connection has reported, in the order of its upcalls: an offer behind a loss is of
    // the next connection, one before it has been lost with this one.
    private final Queue<Runnable> fromBeneath = new ConcurrentLinkedQueue<>();

    // Events from other threads for the holder: stored before the hold is wanted, taken by the holder.
    private volatile Throwable givenUp; // this side gives the connection up and notifies the peer
    private volatile Throwable askingFailure;

    // Volatile store by any thread, after the connection has been entered among those that are polled; read by each
    // wish.
    private volatile boolean isUsed;

    PairService(MappedConnection connection) {
        this.connection = connection;
        this.module = connection.module();
        this.inner = connection.inner();
        this.queue = connection.queue();
        this.hold = new Hold(module.setup().context(), this::work);
        this.states = new PairStates(connection, this);
        this.negotiation = states.negotiation();
        this.records = states.records();
    }

    /** Returns the states of the connection. */
    PairStates states() {
        return states;
    }

    /** Says that the holder is to look. Any thread. */
    void want() {
        hold.want();
        if (!isUsed) {
            module.use(connection); // after the wish, before the caller wakes any thread
            isUsed = true;
        }
    }

    void wantAndServe() {
        want();
        hold.serve(Integer.MAX_VALUE);
    }

    /** Returns the right to work on the connection. */
    Hold hold() {
        return hold;
    }

    /** Returns whether this thread is inside an upcall or a callback of this connection. */
    boolean isHeldByMe() {
        return hold.isMine();
    }

    /** Runs a task with the upcalls. Any thread. */
    void execute(Runnable task) {
        if (states.isPassing()) {
            inner.require(StackableConnection.class).execute(task); // whose loop the upcalls have
        } else {
            tasks.add(task);
            wantAndServe();
        }
    }

    /** Adds a packet of the peer's module. Any thread, which then serves. */
    void add(ControlPacket packet) {
        fromBeneath.add(() -> takeControl(packet));
    }

    /** Gives the connection up. Any thread. */
    void giveUpLater(Throwable cause) {
        givenUp = cause;
        wantAndServe();
    }

    /** Called when the peer is lost. Any thread. */
    void lost(Throwable cause) {
        fromBeneath.add(() -> {
            readRest();
            states.lost(cause);
        });
        wantAndServe();
    }

    /** Called when the underlying connection has ended. Any thread. */
    void innerTerminated() {
        fromBeneath.add(states::innerEnded);
        wantAndServe();
    }

    /**
     * Called when a packet of the negotiation could not be sent: the underlying connection has said why, or will. Any
     * thread.
     */
    void askingFailed(Throwable cause) {
        askingFailure = cause;
        wantAndServe();
    }

    /** Called when bytes of the device have arrived over the underlying connection; by its upcalls. */
    void passedTo() {
        if (!states.isPassing()) {
            // A peer that comes before it is known, and is elsewhere; or one that has ended the pair and cannot make
            // another: what is left in the ring comes before these bytes.
            fromBeneath.add(states::peerPasses);
            want();
            if (!hold.isMine()) {
                hold.run(() -> work(Integer.MAX_VALUE, true)); // here, before this thread goes on
            }
        }
    }

    /** Fails what is pending, without an upcall, because the module is closed. */
    void closeNow(Throwable cause) {
        hold.runAlone(() -> {
            if (!states.isPassing()) {
                states.broke(cause, false);
            }
        });
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
        for (Runnable heard = fromBeneath.poll(); heard != null; heard = fromBeneath.poll()) {
            done++;
            heard.run();
        }
        return done + handleEnds() + move();
    }

    private int runTasks() {
        int done = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            done++;
            if (states.isPassing()) {
                inner.require(StackableConnection.class).execute(task);
            } else {
                task.run();
            }
        }
        return done;
    }

    private void takeControl(ControlPacket packet) {
        try {
            negotiation.take(packet);
        } catch (RuntimeException e) { // the thread that happens to be here is not to blame
            states.giveUp(e);
        }
    }

    private int handleEnds() {
        int done = 0;
        Throwable cause = givenUp;
        if (cause != null) {
            givenUp = null;
            done++;
            states.giveUp(cause);
        }
        Throwable notAsked = askingFailure;
        if (notAsked != null) {
            askingFailure = null;
            done++;
            states.broke(notAsked, false);
        }
        return done;
    }

    private int read(MappedPair ready, int workLimit) {
        int done;
        try {
            records.begin();
            done = ready.in.read(records, workLimit);
        } catch (Throwable e) {
            states.giveUp(e);
            return 1;
        }
        if (ready.in.tellHead()) {
            connection.ring(ready);
        }
        states.endIfClosed(); // records beyond the limit: the next poll sees them, and no thread sleeps before
        return done;
    }

    /** Reads what the peer sent before it was lost. */
    void readRest() {
        MappedPair ready = connection.pair();
        try {
            records.begin();
            while (ready != null && ready == connection.pair() && ready.in.read(records, Integer.MAX_VALUE) > 0) {
                states.endIfClosed();
            }
        } catch (Throwable e) { // whatever it is, the loss is still to be reported
            LoggerFactory.getLogger(PairService.class)
                    .debug("the rest of a lost connection cannot be read, process={}", connection.process(), e);
        }
    }

    private int move() {
        return switch (states.state()) {
            case READY -> states.isCloseSent() ? 0 : queue.move(connection.pair());
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
            states.terminated();
            want();
            return 1;
        }
        if (module.isResting() && !queue.hasEnd()) { // what was sent before the rest still goes
            return 0;
        }
        states.asking();
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
}
