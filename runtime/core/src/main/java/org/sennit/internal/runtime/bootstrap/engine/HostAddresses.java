package org.sennit.internal.runtime.bootstrap.engine;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The addresses of this host by which processes on other hosts may reach it. Stateless. */
final class HostAddresses {
    private static final int MOST = 8;

    private HostAddresses() {}

    /** Returns those of all interfaces that are up, IPv4 first; loopback and link-local ones are none. */
    static List<InetAddress> own() {
        List<InetAddress> found = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp() && !each.isLoopback()) {
                    each.inetAddresses()
                            .filter(address -> !address.isLinkLocalAddress())
                            .forEach(found::add);
                }
            }
        } catch (SocketException cannotLook) {
            // as if there were none
        }
        found.sort(Comparator.comparing(address -> !(address instanceof Inet4Address)));
        return found.stream().limit(MOST).toList();
    }

    /** Writes addresses as {@link #parse} reads them: no blanks; empty for none. */
    static String text(List<InetAddress> addresses) {
        return addresses.stream()
                .map(address -> address.getHostAddress().replaceAll("%.*", ""))
                .collect(Collectors.joining(","));
    }

    static List<InetSocketAddress> parse(String text, int port) {
        List<InetSocketAddress> addresses = new ArrayList<>();
        for (String each : text.split(",")) {
            if (!each.isEmpty()) {
                addresses.add(new InetSocketAddress(InetAddress.ofLiteral(each), port));
            }
        }
        return addresses;
    }
}
