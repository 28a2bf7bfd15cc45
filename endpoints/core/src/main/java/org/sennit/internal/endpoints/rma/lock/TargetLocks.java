package org.sennit.internal.endpoints.rma.lock;

import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * The locks of a window's parts as one endpoint takes them. A lock that is free, or shared while none waits, is one
 * compare-and-set. Otherwise the endpoint waits in a queue, first come, first served as {@link PartLocks} says, in
 * which shared locks next to each other are granted together. The holder that releases a lock stores the next holders
 * in the words, and sends each of them a message. Called by the threads of the endpoint.
 *
 * <pre>
 * state:  bit 31      26   25        24          23                0
 *        +-----------+-----------+-----------+---------------------+
 *        | 0         | WAITING   | EXCLUSIVE | shared holders      |
 *        +-----------+-----------+-----------+---------------------+
 * </pre>
 *
 * Where WAITING is set the state changes under the guard of the queue alone. So the queue is not empty exactly while it
 * is set, and none overtakes those that wait but for a shared lock of an endpoint that holds another one.
 */
public final class TargetLocks implements PartLocks {
    static final int WAITING = 1 << 25;

    private static final int NO_TICKET = -1;
    private static final int TICKETS = 1 << 24; // a power of 2
    private static final int SPINS = 100; // before a yield: rule of thumb, not measured

    private final CommContext comm;
    private final ControlWords words;
    private final WindowMessages messages;
    private final RuntimeContext context;
    private final HeldLocks held;

    // Guarded by guard: the threads of the endpoint.
    private final ThreadsGuard guard;
    private int tickets;
    private boolean isQueued; // the endpoint waits in a queue: it has one place, in the control words, for all queues

    /** Makes the locks of a window for one endpoint. */
    public TargetLocks(CommContext comm, ControlWords words) {
        this.comm = comm;
        this.guard = new ThreadsGuard(comm);
        this.held = new HeldLocks(comm, this, guard);
        this.words = words;
        this.messages = new WindowMessages(comm);
        this.context = comm.endpoint().progress().context();
    }

    @Override
    public boolean isHeld(int target) {
        return held.contains(target);
    }

    @Override
    public void acquire(String operation, int target, int kind) {
        if (!tryAcquire(target, kind)) {
            int ticket = awaitPlace(target, kind);
            if (ticket != NO_TICKET) {
                try {
                    if (!acquireOrQueue(target, kind, ticket)) {
                        awaitGrant(target, kind, ticket);
                    }
                } finally {
                    leavePlace();
                }
            }
        }
        if (words.isExposedVolatile(target)) { // see expose
            release(target, kind);
            throw new SennitException(
                    ErrorClass.RMA_CONFLICT,
                    "the target is exposed by post and cannot be locked: operation=" + operation + " rank="
                            + comm.rank() + " target=" + target + " window=" + comm.name());
        }
        boolean isNew = false;
        try {
            isNew = held.add(target, kind);
        } finally { // also without memory
            if (!isNew) {
                release(target, kind); // another thread of the endpoint has taken it, too
            }
        }
    }

    /**
     * Takes the endpoint's place in queues, and returns a ticket. While another thread of the endpoint waits there the
     * lock is only tried again and again: a thread that waited for the other one could keep the lock from it that the
     * other one's holder waits for.
     *
     * @return {@link #NO_TICKET} when the lock has been taken meanwhile
     */
    private int awaitPlace(int target, int kind) {
        for (int tries = 1; ; tries++) {
            int ticket = tryPlace(kind);
            if (ticket != NO_TICKET || tryAcquire(target, kind) || tryJoin(target, kind)) {
                return ticket;
            }
            pause(tries);
            if (tries % SPINS == 0) {
                comm.endpoint().progress().poll();
            }
        }
    }

    private int tryPlace(int kind) {
        guard.enter();
        try {
            if (isQueued) {
                return NO_TICKET;
            }
            isQueued = true;
            return ticket(++tickets, kind);
        } finally {
            guard.leave();
        }
    }

    /** Returns the ticket of a wait by its number, which overflows. */
    static int ticket(int number, int kind) {
        return (number & TICKETS - 1) << 1 | (kind == EXCLUSIVE ? 1 : 0);
    }

    private void leavePlace() {
        guard.enter();
        isQueued = false;
        guard.leave();
    }

    @Override
    public boolean expose() {
        // Store, then load; a lock is taken by a read-modify-write before this flag is read: one of the two sees the
        // other.
        words.setExposedVolatile(comm.rank(), true);
        if (words.stateVolatile(comm.rank()) == 0) {
            return true;
        }
        words.setExposedVolatile(comm.rank(), false);
        return false;
    }

    @Override
    public void conceal() {
        words.setExposedVolatile(comm.rank(), false);
    }

    private boolean tryAcquire(int target, int kind) {
        for (int state = words.stateVolatile(target); isFree(state, kind); state = words.stateVolatile(target)) {
            if (words.compareAndSetState(target, state, state + kind)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isFree(int state, int kind) {
        return kind == EXCLUSIVE ? state == 0 : (state & (EXCLUSIVE | WAITING)) == 0;
    }

    /**
     * Returns true when the lock has become free meanwhile; else the caller is the last in the queue. Under the guard.
     */
    private boolean acquireOrQueue(int target, int kind, int ticket) {
        guardQueue(target);
        try {
            for (int state = words.stateVolatile(target); (state & WAITING) == 0; state = words.stateVolatile(target)) {
                if (isFree(state, kind)) {
                    if (words.compareAndSetState(target, state, state + kind)) {
                        return true;
                    }
                } else if (words.compareAndSetState(target, state, state | WAITING)) {
                    break;
                }
            }
            if (joins(target, kind)) {
                return true;
            }
            append(target, comm.rank(), ticket);
            return false;
        } finally {
            words.leaveQueueRelease(target);
        }
    }

    /** Takes a shared lock beside others though some wait, where this endpoint holds another lock. */
    private boolean tryJoin(int target, int kind) {
        guardQueue(target);
        try {
            return joins(target, kind);
        } finally {
            words.leaveQueueRelease(target);
        }
    }

    /** The same under the guard. Where none waits others change the state meanwhile: the caller tries again. */
    private boolean joins(int target, int kind) {
        int state = words.stateVolatile(target);
        return kind == SHARED
                && (state & (WAITING | EXCLUSIVE)) == WAITING
                && !held.isEmpty()
                && words.compareAndSetState(target, state, state + SHARED);
    }

    private void append(int target, int rank, int ticket) {
        words.setTicketPlain(rank, ticket);
        words.setNextPlain(rank, -1);
        int last = words.lastPlain(target);
        if (last < 0) {
            words.setFirstPlain(target, rank);
        } else {
            words.setNextPlain(last, rank);
        }
        words.setLastPlain(target, rank);
    }

    private void awaitGrant(int target, int kind, int ticket) {
        ReceiveRequest grant = messages.receive(PointToPoint.ANY_SOURCE, tag(ticket));
        try {
            messages.await(grant, describe(target, kind), () -> words.lostVolatile(target) >= 0);
            if (!grant.isComplete()) {
                throw new SennitException(
                        ErrorClass.PROC_ENDED,
                        "a program has ended without giving the lock back: holder=" + words.lostVolatile(target) + " "
                                + describe(target, kind));
            }
            grant.await(null);
        } catch (Throwable e) { // also what a callback of the program throws while this thread makes progress
            boolean isGranted = !leaveQueue(target);
            messages.withdraw(grant);
            if (isGranted) {
                release(target, kind);
            }
            if (e instanceof SennitException error && error.errorClass() == ErrorClass.PROC_FAILED) {
                throw new SennitException(
                        ErrorClass.PROC_FAILED,
                        "a member has failed: " + describe(target, kind) + " cause=" + e.getMessage(),
                        e);
            }
            throw e;
        }
    }

    private String describe(int target, int kind) {
        return "operation=lock rank=" + comm.rank() + " target=" + target + " kind="
                + (kind == EXCLUSIVE ? "EXCLUSIVE" : "SHARED") + " window=" + comm.name();
    }

    static int tag(int ticket) {
        return WindowMessages.GRANTED + (ticket >> 1);
    }

    private static boolean isExclusive(int ticket) {
        return (ticket & 1) != 0;
    }

    @Override
    public void release(int target) {
        int kind = held.remove(target);
        if (kind != HeldLocks.NOT_HELD) {
            release(target, kind);
        }
    }

    @Override
    public void releaseAll() {
        for (int target = held.latest(); target != HeldLocks.NO_TARGET; target = held.latest()) {
            release(target);
        }
    }

    private void release(int target, int kind) {
        for (int state = words.stateVolatile(target); (state & WAITING) == 0; state = words.stateVolatile(target)) {
            if (words.compareAndSetState(target, state, state - kind)) {
                return;
            }
        }
        passOn(target, kind);
    }

    /** Releases a lock for which others wait, and grants it to the next ones. */
    private void passOn(int target, int kind) {
        List<int[]> granted = new ArrayList<>();
        guardQueue(target);
        try {
            // None waits any more when the last one has withdrawn: then others change the state meanwhile.
            int state;
            do {
                state = words.stateVolatile(target);
            } while ((state & WAITING) == 0 && !words.compareAndSetState(target, state, state - kind));
            if ((state & WAITING) != 0) {
                grant(target, state, state - kind, granted);
            }
        } finally {
            words.leaveQueueRelease(target);
        }
        tell(granted);
    }

    /** Grants what the remaining holders allow. Under the guard, where WAITING is set. */
    private void grant(int target, int seen, int left, List<int[]> granted) {
        int state = left;
        int first = words.firstPlain(target);
        while (first >= 0) {
            int ticket = words.ticketPlain(first);
            int kind = isExclusive(ticket) ? EXCLUSIVE : SHARED;
            if (!isFree(state & ~WAITING, kind)) {
                break;
            }
            state += kind;
            granted.add(new int[] {first, ticket});
            first = words.nextPlain(first);
        }
        words.setFirstPlain(target, first);
        if (first < 0) {
            words.setLastPlain(target, -1);
            state &= ~WAITING;
        }
        if (!words.compareAndSetState(target, seen, state)) {
            throw new SennitException(ErrorClass.INTERN, "the state of a guarded lock has changed: target=" + target);
        }
    }

    private void tell(List<int[]> granted) {
        for (int[] each : granted) {
            messages.send(each[0], tag(each[1]));
        }
    }

    /** Gives up waiting; false when the lock has been granted. */
    private boolean leaveQueue(int target) {
        List<int[]> granted = new ArrayList<>();
        boolean wasQueued;
        guardQueue(target);
        try {
            wasQueued = unlink(target, comm.rank());
            if (wasQueued) {
                int state = words.stateVolatile(target);
                grant(target, state, state, granted); // those behind it may go ahead
            }
        } finally {
            words.leaveQueueRelease(target);
        }
        tell(granted);
        return wasQueued;
    }

    private boolean unlink(int target, int rank) {
        int before = -1;
        int each = words.firstPlain(target);
        while (each >= 0 && each != rank) {
            before = each;
            each = words.nextPlain(each);
        }
        if (each < 0) {
            return false;
        }
        int next = words.nextPlain(rank);
        if (before < 0) {
            words.setFirstPlain(target, next);
        } else {
            words.setNextPlain(before, next);
        }
        if (next < 0) {
            words.setLastPlain(target, before);
        }
        return true;
    }

    private void guardQueue(int target) {
        for (int tries = 1; !words.tryGuardQueue(target); tries++) {
            pause(tries);
        }
    }

    @Override
    public void guardUpdate(int target) {
        for (int tries = 1; !words.tryGuardUpdate(target); tries++) {
            pause(tries);
        }
    }

    @Override
    public void leaveUpdate(int target) {
        words.leaveUpdateRelease(target);
    }

    /**
     * Pauses while another thread has the guard: for a few steps, unless that thread has lost its core, or its process
     * has been killed.
     */
    private void pause(int tries) {
        if (tries % SPINS != 0) {
            context.spin();
            return;
        }
        context.yield();
        comm.endpoint().progress().check();
        if (comm.isAnyFailed() && comm.isBroken()) {
            throw comm.memberFailed("access to a window");
        }
    }

    @Override
    public void close() {
        releaseAll();
        held.forget();
    }

    @Override
    public void programEnded() {
        int[] lost = held.targets();
        if (lost.length == 0) {
            return;
        }
        for (int target : lost) {
            words.setLostVolatile(target, comm.rank());
        }
        for (Peer peer : comm.group().peers()) {
            if (peer.local() != null) {
                peer.local().signal();
            }
        }
    }
}
