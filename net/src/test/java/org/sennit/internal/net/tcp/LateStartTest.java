package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;

/** A peer on another host whose network comes up after its process is no dead peer; one that never comes up is. */
@Deadline(seconds = 60)
class LateStartTest {
    private static final int MOST_IN_QUEUE = 100;

    private final List<NetworkModule> opened = new ArrayList<>();
    private final RecordingDevice here = new RecordingDevice();
    private final RecordingDevice there = new RecordingDevice();

    private NetworkModule open(int process, RecordingDevice device, int timeoutMs) {
        return open(process, device, timeoutMs, TcpOptions.SILENCE.defaultValue());
    }

    private NetworkModule open(int process, RecordingDevice device, int timeoutMs, int silenceMs) {
        Options options = Options.fromEnvironment()
                .with(HostIdentity.HOST, "host" + process, "test")
                .with(TcpOptions.INTERFACE, "127.0.0.1", "test")
                .with(TcpOptions.HANDSHAKE_TIMEOUT, timeoutMs, "test")
                .with(TcpOptions.SILENCE, silenceMs, "test");
        byte[] secret = "a secret of late starters".getBytes(StandardCharsets.US_ASCII);
        NetworkModule module = new TcpModuleFactory()
                .create(new NetworkSetup("job", process, 2, 1, 1, 1, secret, options, RuntimeContext.system(), device));
        opened.add(module);
        return module;
    }

    @AfterEach
    void close() {
        opened.reversed().forEach(NetworkModule::close);
    }

    private void pollUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            opened.forEach(module -> module.poll(PollDirection.IN_FIRST, 64));
            Thread.onSpinWait();
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("late");
            }
        }
    }

    /** What the card says before the network is up. */
    private static BusinessCard early(BusinessCard card, ListenAddress.Reach reach) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return withPort(card, reach, free.getLocalPort());
        }
    }

    private static BusinessCard withPort(BusinessCard card, ListenAddress.Reach reach, int port) {
        TcpAddress real = TcpAddress.of(card);
        return new TcpAddress(
                        real.incarnation(), real.host(), List.of(new ListenAddress(reach, true, "127.0.0.1", port)))
                .toCard();
    }

    private static CountingSend send(VirtualConnection to) {
        CountingSend operation = new CountingSend();
        to.send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        return operation;
    }

    private void waitsForThePeer(ListenAddress.Reach reach, String failure) throws IOException {
        NetworkModule one = open(0, here, 60_000);
        NetworkModule other = open(1, there, 60_000);
        BusinessCard card = one.init();
        VirtualConnection to = one.connect(1, early(other.init(), reach));
        CountingSend operation = send(to);
        pollUntil(() -> to.toString().contains(failure));
        assertFalse(operation.isDone());
        other.connect(0, card).startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
        pollUntil(() -> operation.isDone() && here.arrived() == 1 && there.arrived() == 1);
        assertEquals(0, operation.failures());
        assertEquals(0, here.eventCount());
    }

    @Test
    void waitsForAPeerWhoseAddressRefusesSoFar() throws IOException {
        waitsForThePeer(ListenAddress.Reach.NETWORK, "refused");
    }

    @Test
    void waitsForAPeerWhoseCardHasNoAddressForOthersSoFar() throws IOException {
        waitsForThePeer(ListenAddress.Reach.LOOPBACK, "no address");
    }

    /** As where a firewall lets connections through in one direction only, and drops those in the other. */
    @Test
    void takesTheConnectionOfAPeerWhoseOwnAddressIsSilent() throws IOException {
        NetworkModule one = open(0, here, 60_000, 3_000);
        NetworkModule other = open(1, there, 60_000, 3_000);
        BusinessCard card = one.init();
        BusinessCard otherCard = other.init();
        List<SocketChannel> queue = new ArrayList<>();
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            fill(silent, queue);
            CountingSend operation =
                    send(one.connect(1, withPort(otherCard, ListenAddress.Reach.NETWORK, silent.getLocalPort())));
            other.connect(0, card).startMessage(TestPackets.header(0, 0, 0), MemorySegment.NULL);
            pollUntil(() -> here.eventCount() > 0
                    || there.eventCount() > 0
                    || operation.isDone() && here.arrived() == 1 && there.arrived() == 1);
            assertEquals(0, operation.failures(), () -> String.valueOf(operation.cause()));
            assertEquals(List.of(), here.events());
            assertEquals(List.of(), there.events());
        } finally {
            for (SocketChannel each : queue) {
                each.close();
            }
        }
    }

    /** Connects until the system takes no more, and answers no more either. */
    private static void fill(ServerSocket silent, List<SocketChannel> queue) throws IOException {
        boolean isTaken = true;
        while (isTaken) {
            SocketChannel each = SocketChannel.open();
            queue.add(each);
            each.configureBlocking(false);
            isTaken = each.connect(silent.getLocalSocketAddress()) || each.finishConnect();
            assertTrue(queue.size() < MOST_IN_QUEUE, "a queue of one takes them all");
        }
    }

    @Test
    void takesAPeerForDeadThatDoesNotComeUpInTime() throws IOException {
        NetworkModule one = open(0, here, 300);
        one.init();
        BusinessCard card = open(1, there, 300).init();
        CountingSend operation = send(one.connect(1, early(card, ListenAddress.Reach.NETWORK)));
        pollUntil(operation::isDone);
        SennitException cause = assertInstanceOf(SennitException.class, operation.cause());
        assertEquals(ErrorClass.PROC_FAILED, cause.errorClass());
        assertTrue(cause.getMessage().contains("refuses"), cause.getMessage());
    }
}
