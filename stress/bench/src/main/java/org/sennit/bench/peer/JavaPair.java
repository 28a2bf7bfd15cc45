package org.sennit.bench.peer;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;
import org.sennit.bench.floor.SharedLines;
import org.sennit.bench.floor.SpeedProbe;
import org.sennit.bench.measure.Batching;

/**
 * What the peer programs in Java share, as {@code peer.h} those in C: arguments, the probe, batches and rows. Two
 * threads of one JVM call {@link #run}, each with its own side.
 */
public final class JavaPair {
    /** Round trips before the first size, so that what is measured has been compiled. */
    private static final int WARM_UP = 20_000;

    private final long[] sizesBytes;
    private final int batches;
    private final int iterations;
    private final SharedLines lines = SharedLines.inProcess();

    /** What one thread does. */
    public interface Side {
        /**
         * Sends a message and receives one, or the other way round, again and again.
         *
         * @param out what to send
         * @param in where the message goes that comes
         * @param iterations how often
         * @throws Exception whatever goes wrong
         */
        void pingPong(byte[] out, byte[] in, int iterations) throws Exception;
    }

    /**
     * Reads the arguments.
     *
     * @param arguments as the programs in C have them: the second are the sizes, then batches and iterations
     */
    public JavaPair(String[] arguments) {
        sizesBytes =
                Stream.of(arguments[1].split(",")).mapToLong(Long::parseLong).toArray();
        batches = Integer.parseInt(arguments[2]);
        iterations = Integer.parseInt(arguments[3]);
    }

    /** Returns the longest message in bytes. */
    public int longestBytes() {
        return (int) Arrays.stream(sizesBytes).max().orElse(0);
    }

    /**
     * Measures all sizes; prints a row for each, as the programs in C.
     *
     * @param isLeader true in the thread that sends first
     * @param side what this thread does
     * @throws Exception whatever goes wrong
     */
    public void run(boolean isLeader, Side side) throws Exception {
        SpeedProbe probe = new SpeedProbe(lines, isLeader);
        side.pingPong(new byte[8], new byte[8], WARM_UP);
        for (long bytes : sizesBytes) {
            byte[] out = new byte[(int) bytes];
            byte[] in = new byte[(int) bytes];
            Batching batching = Batching.of(bytes, batches, iterations);
            for (int i = 0; i < batching.warmUpBatches(); i++) {
                side.pingPong(out, in, batching.iterations());
            }
            double[] samples = new double[batching.batches()];
            double before = probe.measureNs();
            for (int i = 0; i < samples.length; i++) {
                long begin = System.nanoTime();
                side.pingPong(out, in, batching.iterations());
                samples[i] = (System.nanoTime() - begin) / 2.0 / batching.iterations();
            }
            double after = probe.measureNs();
            if (isLeader) {
                Arrays.sort(samples);
                System.out.printf(
                        Locale.ROOT,
                        "%d %.1f %.1f %.1f %.1f %.1f%n",
                        bytes,
                        samples[samples.length / 2],
                        samples[0],
                        samples[samples.length * 99 / 100],
                        before,
                        after);
            }
        }
    }
}
