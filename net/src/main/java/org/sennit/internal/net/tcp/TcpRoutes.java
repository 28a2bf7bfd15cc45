package org.sennit.internal.net.tcp;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sennit.internal.net.connection.Routes;
import org.sennit.internal.net.connection.SocketSecurity;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.internal.net.wire.TcpAddress;

/**
 * Chooses among a peer's sockets: on one host the Unix socket, then loopback, then the network; from elsewhere the
 * network alone, addresses of a network to which this host is attached first. What the policy forbids is not tried,
 * whatever the card says. Used with a loop held.
 */
final class TcpRoutes implements Routes {
    private final SocketPolicy policy;
    private final Supplier<SocketSecurity> maker;
    private SocketSecurity security; // null until it is needed

    TcpRoutes(SocketPolicy policy, Supplier<SocketSecurity> maker) {
        this.policy = policy;
        this.maker = maker;
    }

    @Override
    public List<ListenAddress> to(TcpAddress peer) {
        boolean isHere = isHere(peer);
        List<ListenAddress> all = new ArrayList<>();
        for (Reach reach : Reach.values()) {
            if (isHere || reach == Reach.NETWORK) {
                peer.sockets().stream()
                        .filter(socket -> socket.reach() == reach && isAllowed(socket, isHere))
                        .forEach(all::add);
            }
        }
        if (!isHere && all.size() > 1) {
            all.sort((a, b) -> Boolean.compare(isNeighbor(b), isNeighbor(a))); // stable: else the peer's own order
        }
        return all;
    }

    @Override
    public boolean isHere(TcpAddress peer) {
        return peer != null && peer.host().equals(policy.host().digest());
    }

    private boolean isAllowed(ListenAddress socket, boolean isHere) {
        if (isHere && socket.reach() == Reach.UNIX ? !policy.isUnixAllowed() : isHere && policy.isUnixDemanded()) {
            return false;
        }
        boolean mustBeTls = policy.isTlsEverywhere() || (!isHere && policy.isTlsBetweenHosts());
        return socket.isTls() || !mustBeTls;
    }

    private static boolean isNeighbor(ListenAddress socket) {
        try {
            return InterfaceChoice.isNeighbor(InetAddress.ofLiteral(socket.host()));
        } catch (IllegalArgumentException notAnAddress) {
            return false;
        }
    }

    @Override
    public synchronized SocketSecurity security() { // several lanes share this
        if (security == null) {
            security = maker.get();
        }
        return security;
    }
}
