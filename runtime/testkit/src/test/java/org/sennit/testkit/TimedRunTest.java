package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimedRunTest {
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(60);

    @Test
    void passesOnWhatTheBodyThrows() {
        var thrown = assertThrows(
                IllegalStateException.class,
                () -> TimedRun.within("throws", LONG_NS, () -> {
                    throw new IllegalStateException("mine");
                }));
        assertEquals("mine", thrown.getMessage());
    }

    @Test
    void failsAndShowsAllStacksWhenTheDeadlinePasses() {
        CountDownLatch never = new CountDownLatch(1);
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        var thrown = assertThrows(
                AssertionError.class,
                () -> TimedRun.within(
                        "hangs", TimeUnit.MILLISECONDS.toNanos(100), never::await, new PrintStream(err, true)));
        assertTrue(thrown.getMessage().startsWith("hangs has not ended after 100 ms"), thrown::getMessage);
        assertTrue(err.toString().contains("\"test hangs\""), err::toString);
        assertTrue(err.toString().contains("\"main\""), err::toString);
    }

    @Test
    void readsTheStacksOfVirtualThreadsToo() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        Thread thread = Thread.ofVirtual().name("a virtual thread that waits").start(() -> awaitEnd(started, end));
        started.await();
        String stacks = ThreadStacks.ofAllThreads();
        end.countDown();
        thread.join();
        assertTrue(stacks.contains("a virtual thread that waits"), stacks);
        assertTrue(stacks.contains("awaitEnd"), stacks);
    }

    /** On the stack of the thread from before it is known to have started. */
    private static void awaitEnd(CountDownLatch started, CountDownLatch end) {
        started.countDown();
        try {
            end.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
