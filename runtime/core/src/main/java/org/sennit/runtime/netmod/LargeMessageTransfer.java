package org.sennit.runtime.netmod;

import java.lang.foreign.MemorySegment;

/**
 * A module's own way to move large messages over one connection; null in {@link VirtualConnection#largeMessages} means
 * that it has none. All calls run with the module's loop held and must not block.
 *
 * <p>Cookies are valid during the call only: a module copies what it needs later. From the section on large message
 * transfer of the Nemesis network module document.
 */
public interface LargeMessageTransfer {
    /**
     * The mode, which says what packets are exchanged.
     *
     * @return not {@link LargeMessageMode#NULL}
     */
    LargeMessageMode mode();

    /**
     * Starts at the sender; must send RTS through the operation.
     *
     * @param operation the send
     */
    void initiate(LargeMessageOperation operation);

    /**
     * RTS has arrived and was matched: sends CTS, or starts to read in get mode.
     *
     * @param operation the receive
     * @param senderCookie the cookie of RTS; null when there was none
     */
    void startReceive(LargeMessageOperation operation, MemorySegment senderCookie);

    /**
     * CTS has arrived: starts to write. Not called in get mode.
     *
     * @param operation the send
     * @param receiverCookie the cookie of CTS; null when there was none
     */
    void startSend(LargeMessageOperation operation, MemorySegment receiverCookie);

    /**
     * COOKIE has arrived.
     *
     * @param operation the operation for which it was sent
     * @param cookie the bytes
     */
    void handleCookie(LargeMessageOperation operation, MemorySegment cookie);

    /**
     * DONE has arrived at the sender.
     *
     * @param operation the send
     */
    void doneSend(LargeMessageOperation operation);

    /**
     * DONE has arrived at the receiver.
     *
     * @param operation the receive
     */
    void doneReceive(LargeMessageOperation operation);

    /**
     * The connection has ended; running operations get their failure from here.
     *
     * @param cause what broke it; null after an orderly end
     */
    void terminated(Throwable cause);
}
