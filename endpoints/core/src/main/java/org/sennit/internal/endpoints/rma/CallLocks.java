package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.function.IntFunction;
import org.agrona.collections.Int2IntHashMap;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.FailureWatcher;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The locks of a window whose members share no memory: each is in the process of its member, asked for by a call from other ones.
 * Belongs to the thread that drives the endpoint.
 */
final class CallLocks implements PartLocks, FailureWatcher {
    private static final int NOT_HELD = -1;

    private final CommContext comm;
    private final RemoteTargets targets;
    private final IntFunction<MemberLock> ofThisProcess; // by rank; null for members of other ones
    private final UpdateGuard guard;
    private final Int2IntHashMap held = new Int2IntHashMap(NOT_HELD); // target to SHARED or EXCLUSIVE
    private Ending ending; // null: none registered

    CallLocks(CommContext comm, RemoteTargets targets, IntFunction<MemberLock> ofThisProcess, UpdateGuard guard) {
        this.comm = comm;
        this.targets = targets;
        this.ofThisProcess = ofThisProcess;
        this.guard = guard;
    }

    @Override
    public boolean isHeld(int target) {
        return held.containsKey(target);
    }

    @Override
    public void acquire(String operation, int target, int kind) {
        if (ending == null) {
            ending = new Ending(this);
            comm.device().atEnd(ending);
        }
        Wanted wanted = new Wanted(this, target, kind);
        MemberLock here = ofThisProcess.apply(target);
        if (here != null) {
            int outcome = here.ask(wanted);
            if (outcome != MemberLock.QUEUED) {
                wanted.decided(outcome);
            }
        } else {
            RemoteTarget there = targets.target(target);
            there.begin(0, 0, false);
            there.unmarkedSent();
            there.call(
                    WindowCall.ofLock(WindowCall.LOCK, comm.userContextId(), comm.rank(), kind),
                    MemorySegment.NULL,
                    wanted);
        }
        await(wanted, operation);
        held.put(target, kind);
    }

    private void await(Wanted wanted, String operation) {
        String where = "operation=" + operation + " rank=" + comm.rank() + " target=" + wanted.target + " kind="
                + (wanted.kind == EXCLUSIVE ? "EXCLUSIVE" : "SHARED") + " window=" + comm.name();
        try {
            comm.endpoint().progress().await(new Decision(wanted, comm, where), Long.MAX_VALUE);
        } catch (SennitException e) { // the job is over
            wanted.giveUp();
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
                        ? comm.hasFailedMember()
                                ? comm.memberFailed(where.substring("operation=".length()))
                                : new SennitException(ErrorClass.PROC_FAILED, "a member has failed: " + where)
                        : new SennitException(
                                lost.errorClass(),
                                "the target has failed: " + where + " cause=" + lost.getMessage(),
                                lost);
            }
            default -> {
                if (outcome < 0) {
                    throw new SennitException(
                            WindowCall.errorOf(outcome), "the target has closed the window: " + where);
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
        release(target, held.remove(target));
        if (ofThisProcess.apply(target) == null) {
            targets.awaitIdle("unlock", target);
        }
    }

    private void release(int target, int kind) {
        MemberLock here = ofThisProcess.apply(target);
        if (here != null) {
            here.release(kind);
        } else {
            VarHandle.releaseFence(); // what has been stored here to memory that this process maps goes before
            targets.target(target).callOnLock(WindowCall.UNLOCK, kind);
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
        guard.guardUpdate(target);
    }

    @Override
    public void leaveUpdate(int target) {
        guard.leaveUpdate(target);
    }

    @Override
    public void close() {
        held.forEach((target, kind) -> release(target, kind));
        held.clear();
        if (ending != null) {
            ending.locks = null;
        }
    }

    /** The lock of this member's part may be held, or waited for, by a member that has failed. */
    @Override
    public void peersFailed() {
        if (comm.hasFailedMember()) {
            ofThisProcess.apply(comm.rank()).memberFailed();
        }
    }

    /** The program of this endpoint has ended: waits for what it holds cannot end. */
    private void ended() {
        held.forEach((target, kind) -> {
            MemberLock here = ofThisProcess.apply(target);
            if (here != null) {
                here.holderEnded(comm.rank());
            } else {
                targets.target(target).callOnLock(WindowCall.HOLDER_ENDED, kind);
            }
        });
    }

    /** What is done when the program of the endpoint ends; does not keep a closed window. */
    private static final class Ending implements Runnable {
        private CallLocks locks; // of the endpoint's thread, and then of the one that ends it

        Ending(CallLocks locks) {
            this.locks = locks;
        }

        @Override
        public void run() {
            CallLocks open = locks;
            if (open != null) {
                open.ended();
            }
        }
    }

    /** A lock that this endpoint has asked for. Decided by any thread; given back when the endpoint does not wait any more. */
    private static final class Wanted implements MemberLock.Wish, RemoteAnswer {
        private final CallLocks locks;
        private final int target;
        private final int kind;

        // Guarded by this.
        private int outcome = MemberLock.QUEUED;
        private SennitException failure;
        private boolean isGivenUp;

        Wanted(CallLocks locks, int target, int kind) {
            this.locks = locks;
            this.target = target;
            this.kind = kind;
        }

        @Override
        public int kind() {
            return kind;
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
                locks.release(target, kind);
            }
            locks.comm.endpoint().progress().signal();
        }

        @Override
        public void answered(long result) {
            decided((int) result);
            locks.targets.target(target).unmarkedTaken();
            locks.targets.target(target).end(0, false, null);
        }

        @Override
        public void failed(SennitException error) {
            synchronized (this) {
                failure = error;
            }
            decided(MemberLock.FAILED);
            locks.targets.target(target).unmarkedTaken();
            locks.targets.target(target).end(0, false, null);
        }
    }

    /** That a lock has been decided on, or never will. */
    private record Decision(Wanted wanted, CommContext comm, String where) implements Condition {
        @Override
        public boolean isMet() {
            return wanted.isDecided() || comm.isAnyFailed() && comm.hasFailedMember();
        }

        /** Any member may hold the lock; the wish, and what becomes of it, are counted while they are under way. */
        @Override
        public Awaited awaited() {
            return Awaited.message(where, comm, PointToPoint.ANY_SOURCE);
        }

        /** The outcome of the wish may still be under way behind the news that the others have ended; it comes. */
        @Override
        public void giveUp(SennitException error) {}

        @Override
        public String toString() {
            return where;
        }
    }
}
