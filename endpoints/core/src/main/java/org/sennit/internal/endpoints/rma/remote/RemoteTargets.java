package org.sennit.internal.endpoints.rma.remote;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/**
 * The members in other processes that one endpoint accesses; each is made at the first access. Called by the threads of
 * the endpoint.
 */
public final class RemoteTargets {
    /** All members, in place of one rank. */
    public static final int ALL = -1;

    private final CommContext comm;
    private final RemoteTarget[] targets; // by rank; null: not accessed yet. Guarded by this
    private final TouchedTargets<RemoteTarget> touched = new TouchedTargets<>();

    /** Makes the members of a window; none has been accessed. */
    public RemoteTargets(CommContext comm) {
        this.comm = comm;
        this.targets = new RemoteTarget[comm.group().size()];
    }

    synchronized RemoteTarget target(int rank) {
        if (targets[rank] == null) {
            targets[rank] = new RemoteTarget(touched, comm, rank);
        }
        return targets[rank];
    }

    private synchronized RemoteTarget known(int rank) {
        return targets[rank];
    }

    /** Waits until another access of a target may begin. */
    void awaitRoom(RemoteTarget target, String operation) {
        if (!target.hasRoom()) {
            await(target::hasRoom, operation, target.rank());
        }
    }

    /** Waits until no access of a target is under way, or of {@link #ALL}. */
    public void awaitIdle(String operation, int rank) {
        if (rank != ALL) {
            RemoteTarget target = known(rank);
            if (target != null && !target.isIdle()) {
                target.sendAll();
                await(target::isIdle, operation, rank);
            }
            return;
        }
        sendAll();
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            if (target != null && !target.isIdle()) {
                await(target::isIdle, operation, target.rank());
            }
        }
    }

    /**
     * Sends all accesses that have begun, and waits until no memory at the origin is in use for a target, or for
     * {@link #ALL}. Does not wait for the execution of accesses whose data has been copied.
     */
    public void awaitIdleAtOrigin(String operation, int rank) {
        if (rank != ALL) {
            RemoteTarget target = known(rank);
            if (target != null) {
                target.sendAll();
                if (!target.isIdleAtOrigin()) {
                    await(target::isIdleAtOrigin, operation, rank);
                }
            }
            return;
        }
        sendAll();
        for (int i = touched.size() - 1; i >= 0; i--) {
            RemoteTarget target = touched.get(i);
            if (target != null && !target.isIdleAtOrigin()) {
                await(target::isIdleAtOrigin, operation, target.rank());
            }
        }
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

    private void await(Condition end, String operation, int rank) {
        comm.endpoint().progress().await(new Answers(comm, end, operation, rank), Long.MAX_VALUE);
    }

    /** A wait for answers of a process. Its progress sends them without its endpoints, so no deadlock contains this wait. */
    private record Answers(CommContext comm, Condition end, String operation, int target) implements Condition {
        @Override
        public boolean isMet() {
            return end.isMet();
        }

        @Override
        public String toString() {
            return "operation=" + operation + " rank=" + comm.rank() + " target=" + target + " window=" + comm.name();
        }
    }
}
