package org.sennit.internal.endpoints.coll;

import java.util.function.LongSupplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.shm.match.NumberedCalls;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Fails the job for a message of a collective that is over here. Its sender has taken this member for one that receives, so
 * has made another call. Members of several processes that each take themselves for the root wait for no member, and are told in
 * no other way.
 */
final class LeftMessages implements NumberedCalls {
    private final CommContext comm;
    private final LongSupplier ended;

    /**
     * Watches the messages of a communicator's collectives.
     *
     * @param ended all calls below that number are over
     */
    LeftMessages(CommContext comm, LongSupplier ended) {
        this.comm = comm;
        this.ended = ended;
    }

    /** Tags begin again when they have all been used. */
    @Override
    public boolean isOver(int tag) {
        long distance = ended.getAsLong() - tag & Integer.MAX_VALUE;
        return distance > 0 && distance <= Integer.MAX_VALUE / 2;
    }

    @Override
    public void left(int source, int tag, long lengthBytes) {
        if (comm.job().isContinuing()) {
            return; // left by a call that a dead member has ended
        }
        SennitException error = new SennitException(
                ErrorClass.ARG,
                CallFailures.DIFFERENT_CALLS + "a message of a collective that is over has not been received: rank="
                        + comm.rank() + " peer=" + source + " call=" + tag + " length=" + lengthBytes + " communicator="
                        + comm);
        comm.job().health().fail("rank " + comm.rank() + " in a collective", error);
    }
}
