package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.message.SennitException;

/** Which of a peer's sockets are tried, and in which order. */
class TcpRoutesTest {
    private static final Options NONE = Options.fromEnvironment();
    private static final ListenAddress UNIX = new ListenAddress(Reach.UNIX, false, "/tmp/x", 0);
    private static final ListenAddress LOOPBACK = new ListenAddress(Reach.LOOPBACK, false, "127.0.0.1", 1);
    private static final ListenAddress FAR = new ListenAddress(Reach.NETWORK, true, "203.0.113.9", 2);
    private static final ListenAddress NEAR = new ListenAddress(Reach.NETWORK, true, "127.0.0.9", 3);
    private static final ListenAddress PLAIN = new ListenAddress(Reach.NETWORK, false, "127.0.0.8", 4);

    private static List<ListenAddress> routes(Options options, boolean isUnixDemanded, boolean isHere) {
        SocketPolicy policy = SocketPolicy.of(options, isUnixDemanded, true, 0);
        String host = isHere ? policy.host().digest() : "elsewhere";
        List<ListenAddress> sockets = List.of(FAR, PLAIN, NEAR, LOOPBACK, UNIX);
        return new TcpRoutes(policy, null).to(new TcpAddress(1, host, sockets));
    }

    @Test
    void onOneHostTheUnixSocketComesFirstAndTheNetworkLast() {
        assertEquals(List.of(UNIX, LOOPBACK, FAR, PLAIN, NEAR), routes(NONE, false, true));
    }

    @Test
    void fromElsewhereOnlyTheNetworkIsTriedWithTlsAndNeighborsFirst() {
        assertEquals(List.of(NEAR, FAR), routes(NONE, false, false));
    }

    @Test
    void aPlainSocketElsewhereIsTriedOnlyWhenTlsIsOff() {
        assertEquals(List.of(PLAIN, NEAR, FAR), routes(NONE.with(TcpOptions.TLS, "off", "test"), false, false));
    }

    @Test
    void withTlsEverywhereNothingPlainIsTried() {
        assertEquals(List.of(FAR, NEAR), routes(NONE.with(TcpOptions.TLS, "on", "test"), false, true));
    }

    @Test
    void unixDemandedMeansNothingElseOnOneHost() {
        assertEquals(List.of(UNIX), routes(NONE, true, true));
        assertEquals(List.of(UNIX), routes(NONE.with(TcpOptions.UNIX, "on", "test"), false, true));
        assertEquals(List.of(NEAR, FAR), routes(NONE, true, false));
    }

    @Test
    void tcpByNameMeansTcpOnOneHostToo() {
        assertEquals(
                List.of(LOOPBACK, FAR, PLAIN, NEAR),
                routes(NONE.with(NetworkOptions.MODULE, "tcp", "test"), false, true));
        assertEquals(
                List.of(LOOPBACK, FAR, PLAIN, NEAR), routes(NONE.with(TcpOptions.UNIX, "off", "test"), false, true));
    }

    @Test
    void whatContradictsItselfIsAnError() {
        Options tcp = NONE.with(NetworkOptions.MODULE, "tcp", "test").with(TcpOptions.UNIX, "on", "test");
        assertThrows(SennitException.class, () -> routes(tcp, false, true));
        assertThrows(SennitException.class, () -> routes(NONE.with(TcpOptions.UNIX, "off", "test"), true, true));
    }
}
