package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;
import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.FailureWatcher;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.lock.HeldLocks;
import org.sennit.internal.endpoints.rma.lock.MemberLock;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.lock.ThreadsGuard;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The locks of a window whose members do not all share memory: each lock is an object in the process of its member, and
 * other processes request it by a call. Belongs to the thread that drives the endpoint, but for what says otherwise.
 */
public final class CallLocks implements PartLocks, FailureWatcher {
    private final CommContext comm;
    private final RemoteTargets targets;
    private final IntFunction<MemberLock> ofThisProcess; // by rank; null for members of other ones
    private final UpdateGuard updates;
    private final HeldLocks held;

    /**
     * Makes the locks of a window for one endpoint.
     *
     * @param ofThisProcess the lock of a rank; null for members of other processes
     */
    public CallLocks(
            CommContext comm, RemoteTargets targets, IntFunction<MemberLock> ofThisProcess, UpdateGuard updates) {
        this.comm = comm;
        this.targets = targets;
        this.ofThisProcess = ofThisProcess;
        this.updates = updates;
        this.held = new HeldLocks(comm, this, new ThreadsGuard(comm));
    }

    @Override
    public boolean isHeld(int target) {
        return held.contains(target);
    }

    @Override
    public void acquire(String operation, int target, int kind) {
        boolean isNested = !held.isEmpty();
        MemberLock here = ofThisProcess.apply(target);
        RemoteTarget there = here == null ? targets.target(target) : null;
        LockCall end = there == null ? null : there.newLockCall(kind);
        Wanted wanted = new Wanted(this, target, kind, isNested, end);
        if (here != null) {
            int outcome = here.ask(wanted);
            if (outcome == MemberLock.GRANTED) {
                hold(wanted);
                return;
            }
            if (outcome != MemberLock.QUEUED) {
                wanted.decided(outcome);
            }
        } else {
            // Not counted as an access: one whose wait has ended may be queued behind a lock that this endpoint
            // gives back only when its accesses have ended.
            there.unmarkedSent();
            there.call(end.request(isNested ? kind | NESTED : kind), MemorySegment.NULL, wanted);
        }
        await(wanted, operation);
        hold(wanted);
    }

    private void hold(Wanted granted) {
        boolean isNew = false;
        try {
            isNew = held.add(granted.target, granted.kind);
        } finally { // also without memory
            if (!isNew) {
                release(granted); // another thread of the endpoint has taken it, too
            }
        }
        if (isNew && granted.end != null) {
            targets.target(granted.target).hold(granted.end);
        }
    }

    private void await(Wanted wanted, String operation) {
        String where = "operation=" + operation + " rank=" + comm.rank() + " target=" + wanted.target + " kind="
                + (wanted.kind == EXCLUSIVE ? "EXCLUSIVE" : "SHARED") + " window=" + comm.name();
        try {
            comm.endpoint().progress().await(new Decision(wanted, comm, where), Long.MAX_VALUE);
        } catch (Throwable e) { // also what a callback of the program throws while this thread makes progress
            if (wanted.giveUp() == MemberLock.GRANTED) {
                release(wanted);
            }
            throw e;
        }
        int outcome = wanted.giveUp();
        switch (outcome) {
            case MemberLock.GRANTED -> {}
            case MemberLock.EXPOSED ->
                throw new SennitException(
                        ErrorClass.RMA_CONFLICT, "the target is exposed by post and cannot be locked: " + where);
            case MemberLock.QUEUED, MemberLock.FAILED -> {
                SennitException lost = wanted.failure();
                throw lost == null
                        ? comm.isBroken()
                                ? comm.memberFailed(where.substring("operation=".length()))
                                : new SennitException(ErrorClass.PROC_FAILED, "a member has failed: " + where)
                        : new SennitException(
                                lost.errorClass(),
                                (lost.errorClass() == ErrorClass.PROC_FAILED
                                                ? "the target has failed: "
                                                : "the lock could not be asked for: ")
                                        + where + " cause=" + lost.getMessage(),
                                lost);
            }
            default -> {
                if (outcome < 0) {
                    throw new SennitException(
                            WindowCall.errorOf(outcome),
                            (WindowCall.errorOf(outcome) == ErrorClass.PROC_FAILED
                                            ? "a member has failed, and the target has closed the window: "
                                            : "the target has closed the window: ")
                                    + where);
                }
                throw new SennitException(
                        ErrorClass.PROC_ENDED,
                        "a program has ended without giving the lock back: holder=" + (outcome - MemberLock.LOST) + " "
                                + where);
            }
        }
    }

    @Override
    public void release(int target) {
        int kind = held.remove(target);
        if (kind == HeldLocks.NOT_HELD) {
            return;
        }
        release(target, kind);
        if (ofThisProcess.apply(target) == null) {
            targets.awaitIdle("unlock", target);
        }
    }

    @Override
    public void releaseAll() {
        giveBack();
        targets.awaitIdle("unlockAll", RemoteTargets.ALL);
    }

    private void giveBack() {
        for (int target = held.latest(); target != HeldLocks.NO_TARGET; target = held.latest()) {
            release(target, held.remove(target));
        }
    }

    private void release(int target, int kind) {
        MemberLock here = ofThisProcess.apply(target);
        if (here != null) {
            here.release(kind);
        } else {
            VarHandle.releaseFence(); // stores to memory that this process maps, before the call that unlocks
            targets.target(target).endLock(WindowCall.UNLOCK);
        }
    }

    /** Gives a lock back that has been granted, and that no set of those held has. */
    private void release(Wanted granted) {
        if (granted.end == null) {
            ofThisProcess.apply(granted.target).release(granted.kind);
        } else {
            targets.target(granted.target).endLock(granted.end, WindowCall.UNLOCK);
        }
    }

    @Override
    public boolean expose() {
        return ofThisProcess.apply(comm.rank()).expose();
    }

    @Override
    public void conceal() {
        ofThisProcess.apply(comm.rank()).conceal();
    }

    @Override
    public void guardUpdate(int target) {
        updates.guardUpdate(target);
    }

    @Override
    public void leaveUpdate(int target) {
        updates.leaveUpdate(target);
    }

    @Override
    public void close() {
        giveBack();
        held.forget();
    }

    /**
     * Any thread: a member that has failed may hold, or wait for, any lock: also that of a member here whose program
     * has ended.
     */
    @Override
    public void peersFailedMeanwhile() {
        if (comm.isBroken()) {
            for (int rank : comm.group().ownRanks()) {
                ofThisProcess.apply(rank).memberFailed();
            }
        }
    }

    @Override
    public void peersFailed() {}

    @Override
    public void programEnded() {
        for (int target : held.targets()) {
            MemberLock here = ofThisProcess.apply(target);
            if (here != null) {
                here.holderEnded(comm.rank());
            } else {
                int _ = held.remove(target);
                targets.target(target).endLock(WindowCall.HOLDER_ENDED);
            }
        }
    }

    /**
     * A lock request of this endpoint. Any thread decides it; a lock that is granted after the wait has ended is
     * released.
     */
    private static final class Wanted implements MemberLock.Wish, RemoteAnswer {
        private final CallLocks locks;
        private final int target;
        private final int kind;
        private final boolean isNested;
        private final LockCall end; // of the lock; null where it is of this process

        // Guarded by this.
        private int outcome = MemberLock.QUEUED;
        private SennitException failure;
        private boolean isGivenUp;

        Wanted(CallLocks locks, int target, int kind, boolean isNested, LockCall end) {
            this.locks = locks;
            this.target = target;
            this.kind = kind;
            this.isNested = isNested;
            this.end = end;
        }

        @Override
        public int kind() {
            return kind;
        }

        @Override
        public boolean isNested() {
            return isNested;
        }

        synchronized boolean isDecided() {
            return outcome != MemberLock.QUEUED;
        }

        synchronized SennitException failure() {
            return failure;
        }

        /** Ends the wait; returns the outcome, or QUEUED when there is none: it is given back if it comes later. */
        synchronized int giveUp() {
            isGivenUp = true;
            return outcome;
        }

        @Override
        public void decided(int decision) {
            boolean isLate;
            synchronized (this) {
                outcome = decision;
                isLate = isGivenUp && decision == MemberLock.GRANTED;
            }
            if (isLate) {
                locks.release(this);
            }
            locks.comm.endpoint().progress().signal();
        }

        @Override
        public void answered(long result) {
            decided((int) result);
            locks.targets.target(target).unmarkedTaken();
        }

        /** The request may be under way nevertheless: nothing waits for its lock. */
        @Override
        public void unsent(Throwable cause) {
            RemoteTarget there = locks.targets.target(target);
            there.endLock(end, WindowCall.CANCEL);
            failed(there.unsent(cause, "lock", ""));
        }

        @Override
        public void failed(SennitException error) {
            synchronized (this) {
                failure = error;
            }
            decided(MemberLock.FAILED);
            locks.targets.target(target).unmarkedTaken();
        }
    }

    /**
     * The wait for the outcome of a lock request, which the target's failure ends. That of another member is the
     * target's business: it may hold the lock, or not.
     */
    private record Decision(Wanted wanted, CommContext comm, String where) implements Condition {
        @Override
        public boolean isMet() {
            return wanted.isDecided() || comm.isAnyFailed() && comm.failureOf(wanted.target) != null;
        }

        /**
         * Returns a wait for any member, since any may hold the lock. The request and its outcome are counted while
         * they are under way.
         */
        @Override
        public Awaited awaited() {
            return Awaited.message(where, comm, PointToPoint.ANY_SOURCE);
        }

        /**
         * Does nothing: the outcome of the request may still be under way behind the news that the others have ended,
         * and will arrive.
         */
        @Override
        public void giveUp(SennitException error) {}

        @Override
        public String toString() {
            return where;
        }
    }
}
