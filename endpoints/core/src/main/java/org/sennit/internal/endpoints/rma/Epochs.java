package org.sennit.internal.endpoints.rma;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.agrona.collections.IntHashSet;
import org.sennit.Group;
import org.sennit.LockKind;
import org.sennit.WindowAssertion;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.internal.endpoints.rma.lock.StartedTargets;
import org.sennit.internal.endpoints.rma.lock.ThreadsGuard;
import org.sennit.internal.endpoints.rma.lock.WindowMessages;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.remote.RemoteTargets;
import org.sennit.internal.endpoints.rma.update.LongUpdates;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The access epochs of a window at one endpoint: which members it may access; its {@link Exposure} has the members that
 * may access its memory. A fence is a barrier of the window's communicator; locks are {@link PartLocks}. Direct
 * accesses are complete when their call returns, so the end of an epoch only has to order them; it waits for accesses
 * to members in other processes. Belongs to the thread that drives the endpoint. (MPI 4.1, section 12.5)
 */
public final class Epochs {
    /** As a target of {@link #flush}. */
    public static final int ALL = RemoteTargets.ALL;

    /** Flushes per poll of the endpoint, a power of two: a loop of them must make progress, and a poll takes longer. */
    private static final int FLUSHES_A_POLL = 64;

    private static final WindowPart[] NONE = {};

    private final WindowState window;
    private final CommContext comm;
    private final WindowMessages messages;
    private final PartLocks locks;
    private final boolean isShared; // by several threads
    private final ThreadsGuard guard; // of lock and unlock, and of what is reachable
    private final RemoteTargets remote; // null: every member's memory is reached directly
    private final Exposure exposure;

    private EpochAccess access = EpochAccess.NONE;
    private boolean isUsed; // since the fence

    // Memory of members may have been written by plain stores since the last fence. Plain, and without meaning
    // where several threads drive the endpoint: each has stores of its own, and every flush orders.
    private boolean isStoreUnordered;

    private WindowPart[] open = NONE; // all parts, where all may be accessed without another look
    private final IntHashSet reachable = new IntHashSet(); // else these. Changed under guard
    // Fast path: one of them, or null. Plain, also with several threads: one that reads an old one looks there.
    private WindowPart lastLocked;
    private int flushes; // without a poll
    private boolean isUnchecked; // of ALL_LOCKED
    private final DirectMembers direct;
    private final StartedTargets started; // of STARTED

    Epochs(WindowState window) {
        this.window = window;
        this.comm = window.comm();
        this.messages = new WindowMessages(comm);
        this.locks = window.locks();
        this.isShared = comm.device().isShared();
        this.guard = new ThreadsGuard(comm);
        this.remote = window.remote();
        this.exposure = new Exposure(window, messages);
        this.started = new StartedTargets(messages);
        this.direct = new DirectMembers(window);
    }

    PartLocks locks() {
        return locks;
    }

    /** Fast path: a member that the caller may access now; null where {@link #require} has to decide. */
    WindowPart reach(int target) {
        isUsed = true;
        WindowPart[] all = open;
        if (target >= 0 && target < all.length) {
            return all[target];
        }
        WindowPart last = lastLocked;
        if (last != null && last.rank() == target) {
            return last;
        }
        return isReachable(target) ? window.parts()[target] : null;
    }

    private boolean isReachable(int target) {
        guard.enter();
        try {
            return reachable.contains(target);
        } finally {
            guard.leave();
        }
    }

    /** As {@link #reach}, for an access that may store to the member's memory, which the next flush has to order. */
    WindowPart reachToStore(int target) {
        isStoreUnordered = true;
        return reach(target);
    }

    /**
     * Returns a member's part for an access.
     *
     * @throws SennitException WIN, RANK, PROC_FAILED, and RMA_SYNC outside of an epoch that allows it; final
     */
    WindowPart require(String operation, int target) {
        window.checkOpen(operation);
        window.checkTarget(operation, target);
        WindowPart part = reachToStore(target);
        if (part != null) {
            return part;
        }
        if (access != EpochAccess.ALL_LOCKED) {
            throw outOfEpoch(
                    operation,
                    access == EpochAccess.NONE
                            ? "no access epoch is open"
                            : "the open epoch does not include the target",
                    " target=" + target);
        }
        lockNow(operation, target, PartLocks.SHARED);
        return window.parts()[target];
    }

    /** As {@link #require}, in an epoch of locks, where alone requests are allowed. */
    void requirePassive(String operation, int target) {
        window.checkOpen(operation);
        window.checkRank(operation, target);
        if (access != EpochAccess.LOCKED && access != EpochAccess.ALL_LOCKED) {
            throw outOfEpoch(operation, "only for an epoch of lock or lockAll", " target=" + target);
        }
        require(operation, target);
    }

    private SennitException outOfEpoch(String operation, String what, String more) {
        return new SennitException(
                ErrorClass.RMA_SYNC, what + ": " + window.describe(operation) + more + " open=" + openEpochs());
    }

    private String openEpochs() {
        return access.describe(exposure.isOpen());
    }

    /** Ends a fence epoch in which nothing has been accessed: a fence may be the last one. */
    private void leaveUnusedFence() {
        if (access == EpochAccess.FENCED && !isUsed) {
            access = EpochAccess.NONE;
            open = NONE;
        }
    }

    private void checkNoAccess(String operation, String more) {
        window.checkOpen(operation);
        leaveUnusedFence();
        if (access != EpochAccess.NONE) {
            throw outOfEpoch(operation, "another access epoch is open", more);
        }
    }

    /** Ends the epoch of the last fence on all members, and begins the next one. (MPI_Win_fence) */
    public void fence(WindowAssertion... given) {
        window.checkOpen("fence");
        window.checkAssertions("fence", WindowState.OF_FENCE, given);
        if (access != EpochAccess.NONE && access != EpochAccess.FENCED || exposure.isOpen()) {
            throw outOfEpoch("fence", "an epoch of another kind is open", "");
        }
        SennitException failure = window.finishCalls("fence", ALL);
        window.collectives().barrier();
        boolean isLast = Arrays.asList(given).contains(WindowAssertion.NO_SUCCEED);
        access = isLast ? EpochAccess.NONE : EpochAccess.FENCED;
        open = isLast ? NONE : window.parts();
        isUsed = false;
        WindowState.raise(failure);
    }

    /** Exposes the caller's memory to a group. (MPI_Win_post) */
    public void post(Group group, WindowAssertion... given) {
        window.checkOpen("post");
        window.checkAssertions("post", WindowState.OF_POST, given);
        int[] origins = window.ranks("post", group);
        leaveUnusedFence();
        if (access == EpochAccess.FENCED || exposure.isOpen()) {
            throw outOfEpoch("post", "an exposure epoch is open", "");
        }
        exposure.open(origins, !Arrays.asList(given).contains(WindowAssertion.NO_CHECK));
    }

    /** Waits until all of the posted group have called {@link #complete}. (MPI_Win_wait) */
    public void waitFor() {
        checkPosted("waitFor");
        exposure.await();
    }

    /** Ends the exposure if all of the posted group have called {@link #complete}. (MPI_Win_test) */
    public boolean test() {
        checkPosted("test");
        return exposure.test();
    }

    private void checkPosted(String operation) {
        window.checkOpen(operation);
        if (!exposure.isOpen()) {
            throw outOfEpoch(operation, "no post has been called", "");
        }
    }

    /** Begins accesses to a group whose members have called {@link #post}; blocks until they have. (MPI_Win_start) */
    public void start(Group group, WindowAssertion... given) {
        window.checkAssertions("start", WindowState.OF_START, given);
        checkNoAccess("start", "");
        int[] targets = window.ranks("start", group);
        boolean isChecked = !Arrays.asList(given).contains(WindowAssertion.NO_CHECK);
        started.start(targets, isChecked, window.describe("start") + " target=");
        for (int target : targets) {
            reachable.add(target);
        }
        access = EpochAccess.STARTED;
    }

    /** Ends the accesses that {@link #start} has begun. (MPI_Win_complete) */
    public void complete() {
        window.checkOpen("complete");
        if (access != EpochAccess.STARTED) {
            throw outOfEpoch("complete", "no start has been called", "");
        }
        int[] targets = started.targets();
        SennitException failure = null;
        if (remote != null) {
            remote.sendAll(targets);
        }
        for (int target : targets) {
            SennitException each = window.finishCalls("complete", target);
            failure = failure == null ? each : failure;
        }
        leaveAccess();
        for (int target : targets) {
            messages.send(target, WindowMessages.COMPLETED);
        }
        WindowState.raise(failure);
    }

    private void leaveAccess() {
        access = EpochAccess.NONE;
        open = NONE;
        lastLocked = null;
        reachable.clear();
    }

    /** Locks a member's part; blocks. (MPI_Win_lock) */
    public void lock(LockKind kind, int target, WindowAssertion... given) {
        window.checkOpen("lock");
        window.checkAssertions("lock", WindowState.OF_START, given);
        if (kind == null) {
            throw new SennitException(
                    ErrorClass.LOCKTYPE,
                    "no kind of lock: given=null " + window.describe("lock") + " target=" + target);
        }
        if (WindowState.isNothing(target)) {
            return;
        }
        window.checkTarget("lock", target);
        checkLocks("lock", " target=" + target);
        beginLock(target);
        if (!Arrays.asList(given).contains(WindowAssertion.NO_CHECK)) {
            try {
                locks.acquire("lock", target, kind == LockKind.EXCLUSIVE ? PartLocks.EXCLUSIVE : PartLocks.SHARED);
            } catch (RuntimeException | Error e) {
                leaveLock(target);
                throw e;
            }
        }
        lastLocked = window.parts()[target];
    }

    /** Begins a lock epoch; other threads may lock and unlock other targets meanwhile, and do nothing else. */
    private void beginLock(int target) {
        guard.enter();
        try {
            leaveUnusedFence();
            if (access != EpochAccess.NONE && access != EpochAccess.LOCKED) {
                throw outOfEpoch("lock", "another access epoch is open", " target=" + target);
            }
            if (!reachable.add(target)) {
                throw outOfEpoch("lock", "the target is locked already", " target=" + target);
            }
            access = EpochAccess.LOCKED;
        } finally {
            guard.leave();
        }
    }

    private void leaveLock(int target) {
        guard.enter();
        try {
            reachable.remove(target);
            if (access == EpochAccess.LOCKED && reachable.isEmpty()) {
                leaveAccess();
            }
        } finally {
            guard.leave();
        }
    }

    private void checkLocks(String operation, String more) {
        if (window.hints().isWithoutLocks()) {
            throw outOfEpoch(operation, "the window has been promised no locks (hint no_locks)", more);
        }
    }

    private void lockNow(String operation, int target, int kind) {
        locks.acquire(operation, target, kind);
        guard.enter();
        try {
            reachable.add(target);
        } catch (Error e) { // no memory to grow: the set has stored the target before that
            reachable.remove(target);
            locks.release(target);
            throw e;
        } finally {
            guard.leave();
        }
        lastLocked = window.parts()[target];
        open = reachable.size() == window.parts().length ? window.parts() : open; // all: no look for each one
    }

    /** Unlocks a member's part. (MPI_Win_unlock) */
    public void unlock(int target) {
        window.checkOpen("unlock");
        if (WindowState.isNothing(target)) {
            return;
        }
        window.checkRank("unlock", target);
        if (access != EpochAccess.LOCKED || !isReachable(target)) {
            throw outOfEpoch("unlock", "the target is not locked", " target=" + target);
        }
        // What this throws leaves the target locked: the call can be repeated.
        SennitException failure = window.finishCalls("unlock", target);
        lastLocked = null;
        try {
            if (locks.isHeld(target)) {
                locks.release(target);
            }
        } finally {
            leaveLock(target);
        }
        WindowState.raise(failure);
    }

    /**
     * Begins accesses to all, each locked, shared: at once where the program loads and stores without a call, else when
     * a call accesses it first. (MPI_Win_lock_all)
     */
    public void lockAll(WindowAssertion... given) {
        window.checkAssertions("lockAll", WindowState.OF_START, given);
        checkLocks("lockAll", "");
        guard.enter();
        try {
            checkNoAccess("lockAll", "");
            isUnchecked = Arrays.asList(given).contains(WindowAssertion.NO_CHECK);
            access = EpochAccess.ALL_LOCKED;
        } finally {
            guard.leave();
        }
        if (isUnchecked) {
            open = window.parts();
        } else {
            lockAtOnce();
        }
    }

    /**
     * Locks those of whose memory the program may load and store, by rank: two members that lock all so do not wait for
     * each other.
     */
    private void lockAtOnce() {
        try {
            for (int target = direct.next(0); target >= 0; target = direct.next(target + 1)) {
                lockNow("lockAll", target, PartLocks.SHARED);
            }
        } catch (RuntimeException | Error e) {
            locks.releaseAll();
            leaveAccess();
            throw e;
        }
    }

    /** Called before the program gets a view of a member's memory; in an epoch of all the member is locked first. */
    void view(int target) {
        if (isShared) {
            return; // by lockAll
        }
        if (access == EpochAccess.ALL_LOCKED && !isUnchecked && !isReachable(target)) {
            lockNow("shared", target, PartLocks.SHARED);
        }
        direct.add(target);
    }

    /** Ends what {@link #lockAll} has begun. (MPI_Win_unlock_all) */
    public void unlockAll() {
        window.checkOpen("unlockAll");
        if (access != EpochAccess.ALL_LOCKED) {
            throw outOfEpoch("unlockAll", "no lockAll has been called", "");
        }
        SennitException failure = window.finishCalls("unlockAll", ALL);
        if (!isUnchecked) {
            locks.releaseAll();
        }
        leaveAccess();
        WindowState.raise(failure);
    }

    /**
     * Completes the accesses to one member, or to {@link #ALL}; makes progress. (MPI_Win_flush and its kin)
     *
     * @param isLocal at the origin only
     */
    public void flush(String operation, int target, boolean isLocal) {
        boolean isTurn = (++flushes & FLUSHES_A_POLL - 1) == 0;
        if (isTurn || !isDirect(target)) {
            flushAny(operation, target, isLocal, isTurn);
        } else {
            orderUpdates();
        }
    }

    /**
     * Fast path: whether an open epoch of locks has the member, whose memory is reached directly, and no member has
     * failed. The end of the job is found by the next flush with a poll.
     */
    private boolean isDirect(int target) {
        return target >= 0
                && remote == null
                && !isShared
                && (access == EpochAccess.LOCKED || access == EpochAccess.ALL_LOCKED)
                && reach(target) != null
                && !comm.isAnyFailed();
    }

    private void flushAny(String operation, int target, boolean isLocal, boolean isTurn) {
        window.checkOpen(operation);
        if (WindowState.isNothing(target)) {
            return;
        }
        if (target != ALL) {
            window.checkTarget(operation, target);
        }
        if (access != EpochAccess.ALL_LOCKED
                && (access != EpochAccess.LOCKED || target != ALL && reach(target) == null)) {
            throw outOfEpoch(
                    operation, "only for an epoch of lock or lockAll", target == ALL ? "" : " target=" + target);
        }
        SennitException failure = window.flushCalls(operation, target, isLocal);
        orderUpdates();
        if (isTurn) {
            comm.endpoint().progress().poll();
            comm.endpoint().progress().check();
        }
        WindowState.raise(failure);
    }

    private void orderUpdates() {
        if (isStoreUnordered || isShared || !LongUpdates.ARE_FULL_FENCES) {
            isStoreUnordered = false;
            orderMemory();
        } else {
            VarHandle.acquireFence(); // updates are ordered by themselves, and so loads stay before
        }
    }

    /** Orders the caller's own accesses to its memory and those of others. (MPI_Win_sync) */
    public void sync() {
        window.checkOpen("sync");
        isStoreUnordered = false;
        orderMemory();
    }

    /** Orders all accesses of the calling thread before it, plain ones too, before all after it. */
    static void orderMemory() {
        VarHandle.fullFence();
    }

    /** Ends what is open before the window is closed. Returns the error of an open epoch; null where there was none. */
    SennitException close() {
        boolean isOpen = access != EpochAccess.NONE && access != EpochAccess.FENCED || exposure.isOpen();
        String what = openEpochs();
        locks.close();
        exposure.close();
        leaveAccess();
        return !isOpen
                ? null
                : new SennitException(
                        ErrorClass.RMA_SYNC, "an epoch is open: " + window.describe("close") + " open=" + what);
    }
}
