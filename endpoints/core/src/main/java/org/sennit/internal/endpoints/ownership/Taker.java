package org.sennit.internal.endpoints.ownership;

/**
 * The taking side: has memory for messages that came as bytes. Called by the thread that drains the endpoint's inbox.
 */
public interface Taker {
    /**
     * Provides memory for a message.
     *
     * @param lengthBytes how long
     * @return memory that the taker owns; it is {@link OwnershipMemory#sendBack sent back} when the message does not
     *     come
     * @throws org.sennit.message.SennitException NO_MEM when there is not so much; the receive ends with it
     */
    OwnershipMemory room(long lengthBytes);

    /**
     * Takes back what was given and has not gone anywhere. By the thread that drives the endpoint.
     *
     * @param memory of any home
     */
    default void takeBack(OwnershipMemory memory) {
        memory.sendBack();
    }
}
