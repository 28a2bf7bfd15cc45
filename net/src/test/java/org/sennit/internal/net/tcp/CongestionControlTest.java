package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.internal.net.loop.EpollTransport;
import org.sennit.internal.net.loop.Transport;
import org.sennit.testkit.Deadline;

/** Both ends of a TCP socket within a host have a congestion control that does not pace, or the system's by option. */
@Deadline(seconds = 60)
class CongestionControlTest {
    private static final int NAME_BYTES = 16;
    private static final RawUnixChannelOption CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", 6, 13, NAME_BYTES);

    private final Set<Channel> used = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void epollIsHere() {
        assumeTrue(TransportChoice.of(Options.fromEnvironment()).transport() instanceof EpollTransport);
    }

    /** The same transport; the channels that frames are written to are recorded. */
    private Transport recording(Transport sockets) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (self, method, arguments) -> {
                    if (method.getName().equals("write")) {
                        used.add((Channel) arguments[0]);
                    }
                    try {
                        return method.invoke(sockets, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static String nameOf(Channel channel) {
        ByteBuffer name = channel.config().getOption(CONGESTION);
        return StandardCharsets.US_ASCII.decode(name.rewind()).toString().trim();
    }

    private void bothEndsHave(String wanted, String congestion) {
        Options options = Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, "epoll", "test")
                .with(TcpOptions.UNIX, "off", "test")
                .with(TcpOptions.CONGESTION, congestion, "test");
        GivenModuleFactory factory =
                new GivenModuleFactory("tcp", setup -> new TcpModule(setup, "tcp", false, this::recording));
        try (TestNetwork two = new TestNetwork(2, factory, options)) {
            two.connectAll();
            two.process(0).start(1, 1, MemorySegment.NULL);
            two.pollUntil(() -> two.process(1).device().arrived() == 1);
            assertFalse(used.isEmpty());
            used.forEach(channel -> assertEquals(wanted, nameOf(channel), channel::toString));
        }
    }

    @Test
    void isNotPacedWithinAHost() {
        bothEndsHave("reno", "auto");
    }

    @Test
    void isTheSystemsWhenSaidSo() throws Exception {
        bothEndsHave(
                Files.readString(Path.of("/proc/sys/net/ipv4/tcp_congestion_control"))
                        .trim(),
                "system");
    }
}
