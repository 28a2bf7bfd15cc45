package org.sennit.internal.endpoints.device.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.VirtualConnection;

/** The handler of the active-message packets of one connection. Used with its upcalls. */
public interface ActivePackets extends PacketHandler {
    /**
     * Takes a packet without payload out of the network's memory.
     *
     * @param memory as for {@link org.sennit.spi.network.NetworkUpcalls#handleBare}
     * @return false when nothing has happened: it must come as a packet
     */
    boolean onBare(VirtualConnection vc, MemorySegment memory, long at);
}
