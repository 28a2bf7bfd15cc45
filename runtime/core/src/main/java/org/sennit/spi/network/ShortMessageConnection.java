package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;

/**
 * Optional interface of a {@link VirtualConnection}: short messages without the header of a packet, in order with the
 * packets of the connection. It serves all endpoints of the two processes, whatever {@link VirtualConnection#lane} they
 * have. Any thread.
 *
 * <p>Callers: the device, which asks once for each process, for short messages of arrays and for repeated gifts.
 */
public interface ShortMessageConnection {
    /**
     * Returns the longest message that {@link #startShort} takes now.
     *
     * @return bytes; −1 while it takes none, as before the two sides have come together
     */
    int shortLimitBytes();

    /**
     * Sends a short eager message out of an array, as {@link VirtualConnection#startMessage} sends its packet; the peer
     * may hand it up by {@link NetworkUpcalls#handleShort}. Does not block; the array is the caller's again on return.
     *
     * @param contextId the communicator's context id
     * @param endpoints as {@link org.sennit.spi.packet.PacketInBuffer#endpoints} joins them
     * @param sourceAndTag as {@link org.sennit.spi.packet.PacketInBuffer#sourceAndTag} joins them
     * @param signature the type signature
     * @param array a {@code byte[]}, {@code int[]}, {@code long[]}, {@code float[]} or {@code double[]}
     * @param offset where the payload begins in it, in bytes, a multiple of the element
     * @param lengthBytes its length, at most {@link #shortLimitBytes}, a multiple of the element
     * @return false when nothing has been sent: its packet is to be sent
     */
    boolean startShort(
            int contextId, long endpoints, long sourceAndTag, int signature, Object array, int offset, int lengthBytes);

    /**
     * Sends a PASS packet without an operation id, as {@link VirtualConnection#startMessage} sends it; the peer may
     * hand it up by {@link NetworkUpcalls#handlePass}. Does not block.
     *
     * @param contextId the communicator's context id
     * @param endpoints as {@link org.sennit.spi.packet.PacketInBuffer#endpoints} joins them
     * @param sourceAndTag as {@link org.sennit.spi.packet.PacketInBuffer#sourceAndTag} joins them
     * @param lengthBytes the length of the message
     * @param name the payload: the name of memory that the peer has had before, 24 bytes; the caller's again on return
     * @return false when nothing has been sent: its packet is to be sent
     */
    boolean startPass(int contextId, long endpoints, long sourceAndTag, long lengthBytes, MemorySegment name);
}
