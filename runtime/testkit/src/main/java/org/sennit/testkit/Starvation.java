package org.sennit.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Keeps a quarter of this JVM's threads, drawn anew all the time, from running for up to two seconds each, as a busy
 * machine may do to any thread: they run only on a processor that no other thread wants, and a thread of the lowest
 * priority for each processor wants it all the time. It shows tests that rely on a schedule. Linux; needs the right to
 * raise a priority, as root has it.
 *
 * <p>Threads: a daemon for the draws and one for each processor; {@link #close} from any thread.
 */
final class Starvation implements AutoCloseable {
    private static final int NORMAL = 0; // SCHED_OTHER
    private static final int IDLE = 5; // SCHED_IDLE
    private static final int LOWEST_PRIORITY = 19;
    private static final Duration BETWEEN_DRAWS = Duration.ofMillis(50);
    private static final int SHARE = 4; // one thread in four is starved
    private static final int[] DURATIONS_MS = {50, 200, 500, 2000};
    private static final Path THREADS = Path.of("/proc/self/task");

    private static final MethodHandle GETTID = function("gettid", FunctionDescriptor.of(ValueLayout.JAVA_INT));
    private static final MethodHandle SET_PRIORITY = function(
            "setpriority",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    private static final MethodHandle SET_SCHEDULER = function(
            "sched_setscheduler",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));

    private final Random random;
    private final Set<Integer> own = ConcurrentHashMap.newKeySet(); // ids of the threads of this class
    private final Map<Integer, Long> starved = new HashMap<>(); // until when, by id; of the thread that draws
    private final Thread drawing;
    private volatile boolean isClosed; // read by the busy threads; publishes nothing else

    /**
     * Begins.
     *
     * @param seed of the draws; the schedule that follows from them is another one each time
     * @throws UnsupportedOperationException where a thread that was starved could not run again
     */
    Starvation(long seed) {
        random = new Random(seed);
        drawing = Thread.ofPlatform().daemon(true).name("starvation").unstarted(this::draw);
        checkRights();
        for (int i = Runtime.getRuntime().availableProcessors(); i > 0; i--) {
            Thread.ofPlatform().daemon(true).name("starvation-busy").start(this::beBusy);
        }
        drawing.start();
        System.out.println("tests: threads are starved at random, seed " + seed);
    }

    @SuppressWarnings("restricted") // three functions of the C library
    private static MethodHandle function(String name, FunctionDescriptor type) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
    }

    private static void checkRights() {
        int[] results = new int[2];
        Thread probe = Thread.ofPlatform().start(() -> {
            results[0] = schedule(0, IDLE);
            results[1] = schedule(0, NORMAL);
        });
        try {
            probe.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (results[0] != 0 || results[1] != 0) {
            throw new UnsupportedOperationException("no right to raise the priority of a thread that was starved");
        }
    }

    /**
     * Sets the policy of a thread, 0 for the calling one; returns 0, or −1 where it has ended or the right is missing.
     */
    private static int schedule(int thread, int policy) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment noPriority = arena.allocate(ValueLayout.JAVA_INT);
            return (int) SET_SCHEDULER.invokeExact(thread, policy, noPriority);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void enter() {
        try {
            own.add((int) GETTID.invokeExact());
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private void beBusy() {
        enter();
        try {
            int result = (int) SET_PRIORITY.invokeExact(0, 0, LOWEST_PRIORITY); // Linux: of this thread alone
            assert result == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        while (!isClosed) {
            Thread.onSpinWait();
        }
    }

    private void draw() {
        enter();
        try {
            while (!isClosed) {
                long nowNs = System.nanoTime();
                for (int thread : List.copyOf(starved.keySet())) {
                    if (starved.get(thread) - nowNs < 0) {
                        letRun(thread);
                    }
                }
                List<Integer> threads = threads();
                for (int left = threads.size() / SHARE; left > 0; left--) {
                    int thread = threads.get(random.nextInt(threads.size()));
                    if (!own.contains(thread) && !starved.containsKey(thread) && schedule(thread, IDLE) == 0) {
                        long ms = DURATIONS_MS[random.nextInt(DURATIONS_MS.length)];
                        starved.put(thread, nowNs + TimeUnit.MILLISECONDS.toNanos(ms));
                    }
                }
                Thread.sleep(BETWEEN_DRAWS);
            }
        } catch (InterruptedException e) {
            // closed
        } finally {
            List.copyOf(starved.keySet()).forEach(this::letRun);
        }
    }

    /** Lets a thread run again, unless it has ended. */
    private void letRun(int thread) {
        schedule(thread, NORMAL);
        starved.remove(thread);
    }

    private static List<Integer> threads() {
        List<Integer> ids = new ArrayList<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(THREADS)) {
            tasks.forEach(task -> ids.add(Integer.valueOf(task.getFileName().toString())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ids;
    }

    /** Lets all threads run again. */
    @Override
    public void close() {
        isClosed = true;
        drawing.interrupt();
        try {
            drawing.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
