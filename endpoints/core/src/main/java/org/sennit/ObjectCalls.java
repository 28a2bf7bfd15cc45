package org.sennit;

import org.sennit.message.Status;

/**
 * The objects that a {@link Communicator} sends: records and other serializable objects, strings, boxed values, arrays.
 * They are sent by Java serialization, and only classes named by the option {@code objects.allow} of the receiving
 * process are accepted; while it is empty, objects are disabled. They are messages like others: matched by source and
 * tag, in order with all other messages.
 */
public interface ObjectCalls {
    /**
     * Sends an object; blocks until its bytes are gone.
     *
     * @param value a record or another serializable object, or null
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException see {@link Communicator}; UNSUPPORTED when objects are off, TYPE when
     *     something in it is not serializable, COUNT when it is longer than {@code objects.bytes.max}; final
     */
    void sendObject(Object value, int destination, int tag);

    /**
     * Sends an immutable object. To an endpoint of this JVM it goes by reference, without a copy and though objects are
     * off; it waits for its receive then only where messages that have not been received fill the receiver's
     * {@code flood.budget}. To another JVM it goes as {@link #sendObject} does.
     *
     * @param value a string, boxed value or enum constant, or a record of such, of primitive values and
     *     of such records; or null
     * @param destination a rank or {@link Communicator#NULL_PROCESS}
     * @param tag 0 to 2³¹−1
     * @throws org.sennit.message.SennitException TYPE when something in it may change; as for
     *     {@link #sendObject}; final
     */
    void shareObject(Object value, int destination, int tag);

    /**
     * Receives an object; blocks until it is there.
     *
     * @param type its class
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param <T> the class
     * @return the object; null from the null process
     * @throws org.sennit.message.SennitException see {@link Communicator}; UNSUPPORTED when objects are off, TYPE when
     *     a class is not allowed, or it is an object of another class or none; the message is consumed; final
     */
    <T> T receiveObject(Class<T> type, int source, int tag);

    /**
     * Receives an object; blocks until it is there.
     *
     * @param type its class
     * @param source a rank, {@link Communicator#ANY_SOURCE} or {@link Communicator#NULL_PROCESS}
     * @param tag a tag or {@link Communicator#ANY_TAG}
     * @param status filled with sender, tag and the length of the bytes
     * @param <T> the class
     * @return the object; null from the null process
     * @throws org.sennit.message.SennitException see {@link Communicator}; UNSUPPORTED when objects are off, TYPE when
     *     a class is not allowed, or it is an object of another class or none; the message is consumed; final
     */
    <T> T receiveObject(Class<T> type, int source, int tag, Status status);
}
