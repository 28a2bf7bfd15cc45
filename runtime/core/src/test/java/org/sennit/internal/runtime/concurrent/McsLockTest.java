package org.sennit.internal.runtime.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class McsLockTest {
    /**
     * Of a thread that increments: each turn of the lock takes milliseconds where other programs keep the cores busy.
     */
    private static final long LIMIT_NS = 5_000_000_000L;

    private final McsLock lock = new McsLock(RuntimeContext.system());
    private final AtomicLong counted = new AtomicLong(); // by each thread for itself
    private long guarded;

    @Test
    void admitsOneOfManyPlatformThreads() throws InterruptedException {
        incrementFromThreads(8, 50_000, Thread.ofPlatform()); // four times the cores of our machines
        assertEquals(counted.get(), guarded);
    }

    @Test
    void admitsOneOfManyVirtualThreads() throws InterruptedException {
        incrementFromThreads(500, 400, Thread.ofVirtual());
        assertEquals(counted.get(), guarded);
    }

    @Test
    void admitsOneOfPlatformAndVirtualThreadsTogether() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        threads.addAll(startIncrementing(4, 20_000, Thread.ofPlatform()));
        threads.addAll(startIncrementing(50, 1_000, Thread.ofVirtual()));
        join(threads);
        assertEquals(counted.get(), guarded);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handsOverInTheOrderOfArrival(boolean isVirtual) throws InterruptedException {
        Thread.Builder builder = isVirtual ? Thread.ofVirtual() : Thread.ofPlatform();
        McsLock.Node mine = new McsLock.Node();
        lock.acquire(mine);
        Queue<Integer> order = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            McsLock.Node node = new McsLock.Node();
            threads.add(builder.start(() -> {
                lock.acquire(node);
                order.add(number);
                lock.release(node);
            }));
            awaitEntry(node);
        }
        lock.release(mine);
        join(threads);
        assertEquals(IntStream.range(0, 20).boxed().toList(), List.copyOf(order));
    }

    @Test
    void parksAWaiterAndWakesIt() throws InterruptedException {
        RecordingContext context = new RecordingContext();
        McsLock parking = new McsLock(context);
        McsLock.Node mine = new McsLock.Node();
        parking.acquire(mine);
        Thread waiter = Thread.ofPlatform().start(() -> acquireAndRelease(parking));
        context.awaitParked(waiter);
        parking.release(mine);
        waiter.join();
        assertEquals(List.of(waiter), List.copyOf(context.unparked));
    }

    @Test
    void wakesNoThreadWhenNoneParks() {
        RecordingContext context = new RecordingContext();
        McsLock quiet = new McsLock(context);
        for (int i = 0; i < 1000; i++) {
            acquireAndRelease(quiet);
        }
        assertTrue(context.parked.isEmpty() && context.unparked.isEmpty());
    }

    @Test
    void keepsWaitingWhenInterruptedAndKeepsTheInterrupt() throws InterruptedException {
        RecordingContext context = new RecordingContext();
        McsLock parking = new McsLock(context);
        McsLock.Node mine = new McsLock.Node();
        parking.acquire(mine);
        boolean[] wasInterrupted = new boolean[1];
        Thread waiter = Thread.ofPlatform().start(() -> {
            acquireAndRelease(parking);
            wasInterrupted[0] = Thread.interrupted();
        });
        context.awaitParked(waiter);
        waiter.interrupt();
        while (waiter.isInterrupted()) { // it takes the flag, to park again
            Thread.onSpinWait();
        }
        parking.release(mine);
        waiter.join();
        assertTrue(wasInterrupted[0]);
    }

    @Test
    void triesWithoutWaiting() {
        McsLock.Node first = new McsLock.Node();
        McsLock.Node second = new McsLock.Node();
        assertTrue(lock.tryAcquire(first));
        assertFalse(lock.tryAcquire(second));
        lock.release(first);
        assertTrue(lock.tryAcquire(second));
        lock.release(second);
    }

    @Test
    void servesTriesAndWaitsTogether() throws InterruptedException {
        List<Thread> threads = new ArrayList<>(startIncrementing(3, 30_000, Thread.ofPlatform()));
        threads.add(Thread.ofPlatform().start(() -> {
            McsLock.Node node = new McsLock.Node();
            long startNs = System.nanoTime();
            int done = 0;
            while (done < 30_000 && System.nanoTime() - startNs < LIMIT_NS) {
                while (!lock.tryAcquire(node)) {
                    Thread.yield();
                }
                guarded++;
                lock.release(node);
                done++;
            }
            counted.addAndGet(done);
        }));
        join(threads);
        assertEquals(counted.get(), guarded);
    }

    @Test
    void spinsNotAtAllOnOneProcessor() throws InterruptedException {
        RecordingContext context = new RecordingContext() {
            @Override
            public int availableProcessors() {
                return 1;
            }

            @Override
            public void spin() {
                throw new AssertionError("spins");
            }
        };
        McsLock onOne = new McsLock(context);
        McsLock.Node mine = new McsLock.Node();
        onOne.acquire(mine);
        Thread waiter = Thread.ofPlatform().start(() -> acquireAndRelease(onOne));
        context.awaitParked(waiter);
        onOne.release(mine);
        waiter.join();
    }

    private void incrementFromThreads(int threads, int rounds, Thread.Builder builder) throws InterruptedException {
        join(startIncrementing(threads, rounds, builder));
    }

    private List<Thread> startIncrementing(int threads, int rounds, Thread.Builder builder) {
        return IntStream.range(0, threads)
                .mapToObj(_ -> builder.start(() -> {
                    McsLock.Node node = new McsLock.Node();
                    long startNs = System.nanoTime();
                    int done = 0;
                    while (done < rounds && System.nanoTime() - startNs < LIMIT_NS) {
                        lock.acquire(node);
                        guarded++;
                        lock.release(node);
                        done++;
                    }
                    counted.addAndGet(done);
                }))
                .toList();
    }

    private void awaitEntry(McsLock.Node node) {
        while (!lock.isLast(node)) {
            Thread.onSpinWait();
        }
    }

    private static void acquireAndRelease(McsLock lock) {
        McsLock.Node node = new McsLock.Node();
        lock.acquire(node);
        lock.release(node);
    }

    private static void join(List<Thread> threads) throws InterruptedException {
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The real context, that remembers who parked and who was woken. */
    private static class RecordingContext implements RuntimeContext {
        private final RuntimeContext real = RuntimeContext.system();
        final Queue<Thread> parked = new ConcurrentLinkedQueue<>();
        final Queue<Thread> unparked = new ConcurrentLinkedQueue<>();

        final void awaitParked(Thread thread) {
            while (!parked.contains(thread)) {
                Thread.onSpinWait();
            }
        }

        @Override
        public long nanoTime() {
            return real.nanoTime();
        }

        @Override
        public void parkNanos(Object blocker, long timeoutNs) {
            parked.add(Thread.currentThread());
            real.parkNanos(blocker, timeoutNs);
        }

        @Override
        public void unpark(Thread thread) {
            unparked.add(thread);
            real.unpark(thread);
        }

        @Override
        public void yield() {
            real.yield();
        }

        @Override
        public void spin() {
            real.spin();
        }

        @Override
        public Thread newThread(String name, boolean isVirtual, Runnable body) {
            return real.newThread(name, isVirtual, body);
        }

        @Override
        public java.time.Instant wallTime() {
            return real.wallTime();
        }

        @Override
        public void start(Thread thread) {
            real.start(thread);
        }

        @Override
        public boolean join(Thread thread, long timeoutNs) throws InterruptedException {
            return real.join(thread, timeoutNs);
        }

        @Override
        public java.util.random.RandomGenerator random() {
            return real.random();
        }

        @Override
        public int availableProcessors() {
            return 2;
        }
    }
}
