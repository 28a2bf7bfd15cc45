package org.sennit.internal.endpoints.rma.remote;

import org.agrona.collections.Int2ObjectHashMap;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.rma.remote.RemoteTarget.FlushWait;
import org.sennit.internal.endpoints.rma.remote.RemoteTarget.Wait;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.message.SennitException;

/**
 * The members in other processes that one endpoint accesses; each is made at the first access. Called by the threads of
 * the endpoint.
 */
public final class RemoteTargets {
    /** All members, in place of one rank. */
    public static final int ALL = -1;

    /** Accesses under way at once whose objects are kept: as many as one target may have. */
    private static final int MOST_SPARE = RemoteTarget.MOST_ACCESSES;

    /** Flushes at once, of several threads, whose objects are kept. */
    private static final int MOST_SPARE_WAITS = 8;

    private final CommContext comm;
    private final Int2ObjectHashMap<RemoteTarget> targets = new Int2ObjectHashMap<>(); // by rank. Guarded by this
    private final TouchedTargets<RemoteTarget> touched = new TouchedTargets<>();
    private final SparePool<RemoteAccess> spare = new SparePool<>(MOST_SPARE, true); // upcalls give back

    private final SparePool<FlushWait> spareWaits = new SparePool<>(MOST_SPARE_WAITS, true);

    /** Makes the members of a window; none has been accessed. */
    public RemoteTargets(CommContext comm) {
        this.comm = comm;
    }

    synchronized RemoteTarget target(int rank) {
        RemoteTarget known = targets.get(rank);
        if (known == null) {
            known = new RemoteTarget(touched, comm, rank);
            targets.put(rank, known);
        }
        return known;
    }

    private synchronized RemoteTarget known(int rank) {
        return targets.get(rank);
    }

    /** Waits until another access of a target may begin. */
    void awaitRoom(RemoteTarget target, String operation) {
        if (!target.hasRoom()) {
            await(target, Wait.End.ROOM, operation);
        }
    }

    /** Waits until no access of a target is under way, or of {@link #ALL}. */
    public void awaitIdle(String operation, int rank) {
        if (rank != ALL) {
            RemoteTarget target = known(rank);
            if (target != null && !target.isIdle()) {
                awaitIdle(operation, target);
            }
            return;
        }
        sendAll();
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            if (target != null && !target.isIdle()) {
                awaitIdle(operation, target);
            }
        }
    }

    private void awaitIdle(String operation, RemoteTarget target) {
        try {
            target.beginIdleWait();
            await(target, Wait.End.IDLE, operation);
        } finally {
            target.endIdleWait();
        }
    }

    /**
     * Sends all accesses to a target that have begun, or to {@link #ALL}, and waits until they have been executed; not
     * for those that other threads begin meanwhile.
     *
     * @param isAtOrigin whether the wait is over when none of them uses memory at the origin: not for the execution of
     *     accesses whose data has been copied
     */
    public void flush(String operation, int rank, boolean isAtOrigin) {
        if (rank != ALL) {
            RemoteTarget target = known(rank);
            if (target != null) {
                if (isAtOrigin) { // also where no wait is needed
                    target.sendAll();
                }
                flush(operation, target, isAtOrigin);
            }
            return;
        }
        sendAll();
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            if (target != null) {
                flush(operation, target, isAtOrigin);
            }
        }
    }

    private void flush(String operation, RemoteTarget target, boolean isAtOrigin) {
        if (isAtOrigin ? target.isIdleAtOrigin() : target.isIdle()) {
            return;
        }
        FlushWait known = spareWaits.take();
        FlushWait wait = (known == null ? new FlushWait() : known).begin(target, operation, isAtOrigin);
        comm.endpoint().progress().await(wait, Long.MAX_VALUE);
        spareWaits.give(wait);
    }

    /** Sends the accesses to these members, so that all are under way before the first is waited for. */
    public void sendAll(int[] ranks) {
        for (int rank : ranks) {
            RemoteTarget target = known(rank);
            if (target != null) {
                target.sendAll();
            }
        }
    }

    /** As {@link #sendAll(int[])}, to all members. */
    private void sendAll() {
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            if (target != null) {
                target.sendAll();
            }
        }
    }

    /**
     * Returns the first failure of the accesses of a target, or of {@link #ALL}, that has not been reported; null
     * for none.
     */
    public SennitException takeFailure(int rank) {
        if (rank != ALL) {
            RemoteTarget target = known(rank);
            return target == null ? null : target.takeFailure();
        }
        SennitException first = null;
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            SennitException failure = target == null ? null : target.takeFailureAndLeave();
            first = first == null ? failure : first;
        }
        return first;
    }

    private void await(RemoteTarget target, Wait.End end, String operation) {
        target.retryUnsent();
        comm.endpoint().progress().await(target.wait(end, operation), Long.MAX_VALUE);
    }

    /** Returns an access for a call that gives it back, or that nothing waits for. */
    RemoteAccess takeAccess() {
        RemoteAccess known = spare.take();
        return known == null ? new RemoteAccess(this, comm.endpoint().progress(), true) : known;
    }

    /** Returns an access that is not used again: its request is the program's. */
    RemoteAccess newAccess() {
        return new RemoteAccess(this, comm.endpoint().progress(), false);
    }

    /** Takes back an access that has ended well and that nothing refers to. */
    void giveBack(RemoteAccess access) {
        spare.give(access);
    }
}
