package org.sennit.internal.endpoints.p2p;

import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** An object on its way to another endpoint of this JVM, immutable or given away: no bytes, only the reference. */
record ObjectReference(Object value) implements PayloadSource {
    @Override
    public MessageProtocol protocol() {
        return MessageProtocol.REFERENCE;
    }

    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        if (!(receive instanceof ObjectArrival<?> request)) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "types do not agree: sent an object by reference, received as memory: "
                            + receive.describe(sourceRank, tag));
        }
        request.take(value);
        receive.completeOwn(sourceRank, tag, lengthBytes);
    }

    @Override
    public void discard(long lengthBytes) {}
}
