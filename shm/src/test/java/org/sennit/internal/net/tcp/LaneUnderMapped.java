package org.sennit.internal.net.tcp;

import org.sennit.spi.network.NetworkLane;

/** Ends a lane of tcp as the death of its process would; in this package since it alone has access to one. */
public final class LaneUnderMapped {
    private LaneUnderMapped() {}

    /** Closes the sockets of a lane, without any farewell. */
    public static void close(NetworkLane lane) {
        ((TcpLane) lane).close();
    }
}
