package org.sennit.internal.net.tcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * Two JVMs over the module itself, with nothing above it, beside a raw socket in the same run: 8 bytes one way (half a
 * round trip), spinning and waiting, and a stream of 1 MiB messages. Not a test; run its main.
 */
public final class TcpPingPong {
    private static final int WARM_UP = 10_000;
    private static final int TIMED = 10_000;
    private static final int ROUNDS = Integer.getInteger("rounds", 5);
    private static final int STREAM_MESSAGES = 400;
    private static final int STREAM_WINDOW = 16;
    private static final int MIB = 1 << 20;
    private static final ValueLayout.OfLong PAYLOAD_LENGTH =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private TcpPingPong() {}

    public static void main(String[] args) throws Exception {
        if (args.length > 0) {
            new Side(1).serve(args[0]);
            return;
        }
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dsennit.net.transport=" + System.getProperty("sennit.net.transport", "auto"),
                "-Dsennit.net.unix=" + System.getProperty("sennit.net.unix", "off"),
                "-Dsennit.net.split=" + System.getProperty("sennit.net.split", "true"),
                "-Dsennit.net.piece=" + System.getProperty("sennit.net.piece", "1048576"),
                "-Dsennit.net.resend=" + System.getProperty("sennit.net.resend", "4194304"),
                "-Drounds=" + ROUNDS,
                TcpPingPong.class.getName()));
        Side client = new Side(0);
        command.add(client.card.text());
        Process server = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
            client.ask(lines.readLine(), Integer.parseInt(lines.readLine()), System.out);
        } finally {
            server.destroy();
        }
    }

    /** TCP unless Unix sockets are asked for. */
    private static final Options OPTIONS =
            Options.fromEnvironment().with(TcpOptions.UNIX, System.getProperty("sennit.net.unix", "off"), "test");

    /** One of the two JVMs. */
    private static final class Side implements NetworkUpcalls, PayloadSink {
        private final int process;
        private final NetworkModule module;
        private final BusinessCard card;
        private final PacketAssembler assembler = new PacketAssembler((vc, header) -> this);
        private final MemorySegment target = Arena.global().allocate(MIB);
        private final MemorySegment header = Arena.global().allocate(64);
        private long at;
        private volatile long arrived;
        private VirtualConnection peer;

        Side(int process) {
            this.process = process;
            module = new TcpModuleFactory()
                    .create(new NetworkSetup(
                            "pingpong", process, 2, 1, new byte[] {1}, OPTIONS, RuntimeContext.system(), this));
            card = module.init();
        }

        @Override
        public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
            assembler.handle(vc, fragment);
        }

        @Override
        public void terminated(VirtualConnection vc) {}

        @Override
        public void failed(VirtualConnection vc, Throwable cause) {}

        @Override
        public void accept(ByteBuffer bytes) {
            int length = bytes.remaining();
            MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, target, at, length);
            at += length;
        }

        @Override
        public MemorySegment room(VirtualConnection vc, long mostBytes) {
            return assembler.room(mostBytes);
        }

        @Override
        public long roomOffset(VirtualConnection vc) {
            return assembler.roomOffset();
        }

        @Override
        public long roomBytes(VirtualConnection vc) {
            return assembler.roomBytes();
        }

        @Override
        public void filled(VirtualConnection vc, long bytes) {
            assembler.filled(bytes);
        }

        @Override
        public MemorySegment room(long mostBytes) {
            return target.asSlice(at, mostBytes);
        }

        @Override
        public void filled(long bytes) {
            at += bytes;
        }

        @Override
        public void complete() {
            at = 0;
            arrived++;
        }

        @Override
        public void failed(Throwable cause) {}

        // ---- the server ----

        void serve(String clientCard) throws IOException {
            peer = module.connect(0, new BusinessCard(clientCard));
            try (ServerSocketChannel listener =
                    ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                System.out.println(card.text());
                System.out.println(listener.socket().getLocalPort());
                SocketChannel raw = listener.accept();
                prepare(raw);
                for (int round = 0; round < ROUNDS; round++) {
                    rawAnswer(raw);
                    answer(false);
                    answer(true);
                    rawDrain(raw);
                    drain();
                }
            }
            long before = arrived;
            while (arrived == before) { // until killed
                module.await(() -> false, 1_000_000_000);
            }
        }

        private void answer(boolean isWaiting) {
            for (int i = 0; i < WARM_UP + TIMED; i++) {
                receive(isWaiting);
                send(8);
            }
        }

        private void drain() {
            for (int i = 0; i < 2 * STREAM_MESSAGES; i++) {
                receive(false);
            }
            send(8);
        }

        // ---- the client ----

        void ask(String serverCard, int rawPort, PrintStream out) throws IOException {
            peer = module.connect(1, new BusinessCard(serverCard));
            SocketChannel raw = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), rawPort));
            prepare(raw);
            out.println("# " + module.explain());
            out.println("# round | 8 B one way us p50/p99: raw spin, module spin, ratio, module wait | 1 MiB GB/s: raw,"
                    + " module, ratio");
            for (int round = 0; round < ROUNDS; round++) {
                double[] rawSpin = rawAsk(raw);
                double[] spin = ask(false);
                double[] wait = ask(true);
                double rawRate = rawStream(raw);
                double rate = stream();
                out.printf(
                        "%d | %.2f/%.2f %.2f/%.2f %.2f %.2f/%.2f | %.2f %.2f %.2f%n",
                        round,
                        rawSpin[0],
                        rawSpin[1],
                        spin[0],
                        spin[1],
                        spin[0] / rawSpin[0],
                        wait[0],
                        wait[1],
                        rawRate,
                        rate,
                        rate / rawRate);
            }
        }

        private double[] ask(boolean isWaiting) {
            long[] times = new long[TIMED];
            for (int i = -WARM_UP; i < TIMED; i++) {
                long start = System.nanoTime();
                send(8);
                receive(isWaiting);
                if (i >= 0) {
                    times[i] = System.nanoTime() - start;
                }
            }
            return halves(times);
        }

        private double stream() {
            sendMany();
            long start = System.nanoTime();
            sendMany();
            receive(false);
            return STREAM_MESSAGES * (double) MIB / (System.nanoTime() - start);
        }

        /** Windows of messages, each of which is complete when the peer has it. */
        private void sendMany() {
            NetworkSend[] window = new NetworkSend[STREAM_WINDOW];
            for (int i = 0; i < STREAM_MESSAGES; i++) {
                finish(window[i % STREAM_WINDOW]);
                header.set(PAYLOAD_LENGTH, PacketDescriptor.PAYLOAD_LENGTH_OFFSET, MIB);
                window[i % STREAM_WINDOW] = peer.startMessage(header, target.asSlice(0, MIB));
            }
            for (NetworkSend operation : window) {
                finish(operation);
            }
        }

        private void finish(NetworkSend operation) {
            while (operation != null && !operation.isDone()) {
                module.poll(PollDirection.OUT_FIRST, 64);
            }
        }

        private void send(int length) {
            header.set(PAYLOAD_LENGTH, PacketDescriptor.PAYLOAD_LENGTH_OFFSET, length);
            finish(peer.startMessage(header, target.asSlice(0, length)));
        }

        private long expected;

        private void receive(boolean isWaiting) {
            expected++;
            while (arrived < expected) {
                if (isWaiting) {
                    module.await(() -> arrived >= expected, Long.MAX_VALUE);
                } else {
                    module.poll(PollDirection.IN_FIRST, 64);
                }
            }
        }

        // ---- the raw socket ----

        private static void prepare(SocketChannel raw) throws IOException {
            raw.configureBlocking(false);
            raw.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        private final ByteBuffer small = ByteBuffer.allocateDirect(8);
        private final ByteBuffer large = ByteBuffer.allocateDirect(MIB);

        private void rawAnswer(SocketChannel raw) throws IOException {
            for (int i = 0; i < WARM_UP + TIMED; i++) {
                fully(raw, small, false);
                fully(raw, small, true);
            }
        }

        private double[] rawAsk(SocketChannel raw) throws IOException {
            long[] times = new long[TIMED];
            for (int i = -WARM_UP; i < TIMED; i++) {
                long start = System.nanoTime();
                fully(raw, small, true);
                fully(raw, small, false);
                if (i >= 0) {
                    times[i] = System.nanoTime() - start;
                }
            }
            return halves(times);
        }

        private void rawDrain(SocketChannel raw) throws IOException {
            for (int i = 0; i < 2 * STREAM_MESSAGES; i++) {
                fully(raw, large, false);
            }
            fully(raw, small, true);
        }

        private double rawStream(SocketChannel raw) throws IOException {
            for (int i = 0; i < STREAM_MESSAGES; i++) {
                fully(raw, large, true);
            }
            long start = System.nanoTime();
            for (int i = 0; i < STREAM_MESSAGES; i++) {
                fully(raw, large, true);
            }
            fully(raw, small, false);
            return STREAM_MESSAGES * (double) MIB / (System.nanoTime() - start);
        }

        private static void fully(SocketChannel raw, ByteBuffer buffer, boolean isWrite) throws IOException {
            buffer.clear();
            while (buffer.hasRemaining()) {
                int count = isWrite ? raw.write(buffer) : raw.read(buffer);
                if (count < 0) {
                    throw new IOException("the peer has gone");
                }
            }
        }

        private static double[] halves(long[] times) {
            Arrays.sort(times);
            return new double[] {times[TIMED / 2] / 2e3, times[TIMED * 99 / 100] / 2e3};
        }
    }
}
