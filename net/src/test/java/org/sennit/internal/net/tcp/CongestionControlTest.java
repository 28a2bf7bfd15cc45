package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
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

/**
 * Both ends of a TCP socket within a host get a congestion control that does not pace, before they are connected: the
 * socket would be paced for good. By option they keep the system's.
 */
@Deadline(seconds = 60)
class CongestionControlTest {
    private static final String RENO = "reno";
    private static final int NAME_BYTES = 16;
    private static final Path SYSTEM = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");
    private static final Path ALLOWED = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");
    private static final RawUnixChannelOption CONGESTION =
            new RawUnixChannelOption("TCP_CONGESTION", 6, 13, NAME_BYTES);

    private final Set<Channel> used = ConcurrentHashMap.newKeySet();
    private final Set<Channel> late = ConcurrentHashMap.newKeySet();

    @BeforeEach
    void renoCanBeToldFromTheSystems() throws IOException {
        assumeTrue(TransportChoice.of(Options.fromEnvironment()).transport() instanceof EpollTransport);
        assumeTrue(Files.readString(ALLOWED).contains(RENO));
        assumeFalse(Files.readString(SYSTEM).strip().equals(RENO));
    }

    /** The same transport; the channels that frames are written to are recorded, and those that were set too late. */
    private Transport recording(Transport sockets) {
        return (Transport) Proxy.newProxyInstance(
                Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (self, method, arguments) -> {
                    if (method.getName().equals("write")) {
                        used.add((Channel) arguments[0]);
                    } else if (method.getName().equals("stopPacing") && ((Channel) arguments[0]).isActive()) {
                        late.add((Channel) arguments[0]);
                    }
                    try {
                        return method.invoke(sockets, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static String nameOf(Channel channel) {
        ByteBuffer name = channel.config().getOption(CONGESTION).rewind();
        return StandardCharsets.US_ASCII.decode(name).toString().trim(); // without the zeros behind it
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
            assertTrue(used.size() >= 2, used::toString);
            used.forEach(channel -> assertEquals(wanted, nameOf(channel), channel::toString));
            assertEquals(Set.of(), late);
        }
    }

    @Test
    void doesNotPaceWithinAHost() {
        bothEndsHave(RENO, "auto");
    }

    @Test
    void isOfTheSystemByOption() throws IOException {
        bothEndsHave(Files.readString(SYSTEM).strip(), "system");
    }
}
