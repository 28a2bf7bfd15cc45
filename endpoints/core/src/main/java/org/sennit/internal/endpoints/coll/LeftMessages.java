package org.sennit.internal.endpoints.coll;

import java.util.function.LongSupplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.shm.match.NumberedCalls;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Fails the job for a message of a collective that has ended here: its sender expects this member to receive, so it has
 * made a different call. This is the only way to detect members of several processes that each take themselves for the
 * root, since none of them waits.
 */
final class LeftMessages implements NumberedCalls {
    private final CommContext comm;
    private final LongSupplier ended;

    /**
     * Makes the watch of a communicator's collective messages.
     *
     * @param ended the number below which all calls have ended
     */
    LeftMessages(CommContext comm, LongSupplier ended) {
        this.comm = comm;
        this.ended = ended;
    }

    /** Returns whether a call has ended. Tags wrap around. */
    @Override
    public boolean isOver(int tag) {
        long distance = ended.getAsLong() - tag & Integer.MAX_VALUE;
        return distance > 0 && distance <= Integer.MAX_VALUE / 2;
    }

    @Override
    public void left(int source, int tag, long lengthBytes) {
        if (comm.job().isContinuing()) {
            return; // left by a call that failed with a dead member
        }
        SennitException error = new SennitException(
                ErrorClass.ARG,
                CallFailures.DIFFERENT_CALLS + "a message of a collective that is over has not been received: rank="
                        + comm.rank() + " peer=" + source + " call=" + tag + " length=" + lengthBytes + " communicator="
                        + comm);
        comm.job().health().fail("rank " + comm.rank() + " in a collective", error);
    }
}
