package org.sennit.internal.endpoints.comm;

import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.spi.progress.RankScope;

/**
 * A communicator as the scope of messages that a call of the program makes internally: it knows ranks and failures, and
 * has no error handler. The call itself reports its error, once. Immutable; any thread may use it.
 */
public final class QuietScope implements FailureScope, RankScope {
    private final CommContext comm;

    QuietScope(CommContext comm) {
        this.comm = comm;
    }

    /**
     * Returns the communicator of a scope.
     *
     * @param scope of a message or a wait
     * @return its communicator, also that of a quiet one; null when it has none
     */
    public static CommContext communicatorOf(Object scope) {
        return switch (scope) {
            case CommContext comm -> comm;
            case QuietScope quiet -> quiet.comm;
            case null, default -> null;
        };
    }

    @Override
    public Throwable failureOf(int source) {
        return comm.failureOf(source);
    }

    @Override
    public int failedRank(int source) {
        return comm.failedRank(source);
    }

    @Override
    public int rank() {
        return comm.rank();
    }

    @Override
    public long[] endpointsOf(int rank) {
        return comm.endpointsOf(rank);
    }

    @Override
    public long ownEndpoint() {
        return comm.ownEndpoint();
    }

    @Override
    public String toString() {
        return comm.toString();
    }
}
