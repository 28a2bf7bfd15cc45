package org.sennit.internal.net.tcp;

import java.util.StringJoiner;
import java.util.function.BiConsumer;
import org.sennit.config.InfoSection;
import org.sennit.config.Options;
import org.sennit.internal.net.loop.EpollTransport;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.SennitException;

/** The section of {@code sennit info} about tcp. */
public final class TcpInfoSection implements InfoSection {

    @Override
    public int order() {
        return 400;
    }

    @Override
    public String title() {
        return "Network: tcp";
    }

    @Override
    public void describe(Options options, BiConsumer<String, String> line) {
        try {
            TransportChoice choice = TransportChoice.of(options);
            line.accept("transport", choice.transport().name() + ": " + choice.reason());
        } catch (SennitException e) {
            line.accept("transport", "none: " + e.getMessage());
        }
        try {
            describeSockets(options, line);
        } catch (SennitException e) {
            line.accept("sockets", "none: " + e.getMessage());
        }
    }

    private static void describeSockets(Options options, BiConsumer<String, String> line) {
        boolean isUnixDemanded = options.value(NetworkOptions.MODULE).equals("unix");
        SocketPolicy policy = SocketPolicy.of(options, isUnixDemanded, true, 0);
        String unix = "Unix sockets below " + UnixSocketFolder.base(0);
        String tcp = "TCP on the loopback address";
        line.accept(
                "on one host",
                policy.isUnixDemanded() ? unix + ", never TCP" : policy.isUnixAllowed() ? unix + ", else " + tcp : tcp);
        InterfaceChoice choice = InterfaceChoice.of(options);
        StringJoiner addresses = new StringJoiner(", ");
        choice.addresses().forEach(address -> addresses.add(InterfaceChoice.text(address)));
        line.accept("between hosts", "TCP on " + addresses + ": " + choice.reason());
        line.accept("congestion control", congestionControl(options));
        int cores = Runtime.getRuntime().availableProcessors();
        LaneChoice lanes = LaneChoice.of(options, LaneNumber.MOST_LANES, cores);
        line.accept("lanes", lanes.count() + " at most in a process that has this host for itself: " + lanes.reason());
        line.accept("TLS", policy.tlsReason(options));
        line.accept("this host", policy.host().digest() + ": " + policy.host().reason());
    }

    private static String congestionControl(Options options) {
        String origin = "net.congestion=" + options.value(TcpOptions.CONGESTION) + " ("
                + options.origin(TcpOptions.CONGESTION) + ")";
        if (options.value(TcpOptions.CONGESTION).equals("system")) {
            return "the system's, " + origin;
        }
        boolean isEpoll = TransportChoice.of(options).transport() instanceof EpollTransport;
        return (isEpoll
                        ? "reno within a host (where allowed), the system's between hosts, "
                        : "the system's, since the transport is not epoll, ")
                + origin;
    }
}
