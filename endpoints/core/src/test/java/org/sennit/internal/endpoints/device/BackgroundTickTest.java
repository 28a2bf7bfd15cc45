package org.sennit.internal.endpoints.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.ForwardingContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.Deadline;

/** How long the background thread of a process sleeps between two looks while no endpoint polls. */
@Deadline(seconds = 20)
class BackgroundTickTest {
    private static final int PROCESSORS = 2;
    private static final int TICKS = 9;

    private final TickContext context = new TickContext();
    private final List<Throwable> failures = new ArrayList<>(); // of the background thread; read after it has ended
    private int pollWithWork; // the number of the poll that has work; 0: none
    private Error pollError; // what a poll throws; null: nothing

    @ParameterizedTest
    @CsvSource({
        "1, 1 2 4 4 4 4 4 4 4",
        "3, 1 2 4 4 4 4 4 4 4",
        "4, 1 2 4 8 8 8 8 8 8",
        "16, 1 2 4 8 16 32 32 32 32",
        "64, 1 2 4 8 16 32 64 64 64",
        "1024, 1 2 4 8 16 32 64 64 64"
    })
    void ticksGrowWithTheProcessesThatShareACore(int hostProcesses, String ticksMs) throws InterruptedException {
        assertEquals(ticksMs, ticks(hostProcesses));
    }

    @Test
    void workMakesTicksShortAgain() throws InterruptedException {
        pollWithWork = 5;
        assertEquals("1 2 4 8 16 1 2 4 8", ticks(64));
    }

    @Test
    void reportsTheErrorThatEndsIt() throws InterruptedException {
        pollError = new OutOfMemoryError("of a poll");
        ticks(1);
        assertEquals(List.of(pollError), failures);
    }

    /** Returns the first ticks in milliseconds of a process all of whose endpoints compute. */
    private String ticks(int hostProcesses) throws InterruptedException {
        try (BackgroundProgress background =
                new BackgroundProgress(context, new QuietNetwork(), List::of, failures::add, hostProcesses)) {
            background.start();
            context.ended.await();
        }
        return context.ticksNs.stream()
                .limit(TICKS)
                .map(ns -> String.valueOf(TimeUnit.NANOSECONDS.toMillis(ns)))
                .collect(Collectors.joining(" "));
    }

    /** Parks for no time until enough ticks have been counted, and then until it is woken. */
    private static final class TickContext extends ForwardingContext {
        private final CountDownLatch ended = new CountDownLatch(1);
        private final List<Long> ticksNs = new ArrayList<>(); // of the background thread; read after it has ended

        @Override
        public void parkNanos(Object blocker, long timeoutNs) {
            ticksNs.add(timeoutNs);
            if (ticksNs.size() >= TICKS) {
                ended.countDown();
                real.parkNanos(blocker, timeoutNs);
            }
        }

        @Override
        public int availableProcessors() {
            return PROCESSORS;
        }
    }

    /** A network whose polls find nothing, but for one. */
    private final class QuietNetwork implements NetworkModule {
        private int polls; // of the background thread

        @Override
        public int poll(PollDirection direction, int workLimit) {
            if (pollError != null) {
                context.ended.countDown();
                throw pollError;
            }
            return ++polls == pollWithWork ? 1 : 0;
        }

        @Override
        public String name() {
            return "quiet";
        }

        @Override
        public String explain() {
            return "quiet: no messages";
        }

        @Override
        public BusinessCard init() {
            throw new AssertionError("init");
        }

        @Override
        public VirtualConnection connect(int process, BusinessCard card) {
            throw new AssertionError("connect");
        }

        @Override
        public void await(NetworkWaiter waiter, long timeoutNs) {
            throw new AssertionError("await");
        }

        @Override
        public void wake(Thread thread) {}

        @Override
        public void peerDied(int process, Throwable cause) {}

        @Override
        public void close() {}
    }
}
