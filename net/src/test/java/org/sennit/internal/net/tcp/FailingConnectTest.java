package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.GivenModuleFactory;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.internal.net.loop.Transport;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What is thrown while a socket is set up, connected or written to ends that socket at once; a later one is used. */
@Deadline(seconds = 30)
@Core
class FailingConnectTest {
    /** Enough for all addresses: an attempt that stands still has 1 s for each of them, and 20 s for the last. */
    private static final int FAILURES = 8;

    private static final long MOST_NS = TimeUnit.SECONDS.toNanos(5);

    private enum Fault {
        SETTING,
        ADDRESS,
        WRITE
    }

    private static final class FailingSockets implements Transport {
        private final Transport sockets;
        private final Fault fault;
        private final AtomicInteger failuresLeft;

        FailingSockets(Transport sockets, Fault fault, AtomicInteger failuresLeft) {
            this.sockets = sockets;
            this.fault = fault;
            this.failuresLeft = failuresLeft;
        }

        private boolean isFailing(Fault which) {
            return fault == which && failuresLeft.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        }

        @Override
        public String name() {
            return sockets.name();
        }

        @Override
        public IoHandlerFactory handlers() {
            return sockets.handlers();
        }

        @Override
        public Channel newSocket(boolean isUnix) {
            Channel socket = sockets.newSocket(isUnix);
            if (isFailing(Fault.SETTING)) {
                socket.unsafe().closeForcibly(); // refuses every option of the system
            }
            return socket;
        }

        @Override
        public ServerChannel newServerSocket(boolean isUnix) {
            return sockets.newServerSocket(isUnix);
        }

        @Override
        public SocketAddress unixAddress(Path path) {
            if (isFailing(Fault.ADDRESS)) {
                throw new IllegalStateException("no address, says the test");
            }
            return sockets.unixAddress(path);
        }

        @Override
        public void stopPacing(Channel channel) {
            sockets.stopPacing(channel);
        }

        @Override
        public int write(Channel channel, ByteBuffer buffer, int from, int to) throws IOException {
            if (isFailing(Fault.WRITE)) {
                throw new InternalError("no write, says the test"); // JUnit ends its JVM when it meets OutOfMemoryError
            }
            return sockets.write(channel, buffer, from, to);
        }

        @Override
        public boolean isMoved(MemorySegment memory) {
            return sockets.isMoved(memory);
        }

        @Override
        public long write(
                Channel channel, MemorySegment head, int from, int to, MemorySegment body, long bodyFrom, long bodyTo)
                throws IOException {
            return sockets.write(channel, head, from, to, body, bodyFrom, bodyTo);
        }

        @Override
        public long read(Channel channel, MemorySegment memory, long offset, long length) throws IOException {
            return sockets.read(channel, memory, offset, length);
        }

        @Override
        public int read(Channel channel, ByteBuffer buffer) throws IOException {
            return sockets.read(channel, buffer);
        }
    }

    private static void arrivesDespite(Fault fault, String transport, String unix, boolean isConnected) {
        AtomicInteger failuresLeft = new AtomicInteger();
        NetworkModuleFactory factory = new GivenModuleFactory(
                "tcp",
                setup -> new TcpModule(
                        setup, "tcp", false, sockets -> new FailingSockets(sockets, fault, failuresLeft)));
        Options options = Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, transport, "test")
                .with(TcpOptions.UNIX, unix, "test")
                .with(TcpOptions.HANDSHAKE_TIMEOUT, 20_000, "test");
        try (TestNetwork two = new TestNetwork(2, factory, options)) {
            if (isConnected) {
                two.connectAll();
            }
            long wanted = two.process(1).device().arrived() + 1;
            failuresLeft.set(FAILURES);
            long startNs = System.nanoTime();
            two.process(0).start(1, 1, MemorySegment.NULL);
            two.pollUntil(() -> two.process(1).device().arrived() == wanted || System.nanoTime() - startNs > MOST_NS);
            assertEquals(
                    wanted,
                    two.process(1).device().arrived(),
                    () -> two.process(0).to(1).toString());
            assertEquals(0, failuresLeft.get());
            assertEquals(List.of(), two.process(0).device().events());
            assertEquals(List.of(), two.process(1).device().events());
        }
    }

    @Test
    void connectsWhenSocketsCannotBeSetUp() {
        arrivesDespite(Fault.SETTING, "nio", "off", false); // of epoll the number of a closed one may be another's
    }

    @Test
    void connectsWhenTheirAddressCannotBeMade() {
        arrivesDespite(Fault.ADDRESS, "auto", "on", false);
    }

    @Test
    void connectsWhenTheFirstFrameCannotBeWritten() {
        arrivesDespite(Fault.WRITE, "auto", "auto", false);
    }

    @Test
    void healsWhenALaterFrameCannotBeWritten() {
        arrivesDespite(Fault.WRITE, "auto", "auto", true);
    }
}
