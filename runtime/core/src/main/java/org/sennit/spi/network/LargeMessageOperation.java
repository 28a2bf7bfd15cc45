package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.progress.ProgressHook;

/**
 * The device's side of one large message, given to a {@link LargeMessageTransfer}: its memory, the packets that may be
 * sent about it, and how it ends. Any thread may call, one at a time for one operation.
 *
 * <p>Cookies are copied during the call; one may be longer than a fragment (at most 1 MiB) and arrives in one piece.
 */
public interface LargeMessageOperation {
    /**
     * Returns the side of the operation.
     *
     * @return true at the sender
     */
    boolean isSend();

    /**
     * Returns the number of bytes that are moved.
     *
     * @return the message's length at the sender until CTS; afterwards, and at the receiver, what the receiver takes
     */
    long lengthBytes();

    /**
     * Returns the memory itself, where that is without gaps and any thread may touch it.
     *
     * @return a segment of {@link #lengthBytes} to read (sender) or write (receiver); null where only {@link #read} and
     *     {@link #write} reach it
     */
    MemorySegment memory();

    /**
     * Copies bytes of the message at the sender, in the order in which they travel, whatever the layout of the memory.
     *
     * @param from the first byte of the message
     * @param target where to
     * @param targetOffset where in it, in bytes
     * @param bytes the length in bytes
     * @throws IllegalStateException when the memory's arena has been closed; the operation is to fail with it
     */
    void read(long from, MemorySegment target, long targetOffset, long bytes);

    /**
     * Copies bytes of the message to their places at the receiver.
     *
     * @param to the first byte of the message
     * @param source where they are
     * @param sourceOffset where in it, in bytes
     * @param bytes the length in bytes
     * @throws IllegalStateException when the memory's arena has been closed; the operation is to fail with it
     */
    void write(long to, MemorySegment source, long sourceOffset, long bytes);

    /**
     * Returns the endpoint of this side.
     *
     * @return its id in this process
     */
    int endpoint();

    /**
     * Returns the endpoint of the other side; at the sender it is the one to which the message goes.
     *
     * @return its id in the peer's process
     */
    int peerEndpoint();

    /**
     * Returns the object that the module has attached to this message.
     *
     * @return the attachment; null at the start of each message
     */
    Object attachment();

    /**
     * Attaches the module's state of this transfer.
     *
     * @param attachment any object
     */
    void attach(Object attachment);

    /**
     * Returns the object that the module keeps with this one from message to message, which may go over other
     * connections of other modules.
     *
     * @return what was given to {@link #keep} last; null when nothing was
     */
    Object kept();

    /**
     * Keeps an object with this one from message to message: what would be made for each, so that none allocates.
     *
     * @param object any object, about the message of this operation while that is under way
     */
    void keep(Object object);

    /**
     * Runs a step repeatedly in the progress calls of this side's endpoint, without the network's loop and never by
     * two threads at once, until it answers {@link ProgressHook#OVER} or the operation ends. A step copies a
     * bounded number of bytes. Wakes the endpoint when it sleeps. Another call replaces the step, also a running
     * one, which is then not run again.
     *
     * @param step what to do; one object for many calls, so that nothing is allocated
     */
    void drive(ProgressHook step);

    /** Wakes a thread that waits on this side's endpoint, so that its step runs. */
    void signal();

    /**
     * Sends RTS; the sender's {@link LargeMessageTransfer#initiate} must call this.
     *
     * @param cookie what the receiver needs; null for none
     */
    void sendRequestToSend(MemorySegment cookie);

    /**
     * Sends CTS; the receiver calls this in the put and cooperative modes.
     *
     * @param cookie what the sender needs; null for none
     */
    void sendClearToSend(MemorySegment cookie);

    /**
     * Sends COOKIE to the other side, at any time after the start; at the sender, after CTS or a cookie
     * of the receiver has arrived.
     *
     * @param cookie the bytes
     * @throws IllegalStateException at the sender when nothing has come from the receiver yet
     */
    void sendCookie(MemorySegment cookie);

    /** Sends DONE to the other side. */
    void sendDone();

    /**
     * Completes this side: the device ends it, and its memory is the user's again, as soon as the calls and steps that
     * run for it have returned.
     */
    void complete();

    /**
     * Fails this side and notifies the other. Ends like {@link #complete};
     * {@link LargeMessageTransfer#abandoned} is not called.
     *
     * @param cause the cause: an IllegalStateException when the memory of this side is lost
     */
    void fail(Throwable cause);
}
