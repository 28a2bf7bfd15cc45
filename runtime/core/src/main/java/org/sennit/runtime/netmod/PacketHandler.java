package org.sennit.runtime.netmod;

import java.nio.ByteBuffer;

/** Decides, for every packet that a {@link PacketAssembler} finds, where its payload goes. Runs with the loop held. */
@FunctionalInterface
public interface PacketHandler {
    /**
     * A packet begins.
     *
     * @param vc the connection
     * @param header the whole header: little endian, position 0, limit
     *     {@link org.sennit.runtime.message.PacketDescriptor#HEADER_LENGTH}, valid during the call only
     * @return where the payload goes; null to drop it. Also asked, and completed at once, when there is no payload
     */
    PayloadSink onHeader(VirtualConnection vc, ByteBuffer header);
}
