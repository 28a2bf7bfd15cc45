package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;

/**
 * A module's own way to move large messages over one connection; null in {@link VirtualConnection#largeMessages} means
 * that it has none and the device sends the data as ordinary packets. From the section on large message transfer of the
 * Nemesis network module document: in get mode there is no CTS, in cooperative mode no DONE, and which mode a message
 * goes by is the module's choice, made from its cookies.
 *
 * <p>{@link #initiate} and {@link #startReceive} are called by a thread of the endpoint, without the loop;
 * {@link #abandoned} by any thread; all others with the connection's upcalls, one at a time. None may block. Long
 * copies belong into {@link LargeMessageOperation#drive}. What was asked for may be answered before the call has
 * returned: an upcall, or a step, may run while initiate, startReceive, or a step (or an upcall) runs for the same
 * operation, so a module guards what they share. An exception ends the operation: the other side is notified, and then
 * {@link #abandoned} is called.
 *
 * <p>An operation object is used for one message after the other. It is about another message once it
 * is complete, failed or abandoned and every call that was made for it has returned, so a module
 * forgets it in the call that ends it.
 *
 * <p>Cookies are valid during the call only: a module copies what it needs later.
 */
public interface LargeMessageTransfer {
    /**
     * Starts at the sender; must send RTS through the operation.
     *
     * @param operation the send
     */
    void initiate(LargeMessageOperation operation);

    /**
     * Called when RTS has arrived and was matched: sends CTS, or starts to read in get mode. Truncation has been
     * settled: the operation takes no more than it has room for.
     *
     * @param operation the receive
     * @param senderCookie the cookie of RTS; null when there was none
     */
    void startReceive(LargeMessageOperation operation, MemorySegment senderCookie);

    /**
     * Called when CTS has arrived: starts to write. Not called in get mode.
     *
     * @param operation the send; its length is now what the receiver takes
     * @param receiverCookie the cookie of CTS; null when there was none
     */
    void startSend(LargeMessageOperation operation, MemorySegment receiverCookie);

    /**
     * Called when COOKIE has arrived.
     *
     * @param operation the operation for which it was sent
     * @param cookie the bytes
     */
    void handleCookie(LargeMessageOperation operation, MemorySegment cookie);

    /**
     * Called when DONE has arrived at the sender.
     *
     * @param operation the send
     */
    void doneSend(LargeMessageOperation operation);

    /**
     * Called when DONE has arrived at the receiver.
     *
     * @param operation the receive
     */
    void doneReceive(LargeMessageOperation operation);

    /**
     * An operation has been ended by the device: its peer has given it up, the message is not wanted, a call has
     * thrown, or the connection is lost. Nothing may touch its memory after this call, and nothing does during it:
     * calls and steps for the operation are over before it.
     *
     * @param operation the operation
     */
    void abandoned(LargeMessageOperation operation);
}
