package org.sennit.spi.network;

import java.nio.ByteBuffer;

/** Decides, for every packet that a {@link PacketAssembler} finds, where its payload goes. Runs with the loop held. */
@FunctionalInterface
public interface PacketHandler {
    /**
     * Called when a packet begins.
     *
     * @param vc the connection
     * @param header the whole header: little endian, position 0, limit
     *     {@link org.sennit.spi.packet.PacketDescriptor#HEADER_LENGTH}, valid during the call only
     * @return where the payload goes; null to drop it. Also asked, and completed at once, when there is no payload
     */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header);

    /**
     * Fast path, asked first: a whole packet lies in one fragment. No copies, no sink.
     *
     * @param vc the connection
     * @param fragment the fragment, of any byte order; its position and limit must not be changed
     * @param at the offset of the header: its position
     * @param payloadLength the number of bytes that follow the header, all in the fragment
     * @return true when the packet has been dealt with; false to go on with {@link #onHeader},
     *     when nothing has happened
     */
    default boolean onPacket(VirtualConnection vc, ByteBuffer fragment, int at, int payloadLength) {
        return false;
    }
}
