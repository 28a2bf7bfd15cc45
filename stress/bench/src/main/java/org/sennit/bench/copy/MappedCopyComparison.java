package org.sennit.bench.copy;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Locale;
import org.sennit.bench.measure.Samples;
import org.sennit.bench.measure.Summary;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.internal.shm.mapped.memory.SharedFileOffer;
import org.sennit.internal.shm.mapped.memory.SharedFilePlaces;

/**
 * Ways to bring a message from one JVM to another on this host, without any runtime: by the kernel, by one side or by
 * both; through rings of slots of different sizes; and straight from shared memory, by one side or by both. Two JVMs,
 * one thread each; one way, from the sender's first word to the receiver's last byte, warm.
 *
 * <pre>
 *   java -cp ... --enable-native-access=ALL-UNNAMED org.sennit.bench.copy.MappedCopyComparison [sizes in KiB]
 * </pre>
 */
public final class MappedCopyComparison {
    private static final int KIB = 1024;
    private static final int ROUNDS = 200;
    private static final int WARM_UP_ROUNDS = 200;
    private static final long PAUSE_NS = 2000;

    // Words of the file, each in two lines of its own; each written by one side.
    private static final long ASKED = 0;
    private static final long ANSWERED = 128;
    private static final long CONSUMED = 256;
    private static final long TAKEN = 384;
    private static final long SENT_NS = 512;
    private static final long HELPED = 640;
    private static final long SENDER_ADDRESS = 768;
    private static final long RECEIVER_ADDRESS = 896;
    private static final long SENDER_PID = 1024;
    private static final long RECEIVER_PID = 1152;
    private static final int MOST_SLOTS = 64;
    private static final long READY = 4096;
    private static final long READY_STRIDE = 128;
    private static final long SLOTS_OFFSET = 64 * KIB;
    private static final long MOST_BYTES = 4L << 20;
    private static final long SOURCE_OFFSET = 2L << 20;
    private static final long TARGET_OFFSET = SOURCE_OFFSET + MOST_BYTES;
    private static final long FILE_BYTES = TARGET_OFFSET + MOST_BYTES;
    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** The side that copies. */
    private enum Kind {
        KERNEL_READS,
        KERNEL_BOTH,
        SHARED,
        SHARED_BOTH,
        RING
    }

    /** One line of the table; slots of a ring only. */
    private record Way(Kind kind, int slotBytes, int slots) {}

    private static final List<Way> WAYS = List.of(
            new Way(Kind.KERNEL_READS, 0, 0),
            new Way(Kind.KERNEL_BOTH, 0, 0),
            new Way(Kind.SHARED, 0, 0),
            new Way(Kind.SHARED_BOTH, 0, 0),
            new Way(Kind.RING, 16 * KIB, 8),
            new Way(Kind.RING, 16 * KIB, 16),
            new Way(Kind.RING, 8 * KIB, 32),
            new Way(Kind.RING, 32 * KIB, 16));

    private final MemorySegment file;
    private final MemorySegment source = Arena.ofAuto().allocate(MOST_BYTES, 4096);
    private final MemorySegment target = Arena.ofAuto().allocate(MOST_BYTES, 4096);
    private long number; // of the message
    private long slot;

    private MappedCopyComparison(MemorySegment file) {
        this.file = file;
    }

    /**
     * Prints the table; the sender's JVM is started from here.
     *
     * @param arguments sizes in KiB, or nothing
     * @throws IOException when the other JVM cannot be started
     * @throws InterruptedException when it is interrupted
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 2 && arguments[0].equals("sender")) {
            String[] words = arguments[1].split(";", 2);
            SharedFile shared = SharedFileOffer.parse(words[1]).open(Arena.ofAuto());
            new MappedCopyComparison(shared.segment()).run(sizes(words[0].split(",")), false);
            return;
        }
        String[] sizes = arguments.length == 0 ? new String[] {"16", "64", "256", "1024", "4096"} : arguments;
        SharedFile shared = new SharedFilePlaces("bench").create(FILE_BYTES, Arena.ofAuto());
        Process sender = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MappedCopyComparison.class.getName(),
                        "sender",
                        String.join(",", sizes) + ";" + shared.describe())
                .inheritIO()
                .start();
        System.out.printf(
                "# %8s %-14s %8s %6s %10s %10s%n", "size KiB", "way", "slot KiB", "slots", "median us", "best us");
        new MappedCopyComparison(shared.segment()).run(sizes(sizes), true);
        sender.waitFor();
        shared.unlink();
    }

    private static List<Integer> sizes(String... words) {
        return List.of(words).stream().map(word -> Integer.parseInt(word) * KIB).toList();
    }

    private void run(List<Integer> sizes, boolean isReceiver) {
        set(isReceiver ? RECEIVER_PID : SENDER_PID, ProcessHandle.current().pid());
        set(isReceiver ? RECEIVER_ADDRESS : SENDER_ADDRESS, (isReceiver ? target : source).address());
        for (int size : sizes) {
            for (Way way : WAYS) {
                boolean isKernel = way.kind() == Kind.KERNEL_READS || way.kind() == Kind.KERNEL_BOTH;
                if (!isKernel || KernelCopy.INSTANCE != null) {
                    line(way, size, isReceiver);
                }
            }
        }
    }

    private void line(Way way, int size, boolean isReceiver) {
        slot += MOST_SLOTS - slot % MOST_SLOTS; // a count that no earlier ring has used
        Samples samples = new Samples();
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            number++;
            if (isReceiver) {
                double ns = receive(way, size);
                if (round >= 0) {
                    samples.record(ns);
                }
            } else {
                send(way, size);
            }
        }
        if (isReceiver) {
            Summary summary = samples.summary();
            System.out.printf(
                    Locale.ROOT,
                    "  %8d %-14s %8d %6d %10.2f %10.2f%n",
                    size / KIB,
                    way.kind().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    way.slotBytes() / KIB,
                    way.slots(),
                    summary.medianNs() / 1000,
                    summary.bestNs() / 1000);
        }
    }

    private void send(Way way, int size) {
        long until = System.nanoTime() + PAUSE_NS; // the receiver is there
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        set(SENT_NS, System.nanoTime());
        set(ASKED, number);
        int front = front(way.kind(), size);
        switch (way.kind()) {
            case RING -> fill(way, size);
            case KERNEL_BOTH -> {
                awaitAtLeast(ANSWERED, number);
                check(KernelCopy.INSTANCE.write(
                        get(RECEIVER_PID), get(RECEIVER_ADDRESS) + front, source, front, size - front));
                set(HELPED, number);
            }
            case SHARED_BOTH -> {
                awaitAtLeast(ANSWERED, number);
                MemorySegment.copy(file, SOURCE_OFFSET + front, file, TARGET_OFFSET + front, size - front);
                set(HELPED, number);
            }
            default -> {}
        }
        awaitAtLeast(TAKEN, number);
    }

    private double receive(Way way, int size) {
        awaitAtLeast(ASKED, number);
        int front = front(way.kind(), size);
        switch (way.kind()) {
            case RING -> {
                set(ANSWERED, number);
                empty(way, size);
            }
            case KERNEL_READS, KERNEL_BOTH -> {
                set(ANSWERED, number);
                check(KernelCopy.INSTANCE.read(get(SENDER_PID), get(SENDER_ADDRESS), target, 0, front));
            }
            case SHARED -> MemorySegment.copy(file, SOURCE_OFFSET, target, 0, size);
            case SHARED_BOTH -> {
                set(ANSWERED, number);
                MemorySegment.copy(file, SOURCE_OFFSET, file, TARGET_OFFSET, front);
            }
        }
        if (front < size) {
            awaitAtLeast(HELPED, number);
        }
        double ns = System.nanoTime() - get(SENT_NS);
        set(TAKEN, number);
        return ns;
    }

    /** Returns what the receiver copies; the sender copies the rest. */
    private static int front(Kind kind, int size) {
        return kind == Kind.KERNEL_BOTH || kind == Kind.SHARED_BOTH ? size / 2 : size;
    }

    private void fill(Way way, int size) {
        awaitAtLeast(ANSWERED, number);
        long consumed = slot;
        for (int at = 0; at < size; at += way.slotBytes()) {
            while (slot - consumed >= way.slots()) {
                consumed = Math.max(consumed, get(CONSUMED));
                Thread.onSpinWait();
            }
            long index = slot % way.slots();
            int bytes = Math.min(way.slotBytes(), size - at);
            MemorySegment.copy(source, at, file, SLOTS_OFFSET + index * way.slotBytes(), bytes);
            set(READY + index * READY_STRIDE, ++slot);
        }
    }

    private void empty(Way way, int size) {
        for (int at = 0; at < size; at += way.slotBytes()) {
            long index = slot % way.slots();
            awaitAtLeast(READY + index * READY_STRIDE, slot + 1);
            int bytes = Math.min(way.slotBytes(), size - at);
            MemorySegment.copy(file, SLOTS_OFFSET + index * way.slotBytes(), target, at, bytes);
            set(CONSUMED, ++slot);
        }
    }

    private static void check(boolean isDone) {
        if (!isDone) {
            throw new IllegalStateException("the kernel does not copy between the two processes");
        }
    }

    private void set(long word, long value) {
        LONG.setRelease(file, word, value); // pairs with get in the other process
    }

    private long get(long word) {
        return (long) LONG.getAcquire(file, word);
    }

    private void awaitAtLeast(long word, long value) {
        while (get(word) < value) {
            Thread.onSpinWait();
        }
    }
}
