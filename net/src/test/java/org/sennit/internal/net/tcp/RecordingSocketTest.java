package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.HostIdentity;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;

/** An eavesdropper between two hosts sees nothing with TLS, which is the default, and all without. */
@Deadline(seconds = 60)
class RecordingSocketTest {
    private static final byte[] SECRET = "the secret of the recorded job!!".getBytes(StandardCharsets.US_ASCII);
    private static final String JOB = "the name of a job in clear";
    private static final int PATTERN_BYTES = 48;

    private final ByteArrayOutputStream recorded = new ByteArrayOutputStream(); // guarded by itself
    private final byte[] pattern = new byte[PATTERN_BYTES];

    private static NetworkModule module(int process, Options options, RecordingDevice device) {
        return new TcpModuleFactory()
                .create(new NetworkSetup(JOB, process, 2, 1, SECRET, options, RuntimeContext.system(), device));
    }

    private void relay(Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try (from;
                to) {
            for (int count = from.getInputStream().read(buffer);
                    count >= 0;
                    count = from.getInputStream().read(buffer)) {
                synchronized (recorded) {
                    recorded.write(buffer, 0, count);
                }
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException ended) {
            // as one side closes
        }
    }

    private void relayAll(ServerSocket server, ListenAddress target) {
        try {
            while (true) {
                Socket here = server.accept();
                Socket there = new Socket();
                there.connect(new InetSocketAddress(target.host(), target.port()));
                Thread.ofPlatform().daemon(true).start(() -> relay(here, there));
                Thread.ofPlatform().daemon(true).start(() -> relay(there, here));
            }
        } catch (IOException closed) {
            // the end of the test
        }
    }

    /** The card with the recorder's address instead of the process's own. */
    private static BusinessCard through(BusinessCard card, ServerSocket recorder) {
        TcpAddress address = TcpAddress.of(card);
        ListenAddress own = address.sockets().getLast();
        ListenAddress other = new ListenAddress(
                own.reach(), own.isTls(), recorder.getInetAddress().getHostAddress(), recorder.getLocalPort());
        return new TcpAddress(address.incarnation(), address.host(), List.of(other)).toCard();
    }

    private void sendThroughTheRecorder(String tls) throws IOException {
        Options options = Options.fromEnvironment()
                .with(TcpOptions.TRANSPORT, "nio", "test") // the contract has TLS on epoll
                .with(HostIdentity.HOST, "h%p", "test")
                .with(TcpOptions.INTERFACE, "127.0.0.2", "test");
        if (tls != null) {
            options = options.with(TcpOptions.TLS, tls, "test");
        }
        new Random(7).nextBytes(pattern);
        byte[] content = new byte[100 * PATTERN_BYTES];
        for (int i = 0; i < content.length; i++) {
            content[i] = pattern[i % PATTERN_BYTES];
        }
        RecordingDevice senderDevice = new RecordingDevice();
        RecordingDevice receiverDevice = new RecordingDevice();
        try (NetworkModule sender = module(0, options, senderDevice);
                NetworkModule receiver = module(1, options, receiverDevice);
                ServerSocket recorder = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.3"))) {
            BusinessCard senderCard = sender.init();
            BusinessCard receiverCard = receiver.init();
            Thread.ofPlatform()
                    .daemon(true)
                    .start(() -> relayAll(
                            recorder, TcpAddress.of(receiverCard).sockets().getLast()));
            VirtualConnection there = sender.connect(1, through(receiverCard, recorder));
            VirtualConnection back = receiver.connect(0, senderCard);
            there.startMessage(TestPackets.header(0, 0, content.length), MemorySegment.ofArray(content));
            pollUntilArrived(receiverDevice, sender, receiver);
            back.startMessage(TestPackets.header(0, 0, content.length), MemorySegment.ofArray(content));
            pollUntilArrived(senderDevice, sender, receiver);
        }
    }

    private static void pollUntilArrived(RecordingDevice device, NetworkModule one, NetworkModule other) {
        while (device.arrived() == 0) {
            one.poll(PollDirection.IN_FIRST, 1);
            other.poll(PollDirection.IN_FIRST, 1);
        }
    }

    private boolean isSeen(byte[] what) {
        synchronized (recorded) {
            return recorded.toString(StandardCharsets.ISO_8859_1)
                    .contains(new String(what, StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void betweenHostsNothingCrossesInClear() throws IOException {
        sendThroughTheRecorder(null);
        assertTrue(recorded.size() > 2 * 100 * PATTERN_BYTES, "it has all been recorded");
        for (int i = 0; i + 8 <= PATTERN_BYTES; i++) {
            assertFalse(isSeen(Arrays.copyOfRange(pattern, i, i + 8)), "8 bytes of the payload at " + i);
        }
        assertFalse(isSeen(JOB.getBytes(StandardCharsets.US_ASCII)));
        assertFalse(isSeen("Sennit".getBytes(StandardCharsets.US_ASCII)), "not even whose connection it is");
    }

    @Test
    void withoutTlsTheSameSearchFindsIt() throws IOException {
        sendThroughTheRecorder("off");
        assertTrue(isSeen(pattern));
        assertTrue(isSeen(JOB.getBytes(StandardCharsets.US_ASCII)));
        assertFalse(isSeen(SECRET), "but never the secret");
    }
}
