package org.sennit.internal.endpoints.ownership;

import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The message of memory that was passed to this process and cannot be mapped here: the take fails, and the memory
 * returns to its home.
 */
record FailedGift(Runnable sendHome) implements PayloadSource {
    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        sendHome.run();
        receive.fail(
                sourceRank,
                tag,
                new SennitException(
                        ErrorClass.NO_MEM,
                        "memory that was given cannot be mapped here, and has gone home: "
                                + receive.describe(sourceRank, tag) + " length=" + lengthBytes));
    }

    @Override
    public void discard(long lengthBytes) {
        sendHome.run();
    }
}
