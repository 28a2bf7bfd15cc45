package org.sennit.runtime.netmod;

import java.lang.foreign.MemorySegment;

/**
 * The device's side of one large message, given to a {@link LargeMessageTransfer}: its memory, the packets that may be
 * sent about it, and how it ends. Used with the module's loop held.
 *
 * <p>Cookies are copied during the call.
 */
public interface LargeMessageOperation {
    /**
     * Which side this is.
     *
     * @return true at the sender
     */
    boolean isSend();

    /**
     * The memory to read (sender) or to write (receiver).
     *
     * @return a contiguous segment; the receiver's is as long as what it takes
     */
    MemorySegment memory();

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
     * Sends COOKIE to the other side, at any time during the transfer.
     *
     * @param cookie the bytes
     */
    void sendCookie(MemorySegment cookie);

    /** Sends DONE to the other side: it is complete there. */
    void sendDone();

    /** This side is complete. */
    void complete();

    /**
     * This side has failed.
     *
     * @param cause what went wrong
     */
    void fail(Throwable cause);
}
