import io.aeron.Aeron;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.sennit.bench.peer.JavaPair;

/**
 * Ping-pong of two threads over Aeron IPC, with arrays on both sides. The driver is in the same JVM and mostly sleeps,
 * so that it takes no processor from the two.
 */
public final class AeronLatency {
    private static final int TERM_BYTES = 64 << 20;
    private static final long PATIENCE_NS = 60_000_000_000L; // of a machine that others use too

    public static void main(String[] arguments) throws Exception {
        JavaPair pair = new JavaPair(arguments);
        MediaDriver.Context driver = new MediaDriver.Context()
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1))
                .ipcTermBufferLength(TERM_BYTES)
                .ipcMtuLength(65504)
                .clientLivenessTimeoutNs(PATIENCE_NS)
                .publicationUnblockTimeoutNs(2 * PATIENCE_NS)
                .dirDeleteOnStart(true)
                .dirDeleteOnShutdown(true);
        try (MediaDriver media = MediaDriver.launchEmbedded(driver);
                Aeron aeron = Aeron.connect(new Aeron.Context()
                        .aeronDirectoryName(media.aeronDirectoryName())
                        .driverTimeoutMs(PATIENCE_NS / 1_000_000));
                Publication there = aeron.addExclusivePublication("aeron:ipc", 1);
                Publication back = aeron.addExclusivePublication("aeron:ipc", 2);
                Subscription atFollower = aeron.addSubscription("aeron:ipc", 1);
                Subscription atLeader = aeron.addSubscription("aeron:ipc", 2)) {
            while (!there.isConnected() || !back.isConnected()) {
                Thread.sleep(1);
            }
            Thread follower = new Thread(() -> run(pair, false, back, atFollower));
            follower.start();
            run(pair, true, there, atLeader);
            follower.join();
        }
    }

    private static void run(JavaPair pair, boolean isLeader, Publication publication, Subscription subscription) {
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        Arrival arrival = new Arrival(subscription);
        try {
            pair.run(isLeader, (out, in, iterations) -> {
                buffer.wrap(out);
                for (int i = 0; i < iterations; i++) {
                    if (!isLeader) {
                        arrival.receive(in);
                    }
                    while (publication.offer(buffer, 0, out.length) < 0) {
                        Thread.onSpinWait();
                    }
                    if (isLeader) {
                        arrival.receive(in);
                    }
                }
            });
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** Copies the fragments of a message to where it belongs, once. */
    private static final class Arrival {
        private final Subscription subscription;
        private final FragmentHandler copy;
        private byte[] memory;
        private int received;

        Arrival(Subscription subscription) {
            this.subscription = subscription;
            this.copy = (buffer, offset, length, header) -> {
                buffer.getBytes(offset, memory, received, length);
                received += length;
            };
        }

        void receive(byte[] in) {
            memory = in;
            received = 0;
            while (received < in.length) {
                if (subscription.poll(copy, 16) == 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
