package org.sennit.bench.copy;

import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.sennit.bench.floor.MemoryFloor;
import org.sennit.bench.floor.SpeedProbe;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;

/**
 * A message copied out of what another thread has just written: by one core in pieces, or by two that share the blocks.
 * Without any runtime, so that the ways of copying alone are compared. Two threads, which the object starts and ends.
 */
public final class CopyComparison {
    private static final int ROUNDS = 200;
    private static final int WARM_UP_ROUNDS = 100;
    private static final int KIB = 1024;
    private static final int PAGE_BYTES = 4096;

    /** What both threads see: four words, each in lines of its own. */
    private static final int WORD_BYTES = 256;

    private static final long ASKED = 0;
    private static final long WRITTEN = WORD_BYTES;
    private static final long CLAIMS = 2 * WORD_BYTES;
    private static final long DONE = 3 * WORD_BYTES;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    /** How a message is copied. */
    private enum Way {
        /** The reader alone, in pieces. */
        ALONE,
        /** Both take the next block from one counter: neighboring blocks go to different cores. */
        ONE_COUNTER,
        /** The reader takes blocks from the front, the writer from the back (chosen). */
        BOTH_ENDS
    }

    /** One line of the table. */
    private record Plan(int sizeBytes, boolean isFresh, boolean isArray, Way way, int blockBytes) {}

    private final PrintStream out;
    private final MemoryFloor.Meeting meeting = new MemoryFloor.Meeting();
    private final MemorySegment words = Arena.ofAuto().allocate(4L * WORD_BYTES, WORD_BYTES);
    private long asked; // by the reader

    // Written by the reader before it asks, and read by the writer after it has been asked.
    private Plan plan;
    private boolean isProbe;
    private byte[] fromArray = {};
    private byte[] toArray = {};
    private MemorySegment from;
    private MemorySegment to;

    /**
     * Makes a comparison that has not begun.
     *
     * @param out receives the table
     */
    public CopyComparison(PrintStream out) {
        this.out = out;
    }

    /**
     * Prints the table.
     *
     * @param arguments sizes in KiB, or nothing
     * @throws InterruptedException when it is interrupted
     */
    public static void main(String[] arguments) throws InterruptedException {
        List<Integer> sizes = arguments.length == 0
                ? List.of(64, 256, 1024, 4096)
                : List.of(arguments).stream().map(Integer::valueOf).toList();
        new CopyComparison(System.out).run(sizes);
    }

    private void run(List<Integer> sizesKib) throws InterruptedException {
        int longest = sizesKib.stream().mapToInt(Integer::intValue).max().orElse(1) * KIB;
        fromArray = new byte[longest];
        toArray = new byte[longest];
        from = Arena.ofAuto().allocate(longest, PAGE_BYTES);
        to = Arena.ofAuto().allocate(longest, PAGE_BYTES);
        out.printf(
                "# %8s %-6s %-8s %-12s %9s %10s %10s  probes (ns one way)%n",
                "size KiB", "memory", "kind", "way", "block KiB", "median us", "best us");
        Thread writer = Thread.ofPlatform().name("writer").start(this::write);
        SpeedProbe probe = new SpeedProbe(meeting.lines(), true);
        for (int size : sizesKib) {
            for (boolean isFresh : new boolean[] {false, true}) {
                for (boolean isArray : new boolean[] {true, false}) {
                    for (Way way : Way.values()) {
                        for (int block :
                                IntStream.of(16, 64, 256, size).distinct().toArray()) {
                            if (block < size || way == Way.ALONE && block == size) {
                                line(new Plan(size * KIB, isFresh, isArray, way, block * KIB), probe);
                            }
                        }
                    }
                }
            }
        }
        plan = null;
        ask();
        writer.join();
    }

    private void line(Plan next, SpeedProbe probe) {
        double before = probeNs(probe);
        plan = next;
        Samples samples = new Samples();
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            double ns = read(next);
            if (round >= 0) {
                samples.record(ns);
            }
        }
        Summary summary = samples.summary();
        out.printf(
                Locale.ROOT,
                "  %8d %-6s %-8s %-12s %9d %10.1f %10.1f  %.0f %.0f%n",
                next.sizeBytes() / KIB,
                next.isFresh() ? "fresh" : "warm",
                next.isArray() ? "array" : "segment",
                next.way().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                next.blockBytes() / KIB,
                summary.medianNs() / 1000,
                summary.bestNs() / 1000,
                before,
                probeNs(probe));
    }

    private double probeNs(SpeedProbe probe) {
        isProbe = true;
        ask();
        double ns = probe.measureNs();
        isProbe = false;
        return ns;
    }

    private double read(Plan current) {
        LONG.setOpaque(words, CLAIMS, 0L);
        long round = ask();
        awaitAtLeast(WRITTEN, round);
        long start = System.nanoTime();
        copyShare(current, true);
        if (current.way() != Way.ALONE) {
            awaitAtLeast(DONE, round);
        }
        return System.nanoTime() - start;
    }

    private void write() {
        SpeedProbe probe = new SpeedProbe(meeting.lines(), false);
        for (long round = 1; ; round++) {
            awaitAtLeast(ASKED, round);
            Plan current = plan;
            if (isProbe) {
                probe.measureNs();
                continue;
            }
            if (current == null) {
                return;
            }
            if (current.isFresh()) {
                (current.isArray() ? MemorySegment.ofArray(fromArray) : from)
                        .asSlice(0, current.sizeBytes())
                        .fill((byte) round);
            }
            LONG.setRelease(words, WRITTEN, round);
            if (current.way() != Way.ALONE) {
                copyShare(current, false);
                LONG.setRelease(words, DONE, round);
            }
        }
    }

    private void copyShare(Plan current, boolean isReader) {
        int block = current.blockBytes();
        int blocks = (current.sizeBytes() + block - 1) / block;
        switch (current.way()) {
            case ALONE -> {
                for (int i = 0; i < blocks; i++) {
                    copy(current, i);
                }
            }
            case ONE_COUNTER -> {
                int i;
                while ((i = (int) (long) LONG.getAndAdd(words, CLAIMS, 1L)) < blocks) {
                    copy(current, i);
                }
            }
            case BOTH_ENDS -> {
                long one = isReader ? 1 : 1L << 32;
                while (true) {
                    long before = (long) LONG.getAndAdd(words, CLAIMS, one);
                    int ofReader = (int) before;
                    int ofWriter = (int) (before >>> 32);
                    if (ofReader + ofWriter >= blocks) {
                        return;
                    }
                    copy(current, isReader ? ofReader : blocks - 1 - ofWriter);
                }
            }
            default -> throw new IllegalStateException("way=" + current.way());
        }
    }

    private void copy(Plan current, int block) {
        int offset = block * current.blockBytes();
        int length = Math.min(current.blockBytes(), current.sizeBytes() - offset);
        if (current.isArray()) {
            System.arraycopy(fromArray, offset, toArray, offset, length);
        } else {
            MemorySegment.copy(from, offset, to, offset, length);
        }
    }

    private long ask() {
        LONG.setRelease(words, ASKED, ++asked); // pairs with the writer's acquire
        return asked;
    }

    private void awaitAtLeast(long word, long value) {
        while ((long) LONG.getAcquire(words, word) < value) {
            Thread.onSpinWait();
        }
    }
}
