package org.sennit.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.net.wire.FrameDescriptor;
import org.sennit.net.wire.HandshakeDescriptor;
import org.sennit.net.wire.HandshakeProof;
import org.sennit.net.wire.TcpAddress;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.netmod.BusinessCard;
import org.sennit.runtime.netmod.NetworkModule;
import org.sennit.runtime.netmod.NetworkSetup;
import org.sennit.runtime.netmod.PollDirection;
import org.sennit.runtime.netmod.VirtualConnection;
import org.sennit.testkit.Deadline;

/** Whoever connects without belonging to the job is turned away, and nobody of the job notices. */
@Deadline(seconds = 30)
class TcpStrangersTest {
    private static final byte[] SECRET = {7, 7, 7};
    private static final Options OPTIONS = Options.fromEnvironment().with(TcpOptions.UNIX, "off", "test");

    private final RecordingDevice device = new RecordingDevice();
    private final RecordingDevice friendDevice = new RecordingDevice();
    private final NetworkModule module = module("job", 0, SECRET, device);
    private final NetworkModule friend = module("job", 1, SECRET, friendDevice);
    private BusinessCard card;
    private VirtualConnection friendly;

    private static NetworkModule module(String job, int process, byte[] secret, RecordingDevice device) {
        return new TcpModuleFactory()
                .create(new NetworkSetup(job, process, 2, 1, secret, OPTIONS, RuntimeContext.system(), device));
    }

    @BeforeEach
    void connectAFriend() {
        card = module.init();
        BusinessCard friendCard = friend.init();
        friendly = friend.connect(0, card);
        module.connect(1, friendCard);
        friendStillWorks();
    }

    @AfterEach
    void close() {
        friend.close();
        module.close();
    }

    private void friendStillWorks() {
        long before = device.arrived();
        friendly.startMessage(TestPackets.header(0, before, 0), MemorySegment.NULL);
        while (device.arrived() == before) {
            friend.poll(PollDirection.IN_FIRST, 1);
            module.poll(PollDirection.IN_FIRST, 1);
        }
        assertEquals(0, device.eventCount());
    }

    /** Sends bytes and expects the socket to be closed, while the module polls. */
    private void expectRefused(byte[] bytes) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread stranger = Thread.ofPlatform().daemon(true).start(() -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
                socket.getOutputStream().write(bytes);
                readToEnd(socket.getInputStream());
            } catch (SocketException reset) {
                // as good as the end of the stream
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        while (stranger.isAlive()) {
            module.poll(PollDirection.IN_FIRST, 1);
        }
        assertEquals(null, failure.get());
        friendStillWorks();
    }

    private int port() {
        return TcpAddress.of(card).sockets().getFirst().port();
    }

    private static void readToEnd(InputStream in) throws IOException {
        while (in.read() >= 0) {
            // whatever it says
        }
    }

    private static byte[] frame(byte kind, byte[] body) {
        byte[] frame = new byte[FrameDescriptor.HEADER_LENGTH + body.length];
        FrameDescriptor.write(MemorySegment.ofArray(frame), 0, kind, 0, body.length, 0, 0);
        System.arraycopy(body, 0, frame, FrameDescriptor.HEADER_LENGTH, body.length);
        return frame;
    }

    private static byte[] hello(int process, int target, int incarnation, String job) {
        return frame(
                FrameDescriptor.HELLO,
                HandshakeDescriptor.hello(
                        new HandshakeDescriptor.Hello(process, 1, target, incarnation, 0, 1, -1, job), new byte[32]));
    }

    @Test
    void refusesGarbage() throws Exception {
        expectRefused(
                "GET / HTTP/1.1\r\nHost: here\r\nUser-Agent: somebody\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        expectRefused(noise);
        expectRefused(new byte[64]);
    }

    @Test
    void refusesDataBeforeTheHandshake() throws Exception {
        byte[] data = frame(FrameDescriptor.DATA, new byte[10]);
        FrameDescriptor.write(MemorySegment.ofArray(data), 0, FrameDescriptor.DATA, 0, 10, 1, 0);
        expectRefused(data);
        expectRefused(frame(FrameDescriptor.PROOF, new byte[32]));
        expectRefused(frame(FrameDescriptor.CLOSE, new byte[0]));
    }

    @Test
    void refusesAnotherJobProcessIncarnationAndItself() throws Exception {
        expectRefused(hello(1, 0, 1, "another job"));
        expectRefused(hello(1, 5, 1, "job"));
        expectRefused(hello(1, 0, 2, "job"));
        expectRefused(hello(0, 0, 1, "job"));
        expectRefused(hello(-3, 0, 1, "job"));
    }

    @Test
    void refusesAnotherVersion() throws Exception {
        byte[] bytes = hello(1, 0, 1, "job");
        bytes[FrameDescriptor.HEADER_LENGTH + 8]++;
        expectRefused(bytes);
    }

    @Test
    void refusesAWrongProof() throws Exception {
        byte[] hello = hello(1, 0, 1, "job");
        byte[] proof = frame(
                FrameDescriptor.PROOF,
                new HandshakeProof(new byte[] {1}).ofInitiator(new byte[9], new byte[88], new byte[0]));
        byte[] both = new byte[hello.length + proof.length];
        System.arraycopy(hello, 0, both, 0, hello.length);
        System.arraycopy(proof, 0, both, hello.length, proof.length);
        expectRefused(both);
    }

    @Test
    void failsTheSendsOfAProcessWithAnotherSecret() {
        RecordingDevice strangeDevice = new RecordingDevice();
        NetworkModule stranger = module("job", 1, new byte[] {1}, strangeDevice);
        try {
            stranger.init();
            CountingSend operation = new CountingSend();
            stranger.connect(0, card).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
            while (!operation.isDone()) {
                stranger.poll(PollDirection.IN_FIRST, 1);
                module.poll(PollDirection.IN_FIRST, 1);
            }
            assertEquals(1, operation.failures());
            assertTrue(
                    operation.cause().getMessage().contains("secret"),
                    operation.cause().getMessage());
            friendStillWorks();
        } finally {
            stranger.close();
        }
    }

    @Test
    void doesNotCareAboutASocketThatSaysNothing() throws Exception {
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), port())) {
            friendStillWorks();
            assertTrue(silent.isConnected());
        }
        friendStillWorks();
    }

    @Test
    void talksToAProcessThatKnowsOnlyTheCard() {
        RecordingDevice lateDevice = new RecordingDevice();
        NetworkModule late = module("job", 7, SECRET, lateDevice);
        try {
            late.init();
            VirtualConnection root = late.connectToRoot(card);
            assertTrue(root.process() < 0);
            long before = device.arrived();
            root.startMessage(TestPackets.header(0, 1, 0), MemorySegment.NULL);
            while (device.arrived() == before) {
                late.poll(PollDirection.IN_FIRST, 1);
                module.poll(PollDirection.IN_FIRST, 1);
            }
            assertEquals(0, root.process());
            assertEquals(7, device.arrivals().get((int) before).process());
            root.terminate();
            while (lateDevice.eventCount() == 0 || device.eventCount() == 0) {
                late.poll(PollDirection.IN_FIRST, 1);
                module.poll(PollDirection.IN_FIRST, 1);
            }
        } finally {
            late.close();
        }
    }
}
