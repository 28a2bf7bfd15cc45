package org.sennit.conformance.twohosts;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.netty.channel.Channel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.DeathContract;
import org.sennit.contract.netmod.DestructionContract;
import org.sennit.contract.netmod.FullModuleContract;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.QuiesceContract;
import org.sennit.internal.net.loop.Transport;
import org.sennit.internal.net.tcp.TcpBehindWire;
import org.sennit.internal.net.tcp.TcpOptions;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.VirtualConnection;

/**
 * The contract of network modules over a cable between two hosts: processes with even numbers on one, those with odd
 * ones on the other. All live in this JVM, and each has its sockets in a network name space.
 */
@Tag("stress") // needs root
class NetworkOverSpacesTest {
    private static NameSpaces spaces;

    @BeforeAll
    static void open() throws Exception {
        spaces = NameSpaces.open();
        assumeTrue(spaces != null, "no network name spaces here: needs root and ip");
        spaces.addLoopbackAddresses();
    }

    @AfterAll
    static void close() {
        if (spaces != null) {
            spaces.close();
        }
    }

    private abstract static class OverCable extends FullModuleContract
            implements QuiesceContract, DestructionContract, DeathContract {
        private final List<Channel> sockets = new CopyOnWriteArrayList<>(); // of those that connect
        private int handshakeMs = TcpOptions.HANDSHAKE_TIMEOUT.defaultValue();

        abstract String tls();

        @Override
        protected NetworkModuleFactory factory() {
            return new GivenModuleFactory("tcp", this::module);
        }

        private NetworkModule module(NetworkSetup given) {
            int host = given.process() & 1;
            NetworkSetup setup = new NetworkSetup(
                    given.jobId(),
                    given.process(),
                    given.processes(),
                    1,
                    given.incarnation(),
                    1,
                    given.secret(),
                    given.options().with(TcpOptions.INTERFACE, spaces.loopbackAddress(host), "test"),
                    given.context(),
                    given.upcalls());
            return TcpBehindWire.module(setup, transport -> in(spaces.name(host), transport));
        }

        private Transport in(String space, Transport transport) {
            return (Transport) Proxy.newProxyInstance(
                    Transport.class.getClassLoader(), new Class<?>[] {Transport.class}, (proxy, method, arguments) -> {
                        try {
                            if (!method.getName().startsWith("new")) {
                                return method.invoke(transport, arguments);
                            }
                            Object socket = ThreadSpace.in(space, () -> method.invoke(transport, arguments));
                            if (method.getName().equals("newSocket")) {
                                sockets.add((Channel) socket);
                            }
                            return socket;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    });
        }

        @Override
        protected Options options() {
            return Options.fromEnvironment()
                    .with(TcpOptions.UNIX, "off", "test")
                    .with(TcpOptions.TLS, tls(), "test")
                    .with(HostIdentity.HOST, "h%p", "test")
                    .with(TcpOptions.HANDSHAKE_TIMEOUT, handshakeMs, "test");
        }

        /** All sockets, that of this connection among them: each of the others heals as well. */
        @Override
        protected void cut(VirtualConnection vc) {
            sockets.forEach(Channel::close);
            sockets.clear();
        }

        /** A peer on another host may only be late, so it is called again until this time is over. */
        @Override
        @Test
        public void failsSendsToAPeerThatIsGone() {
            handshakeMs = 1000;
            super.failsSendsToAPeerThatIsGone();
        }

        @Override
        public int headToHeadRounds() {
            return 50; // two handshakes each
        }
    }

    @Nested
    class WithTls extends OverCable {
        @Override
        String tls() {
            return "auto";
        }
    }

    @Nested
    class WithoutTls extends OverCable {
        @Override
        String tls() {
            return "off";
        }
    }
}
