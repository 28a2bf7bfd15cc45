package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.datatype.ObjectCodec;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * The receive of an object. Gets its memory when the length of the message is known, so that wildcards and several
 * threads need no probe.
 *
 * @param <T> the class of the object
 */
final class ObjectArrival<T> extends ReceiveRequest {
    private final String operation;
    private final Class<T> type;
    private final ObjectRules rules;

    // Written by the delivering thread, read by the thread that takes the outcome.
    private byte[] bytes;
    private Object received;
    private boolean hasReceived;

    ObjectArrival(Progress progress, String operation, Class<T> type, ObjectRules rules) {
        super(progress);
        this.operation = operation;
        this.type = type;
        this.rules = rules;
    }

    @Override
    protected boolean makeRoom(long lengthBytes, PayloadSource from) {
        if (lengthBytes > rules.maxBytes()) {
            return false;
        }
        bytes = new byte[(int) lengthBytes];
        room(MemorySegment.ofArray(bytes), lengthBytes);
        return true;
    }

    @Override
    protected String operation() {
        return operation;
    }

    void take(Object value) {
        received = value;
        hasReceived = true;
    }

    /** Deserializes the object in the waiting thread. Called once, before the request completes for the user. */
    void decode() {
        String where = describe(peer(), messageTag());
        byte[] all = bytes;
        bytes = null;
        if (all != null) {
            take(ObjectCodec.decode(all, rules, where + " length=" + all.length));
        }
        if (received != null && !type.isInstance(received)) {
            String sent = received.getClass().getName();
            received = null;
            hasReceived = false;
            throw new SennitException(
                    ErrorClass.TYPE,
                    "object of another class: sent " + sent + ", received as " + type.getName() + ": " + where);
        }
    }

    /** Drops the bytes of an object that is not wanted. */
    @Override
    protected void dropped() {
        bytes = null;
    }

    /**
     * Returns the object, possibly null; REQUEST when there is none: an empty message, an error, a cancelled receive.
     */
    T value() {
        if (!hasReceived || !isInactive()) {
            throw new SennitException(
                    ErrorClass.REQUEST,
                    "no object: the receive is not over, was cancelled, has failed, or got an empty message: type="
                            + type.getName());
        }
        return type.cast(received);
    }
}
