package org.sennit.internal.net.tcp;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The addresses on which a process with peers on other hosts listens: those that the user names, else every address of
 * an interface that is up, without loopback and link-local ones; the peers choose among them. Immutable.
 *
 * @param addresses the addresses, the most promising first; at least one
 * @param reason why these
 */
record InterfaceChoice(List<InetAddress> addresses, String reason) {
    /** More do not fit into a card. */
    private static final int MOST = 5;

    /** Interfaces of containers and virtual machines: they seldom lead to another host. */
    private static final List<String> INNER = List.of("docker", "br-", "veth", "virbr", "cni", "lxc", "podman");

    /**
     * Chooses.
     *
     * @param options may name an interface, an address or a network
     * @throws SennitException with {@link ErrorClass#ARG} when what is named is not on this host,
     *     listing what is; do not retry
     */
    static InterfaceChoice of(Options options) {
        String wanted = options.value(TcpOptions.INTERFACE);
        List<Found> all = found();
        if (wanted.isEmpty()) {
            return everything(all);
        }
        List<InetAddress> matching = all.stream()
                .filter(found -> found.isMeantBy(wanted))
                .map(found -> found.address)
                .limit(MOST)
                .toList();
        if (matching.isEmpty()) {
            matching = literal(wanted);
        }
        if (matching.isEmpty()) {
            StringJoiner there = new StringJoiner(", ");
            all.forEach(found -> there.add(found.name + " " + text(found.address)));
            throw new SennitException(
                    ErrorClass.ARG,
                    "net.interface=" + wanted + " is no interface, address or network (address/bits) of this host,"
                            + " which has " + there);
        }
        return new InterfaceChoice(
                matching, "net.interface=" + wanted + " (" + options.origin(TcpOptions.INTERFACE) + ")");
    }

    private static InterfaceChoice everything(List<Found> all) {
        List<InetAddress> outer = all.stream()
                .filter(found -> !found.address.isLoopbackAddress())
                .sorted(Comparator.comparing((Found found) -> found.isInner())
                        .thenComparing(found -> !(found.address instanceof Inet4Address))
                        .thenComparing(found -> found.index))
                .map(found -> found.address)
                .limit(MOST)
                .toList();
        return outer.isEmpty()
                ? new InterfaceChoice(List.of(InetAddress.ofLiteral("127.0.0.1")), "no interface is up but loopback")
                : new InterfaceChoice(outer, "every interface that is up, without loopback and link-local addresses");
    }

    /** Returns the loopback address that a text denotes; empty for other texts. Such an address need not be listed. */
    private static List<InetAddress> literal(String text) {
        try {
            InetAddress address = InetAddress.ofLiteral(text);
            return address.isLoopbackAddress() ? List.of(address) : List.of();
        } catch (IllegalArgumentException notAnAddress) {
            return List.of();
        }
    }

    /** Returns the text of an address without a scope, as cards have it. */
    static String text(InetAddress address) {
        String text = address.getHostAddress();
        int scope = text.indexOf('%');
        return scope < 0 ? text : text.substring(0, scope);
    }

    /**
     * Returns whether an address is in a network.
     *
     * @param bits how many leading bits they share
     */
    static boolean isIn(InetAddress address, InetAddress network, int bits) {
        byte[] one = address.getAddress();
        byte[] other = network.getAddress();
        if (one.length != other.length || bits < 0 || bits > 8 * one.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit & 7);
            if (((one[bit >> 3] ^ other[bit >> 3]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether an address is on a network to which this host is attached. */
    static boolean isNeighbor(InetAddress address) {
        return found().stream().anyMatch(found -> isIn(address, found.address, found.bits));
    }

    private static List<Found> found() {
        List<Found> all = new ArrayList<>();
        try {
            for (NetworkInterface network : NetworkInterface.networkInterfaces().toList()) {
                if (!network.isUp()) {
                    continue;
                }
                for (InterfaceAddress address : network.getInterfaceAddresses()) {
                    if (!address.getAddress().isLinkLocalAddress()) {
                        all.add(new Found(
                                network.getName(),
                                network.getIndex(),
                                address.getAddress(),
                                address.getNetworkPrefixLength()));
                    }
                }
            }
        } catch (SocketException cannotLook) {
            // as if there were none: the loopback address is left
        }
        return all;
    }

    private record Found(String name, int index, InetAddress address, int bits) {
        boolean isInner() {
            return INNER.stream().anyMatch(name::startsWith);
        }

        boolean isMeantBy(String wanted) {
            if (name.equals(wanted)) {
                return true;
            }
            int slash = wanted.indexOf('/');
            try {
                InetAddress named = InetAddress.ofLiteral(slash < 0 ? wanted : wanted.substring(0, slash));
                return slash < 0
                        ? named.equals(address)
                        : isIn(address, named, Integer.parseInt(wanted.substring(slash + 1)));
            } catch (IllegalArgumentException notAnAddress) {
                return false;
            }
        }
    }
}
