package org.sennit.internal.net.connection;

import java.util.List;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;

/**
 * The sockets that lead from here to a peer, and the protection of those that leave the host. Used with the loop held.
 */
public interface Routes {
    /**
     * Returns the sockets of a peer that may be tried, in this order.
     *
     * @param peer what its card says
     * @return the sockets; empty when none is reachable and allowed
     */
    List<ListenAddress> to(TcpAddress peer);

    /**
     * Returns whether a peer is on this host, so that what its addresses answer is its own word.
     *
     * @param peer what its card says; null for one whose card is not known
     */
    boolean isHere(TcpAddress peer);

    /** Returns the protection of sockets that speak TLS; made when it is first asked for. */
    SocketSecurity security();
}
