package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.netmod.CountingSend;
import org.sennit.contract.netmod.RecordingDevice;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.log.RecordingLogs;
import org.sennit.internal.net.wire.FrameDescriptor;
import org.sennit.internal.net.wire.HandshakeDescriptor;
import org.sennit.internal.net.wire.HandshakeProof;
import org.sennit.internal.net.wire.ListenAddress;
import org.sennit.internal.net.wire.TcpAddress;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.JoiningModule;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * A stranger that connects is turned away with one log line, and no process of the job notices.
 */
@Deadline(seconds = 60)
@Behaviours(93)
abstract class StrangersContract {
    static final byte[] SECRET = "a secret of the strangers' test".getBytes(StandardCharsets.US_ASCII);

    private final List<NetworkModule> opened = new ArrayList<>();
    final RecordingDevice device = new RecordingDevice();
    private final RecordingDevice friendDevice = new RecordingDevice();
    private NetworkModule module;
    private NetworkModule friend;
    private BusinessCard card;
    private VirtualConnection friendly;

    /** Which sockets. */
    abstract Options options();

    private NetworkModule module(String job, int process, byte[] secret, Options options, RecordingDevice device) {
        NetworkModule made = new TcpModuleFactory()
                .create(new NetworkSetup(job, process, 2, 1, secret, options, RuntimeContext.system(), device));
        opened.add(made);
        return made;
    }

    private NetworkModule module(int process, RecordingDevice device) {
        return module("job", process, SECRET, options(), device);
    }

    @BeforeEach
    void connectAFriend() {
        open(options());
    }

    private void open(Options options) {
        module = module("job", 0, SECRET, options, device);
        friend = module(1, friendDevice);
        card = module.init();
        BusinessCard friendCard = friend.init();
        friendly = friend.connect(0, card);
        module.connect(1, friendCard);
        friendStillWorks();
        RecordingLogs.clear();
    }

    @AfterEach
    void close() {
        opened.reversed().forEach(NetworkModule::close);
    }

    /** Opens the modules anew with another setting. */
    void reopenWithHandshakeTimeout(int ms) {
        close();
        opened.clear();
        open(options().with(TcpOptions.HANDSHAKE_TIMEOUT, ms, "test"));
    }

    final void pollBoth() {
        friend.poll(PollDirection.IN_FIRST, 1);
        module.poll(PollDirection.IN_FIRST, 1);
    }

    final void friendStillWorks() {
        long before = device.arrived();
        int events = device.eventCount();
        friendly.startMessage(TestPackets.header(0, before, 0), MemorySegment.NULL);
        while (device.arrived() == before) {
            pollBoth();
        }
        assertEquals(events, device.eventCount());
    }

    final ListenAddress listening() {
        return TcpAddress.of(card).sockets().getFirst();
    }

    final SocketChannel connect() throws IOException {
        ListenAddress place = listening();
        SocketAddress address = place.reach() == ListenAddress.Reach.UNIX
                ? UnixDomainSocketAddress.of(place.host())
                : new InetSocketAddress(place.host(), place.port());
        return SocketChannel.open(address);
    }

    /** What a stranger does on a thread of its own. */
    interface Stranger {
        void run() throws Exception;
    }

    /** Polls while the stranger is at it. An end of the connection that comes as a reset is as good as any. */
    final void whilePolling(Stranger stranger) {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread thread = Thread.ofPlatform().daemon(true).start(() -> {
            try {
                stranger.run();
            } catch (IOException reset) {
                // closed
            } catch (Throwable e) {
                failure.set(e);
            }
        });
        while (thread.isAlive()) {
            pollBoth();
        }
        assertEquals(null, failure.get());
    }

    /** Sends bytes and expects the socket to be closed with one log line. */
    final void expectRefused(byte[] bytes) {
        RecordingLogs.clear();
        whilePolling(() -> {
            try (SocketChannel socket = connect()) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    socket.write(buffer);
                }
                readToEnd(socket);
            }
        });
        assertOneLine("refused a connection");
        friendStillWorks();
    }

    static void assertOneLine(String part) {
        List<String> lines = RecordingLogs.lines();
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.getFirst().contains(part) && lines.getFirst().length() < 300, lines::toString);
    }

    static void readToEnd(SocketChannel socket) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        while (socket.read(buffer.clear()) >= 0) {
            // whatever it says
        }
    }

    static byte[] frame(byte kind, byte[] body) {
        byte[] frame = new byte[FrameDescriptor.HEADER_LENGTH + body.length];
        FrameDescriptor.write(MemorySegment.ofArray(frame), 0, kind, 0, body.length, 0, 0);
        System.arraycopy(body, 0, frame, FrameDescriptor.HEADER_LENGTH, body.length);
        return frame;
    }

    static byte[] helloBody(int process, int target, int incarnation, String job) {
        return HandshakeDescriptor.hello(
                new HandshakeDescriptor.Hello(process, 1, target, incarnation, 0, 1, -1, job), new byte[32]);
    }

    static byte[] hello(int process, int target, int incarnation, String job) {
        return frame(FrameDescriptor.HELLO, helloBody(process, target, incarnation, job));
    }

    static byte[] both(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    // ---- bad bytes ----

    @Test
    void refusesGarbage() {
        expectRefused(
                "GET / HTTP/1.1\r\nHost: here\r\nUser-Agent: somebody\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        expectRefused(noise);
        expectRefused(new byte[64]);
    }

    @Test
    void refusesDataBeforeTheHandshake() {
        byte[] data = frame(FrameDescriptor.DATA, new byte[10]);
        FrameDescriptor.write(MemorySegment.ofArray(data), 0, FrameDescriptor.DATA, 0, 10, 1, 0);
        expectRefused(data);
        expectRefused(frame(FrameDescriptor.PROOF, new byte[32]));
        expectRefused(frame(FrameDescriptor.CLOSE, new byte[0]));
    }

    @Test
    void refusesALengthBeyondTheCap() {
        byte[] bytes = hello(1, 0, 1, "job");
        ByteBuffer.wrap(bytes).putInt(0, -1);
        expectRefused(bytes);
    }

    @Test
    void refusesAnotherJobProcessIncarnationAndItself() {
        expectRefused(hello(1, 0, 1, "another job"));
        expectRefused(hello(1, 5, 1, "job"));
        expectRefused(hello(1, 0, 2, "job"));
        expectRefused(hello(0, 0, 1, "job"));
        expectRefused(hello(-3, 0, 1, "job"));
    }

    @Test
    void refusesAnotherVersion() {
        byte[] bytes = hello(1, 0, 1, "job");
        bytes[FrameDescriptor.HEADER_LENGTH + 8]++;
        expectRefused(bytes);
    }

    @Test
    void refusesAWrongProof() {
        byte[] proof = new HandshakeProof(new byte[] {1}).ofInitiator(new byte[9], new byte[88], new byte[0]);
        expectRefused(both(hello(1, 0, 1, "job"), frame(FrameDescriptor.PROOF, proof)));
    }

    @Test
    void failsTheSendsOfAProcessWithAnotherSecret() {
        byte[] other = SECRET.clone();
        other[0]++;
        NetworkModule stranger = module("job", 1, other, options(), new RecordingDevice());
        stranger.init();
        CountingSend operation = new CountingSend();
        stranger.connect(0, card).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        while (!operation.isDone()) {
            stranger.poll(PollDirection.IN_FIRST, 1);
            pollBoth();
        }
        assertEquals(1, operation.failures());
        assertSaysWhy(operation.cause());
        friendStillWorks();
    }

    @Test
    void tellsAProcessOfAnotherJobWhyItIsRefused() {
        expectToldWhy(module("another job", 1, SECRET, options(), new RecordingDevice()), card);
    }

    @Test
    void tellsAProcessThatWantsAnotherOneWhyItIsRefused() {
        NetworkModule lost = module("job", 5, SECRET, options(), new RecordingDevice());
        lost.init();
        CountingSend operation = new CountingSend();
        lost.connect(7, card).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        expectFailure(lost, operation, "another process");
    }

    @Test
    void tellsAProcessThatIsTakenForDeadWhyItIsRefused() {
        NetworkModule dead = module("job", 5, SECRET, options(), new RecordingDevice());
        module.connect(5, dead.init());
        module.peerDied(5, new IllegalStateException("it is said"));
        CountingSend operation = new CountingSend();
        dead.connect(0, card).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        expectFailure(dead, operation, "dead");
    }

    private void expectToldWhy(NetworkModule stranger, BusinessCard to) {
        stranger.init();
        CountingSend operation = new CountingSend();
        stranger.connect(0, to).send(operation, TestPackets.header(0, 0, 0), MemorySegment.NULL);
        expectFailure(stranger, operation, "another job");
    }

    private void expectFailure(NetworkModule stranger, CountingSend operation, String reason) {
        while (!operation.isDone()) {
            stranger.poll(PollDirection.IN_FIRST, 1);
            pollBoth();
        }
        assertEquals(1, operation.failures());
        assertTrue(operation.cause().getMessage().contains(reason), () -> "" + operation.cause());
        friendStillWorks();
    }

    /** The process that was refused learns the reason, as far as its sockets allow. */
    void assertSaysWhy(Throwable cause) {
        assertTrue(cause.getMessage().contains("secret"), cause.getMessage());
    }

    // ---- those who take their time ----

    @Test
    void doesNotCareAboutASocketThatSaysNothing() throws Exception {
        try (SocketChannel silent = connect()) {
            friendStillWorks();
            assertTrue(silent.isConnected());
        }
        friendStillWorks();
        assertEquals(List.of(), RecordingLogs.lines());
    }

    @Test
    void closesASocketThatDoesNotComeToTheEndOfItsGreeting() {
        reopenWithHandshakeTimeout(100);
        byte[] hello = hello(1, 0, 1, "job");
        expectRefused(Arrays.copyOf(hello, hello.length - 1));
    }

    @Test
    void aFloodOfSocketsThatSayNothingIsBoundedAndKeepsNoPeerOut() throws Exception {
        int count = 400;
        List<SocketChannel> flood = new ArrayList<>();
        try {
            whilePolling(() -> {
                for (int i = 0; i < count; i++) {
                    flood.add(connect());
                }
            });
            assertEquals(count, flood.size());
            for (SocketChannel socket : flood) {
                socket.configureBlocking(false);
            }
            List<SocketChannel> open = new ArrayList<>(flood);
            while (open.size() > 68) { // 64 and two for each process of the job
                pollBoth();
                open.removeIf(StrangersContract::isEnded);
            }
            joinLate();
            assertTrue(
                    RecordingLogs.lines().size() <= 10,
                    () -> RecordingLogs.lines().toString());
        } finally {
            for (SocketChannel socket : flood) {
                socket.close();
            }
        }
        friendStillWorks();
    }

    private static boolean isEnded(SocketChannel socket) {
        try {
            return socket.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    // ---- friends ----

    @Test
    void talksToAProcessThatKnowsOnlyTheCard() {
        joinLate();
    }

    private void joinLate() {
        RecordingDevice lateDevice = new RecordingDevice();
        NetworkModule late = module(7, lateDevice);
        late.init();
        VirtualConnection root = late.require(JoiningModule.class).connectToRoot(card);
        assertTrue(root.process() < 0);
        long before = device.arrived();
        root.startMessage(TestPackets.header(0, 1, 0), MemorySegment.NULL);
        while (device.arrived() == before) {
            late.poll(PollDirection.IN_FIRST, 1);
            module.poll(PollDirection.IN_FIRST, 1);
        }
        assertEquals(0, root.process());
        assertEquals(7, device.arrivals().get((int) before).process());
        root.require(TerminableConnection.class).terminate();
        while (lateDevice.eventCount() == 0 || device.eventCount() == 0) {
            late.poll(PollDirection.IN_FIRST, 1);
            module.poll(PollDirection.IN_FIRST, 1);
        }
    }
}
