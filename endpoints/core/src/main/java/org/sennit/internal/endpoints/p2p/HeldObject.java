package org.sennit.internal.endpoints.p2p;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;

/**
 * An object on its way to an endpoint of this JVM that is flooded: as {@link ObjectReference}, but its sender waits
 * until it has been received. Made and awaited by the sending endpoint's thread, completed by the receiving one's.
 */
final class HeldObject extends Request implements PayloadSource {
    private final CommContext comm;
    private final ObjectReference reference;
    private final int destination;
    private final int tag;

    HeldObject(CommContext comm, ObjectReference reference, int destination, int tag) {
        super(comm.endpoint().progress());
        this.comm = comm;
        this.reference = reference;
        this.destination = destination;
        this.tag = tag;
        activate();
    }

    @Override
    public MessageProtocol protocol() {
        return reference.protocol();
    }

    @Override
    public void deliver(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
        try {
            reference.deliver(receive, sourceRank, messageTag, lengthBytes);
        } finally {
            discard(lengthBytes);
        }
    }

    @Override
    public void discard(long lengthBytes) {
        complete(destination, tag, lengthBytes);
    }

    @Override
    public void refuse(long lengthBytes, Throwable failure) {
        String what = failure == null
                ? "the receiver's program has ended without receiving the object: "
                : "the receiver has failed without receiving the object: ";
        String why = failure == null ? "" : " cause=" + failure.getMessage();
        fail(destination, tag, new SennitException(ErrorClass.PROC_FAILED, what + this + why, failure));
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), comm, destination);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return comm.raise(error);
    }

    @Override
    public String toString() {
        return "operation=send object rank=" + comm.rank() + " peer=" + destination + " tag=" + tag + " communicator="
                + comm;
    }
}
