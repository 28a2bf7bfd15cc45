package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * Optional interface of a {@link VirtualConnection}: payloads gathered from slices. Where it is missing, operations
 * must not give a batch of slices either ({@link NetworkSend#again(MemorySegment, List)}).
 *
 * <p>No caller yet but modules that stand on another: sends of layouts with gaps will need it.
 */
public interface VectorConnection {
    /**
     * Sends a message whose payload is the concatenation of slices; otherwise like {@link VirtualConnection#send}.
     *
     * @param operation the caller's operation, not in use
     * @param header the header, at most {@link NetworkSend#MAX_PACKET_HEADER_BYTES}
     * @param slices the payload in order; must not change while in use
     * @throws org.sennit.message.SennitException with NETWORK when the module has been closed; do not retry
     */
    void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices);
}
