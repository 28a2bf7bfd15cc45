package org.sennit.spi.network;

/**
 * The other side's memory of a large message was given up while this side copied: what a {@link LargeMessageTransfer}
 * throws or fails its operation with, so that both sides learn whose memory it was. (This side's own memory is an
 * {@link IllegalStateException}, as the JDK throws it.)
 */
public final class PeerMemoryLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Makes an exception with a text.
     *
     * @param message what was copied
     */
    public PeerMemoryLostException(String message) {
        super(message);
    }
}
