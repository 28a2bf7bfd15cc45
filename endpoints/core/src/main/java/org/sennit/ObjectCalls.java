package org.sennit;

import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.p2p.ObjectMessages;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * The objects that a {@link Communicator} sends: records and other serializable objects, strings, boxed values, arrays.
 * They travel as Java's serialization writes them, and only classes that the option {@code objects.allow} of the receiving
 * process names are let in; as long as it is empty, objects are off. They are messages like others: matched by source and
 * tag, in order, in the way of whatever else was sent.
 */
public abstract class ObjectCalls extends ModeCalls {
    private final ObjectMessages objects;

    /** Made by its communicator only. */
    ObjectCalls(CommContext context) {
        super(context);
        this.objects = new ObjectMessages(context);
    }

    final ObjectMessages objects() {
        return objects;
    }

    /**
     * Sends an object; blocks until its bytes are gone.
     *
     * @param value a record or another serializable object, or null
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}; UNSUPPORTED when objects are off, TYPE when
     *     something in it is not serializable, COUNT when it is longer than {@code objects.bytes.max}; final
     */
    public void sendObject(Object value, int destination, int tag) {
        try {
            objects.send(value, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Sends an immutable object. To an endpoint of this JVM it goes by reference, without a copy and though objects are off;
     * it waits for its receive then only where messages that have not been received fill the receiver's {@code flood.budget}. To another JVM it goes as {@link #sendObject} does.
     *
     * @param value a string, boxed value or enum constant, or a record of such, of primitive values and of such records; or
     *     null
     * @param destination a rank or {@link #NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException TYPE when something in it may change; as for {@link #sendObject}; final
     */
    public void shareObject(Object value, int destination, int tag) {
        try {
            objects.share(value, destination, tag);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Receives an object; blocks until it is there.
     *
     * @param type its class
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param <T> the class
     * @return the object; null from the null process
     * @throws org.sennit.message.SennitException see {@link Communicator}; TYPE when a class is not allowed, or it is an
     *     object of another class or none; the message is consumed; final
     */
    public <T> T receiveObject(Class<T> type, int source, int tag) {
        try {
            return objects.receive(type, source, tag, null);
        } catch (SennitException e) {
            throw raised(e);
        }
    }

    /**
     * Receives an object; blocks until it is there.
     *
     * @param type its class
     * @param source a rank, {@link #ANY_SOURCE} or {@link #NULL_PROCESS}
     * @param tag a tag or {@link #ANY_TAG}
     * @param status filled with sender, tag and the length of the bytes
     * @param <T> the class
     * @return the object; null from the null process
     * @throws org.sennit.message.SennitException as above
     */
    public <T> T receiveObject(Class<T> type, int source, int tag, Status status) {
        try {
            return objects.receive(type, source, tag, status);
        } catch (SennitException e) {
            throw raised(e);
        }
    }
}
