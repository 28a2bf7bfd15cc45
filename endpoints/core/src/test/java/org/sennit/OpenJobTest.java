package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.watch.WatchOptions;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Jobs in one JVM whose endpoints are driven by threads of the caller. */
@Deadline(seconds = 60)
@Core
class OpenJobTest {
    private final AtomicReference<Throwable> failure = new AtomicReference<>();

    /** What the thread of an endpoint does. */
    @FunctionalInterface
    private interface Body {
        void run() throws Exception;
    }

    private Thread start(Body body) {
        return Thread.ofPlatform().daemon(true).start(() -> {
            try {
                body.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
    }

    @Test
    void theCallingThreadIsAnEndpoint() {
        Job job = Job.open(Options.fromEnvironment());
        assertSame(job.endpoint(), job.endpoint(0));
        Communicator kept = job.endpoint().world();
        assertEquals(1, kept.size());
        kept.barrier();
        job.close();
        job.close(); // nothing happens
        SennitException error = assertThrows(SennitException.class, () -> kept.send(new byte[1], 0, 1));
        assertEquals(ErrorClass.SESSION, error.errorClass());
    }

    @Test
    void threadsOfTheCallerTakeEndpointsAndTalk() throws Exception {
        int[] received = {0};
        try (Job job = Job.open(3, Options.fromEnvironment())) {
            assertEquals(3, job.size());
            for (int i = 1; i < 3; i++) {
                int index = i;
                start(() -> {
                    Communicator world = job.endpoint(index).world();
                    world.send(new int[] {index}, 0, 7);
                    job.end(index);
                });
            }
            Communicator world = job.endpoint(0).world();
            int[] one = new int[1];
            for (int i = 1; i < 3; i++) {
                world.receive(one, i, 7);
                received[0] += one[0];
            }
        }
        assertEquals(null, failure.get());
        assertEquals(3, received[0]);
    }

    @Test
    void closeWaitsForTheOtherThreads() {
        AtomicReference<String> last = new AtomicReference<>();
        AtomicBoolean isClosed = new AtomicBoolean();
        Thread opener = Thread.currentThread();
        try (Job job = Job.open(2, Options.fromEnvironment())) {
            Communicator world = job.endpoint(0).world();
            start(() -> {
                Communicator theirs = job.endpoint(1).world();
                theirs.send(new byte[1], 0, 1);
                while (!isClosing(opener) && !isClosed.get()) {
                    Thread.yield();
                }
                last.set(isClosed.get() ? "closed before the other endpoint had ended" : "ended");
                job.end(1);
            });
            // Before this message endpoint 1 may not be taken yet, and close would end it at once.
            world.receive(new byte[1], 1, 1);
        }
        isClosed.set(true);
        assertEquals("ended", last.get());
    }

    private static boolean isClosing(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(Job.class.getName())
                        && frame.getMethodName().equals("close"));
    }

    @Test
    void whoWaitsForAnEndpointThatHasEndedHearsOfIt() {
        SennitException error;
        try (Job job = Job.open(2, Options.fromEnvironment())) {
            start(() -> {
                job.endpoint(1);
                job.end(1);
            });
            Communicator world = job.endpoint(0).world();
            error = assertThrows(SennitException.class, () -> world.receive(new byte[1], 1, 1));
        }
        assertEquals(ErrorClass.PROC_ENDED, error.errorClass());
    }

    @Test
    void anEndpointWhoseThreadIsGoneHasFailed() {
        Job job = Job.open(2, Options.fromEnvironment());
        Thread other = start(() -> {
            job.endpoint(1);
            throw new IllegalStateException("on purpose"); // and so no end
        });
        Communicator world = job.endpoint(0).world();
        assertThrows(SennitException.class, () -> world.receive(new byte[1], 1, 1));
        SennitException error = assertThrows(SennitException.class, job::close);
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        assertTrue(
                rootOf(error).getMessage().endsWith("without Job.end: index=1 thread=" + other.getName()),
                rootOf(error).getMessage());
    }

    @Test
    void closeEndsWhereAThreadIsGone() {
        Job job = Job.open(2, Options.fromEnvironment());
        Thread other = start(() -> job.endpoint(1));
        awaitEnd(other);
        SennitException error = assertThrows(SennitException.class, job::close);
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
    }

    /** The end of an endpoint is the program's, and may wait for whatever it likes. */
    @Test
    void anEndThatWaitsKeepsNoneFromHearingOfAnother() {
        CountDownLatch mayEnd = new CountDownLatch(1);
        Job job = Job.open(3, Options.fromEnvironment().with(JobOptions.FAILURE, "continue", "test"));
        start(() -> job.endpoint(1).atEnd(() -> awaitOpen(mayEnd)));
        Communicator world = job.endpoint(0).world();
        assertFails(ErrorClass.PROC_FAILED, () -> world.receive(new byte[1], 1, 1));
        start(() -> job.endpoint(2));
        assertFails(ErrorClass.PROC_FAILED, () -> world.receive(new byte[1], 2, 1));
        mayEnd.countDown();
        assertFails(ErrorClass.PROC_FAILED, job::close);
    }

    @Test
    void anEndThatThrowsIsAnEnd() {
        Job job = Job.open(2, Options.fromEnvironment());
        start(() -> job.endpoint(1).atEnd(() -> {
            throw new IllegalStateException("on purpose");
        }));
        Communicator world = job.endpoint(0).world();
        assertFails(ErrorClass.PROC_ABORTED, () -> world.receive(new byte[1], 1, 1));
        SennitException error = assertThrows(SennitException.class, job::close);
        assertEquals("on purpose", rootOf(error).getSuppressed()[0].getMessage());
    }

    @Test
    void aDeadlockOfTheEndpointsIsFound() {
        Options options = Options.fromEnvironment().with(WatchOptions.DEADLOCK_AFTER, 1, "test");
        Job job = Job.open(2, options);
        Thread other = start(() -> job.endpoint(1).world().receive(new byte[1], 0, 1));
        Communicator world = job.endpoint(0).world();
        assertThrows(SennitException.class, () -> world.receive(new byte[1], 1, 1));
        awaitEnd(other);
        SennitException error = assertThrows(SennitException.class, job::close);
        assertEquals(ErrorClass.DEADLOCK, rootOf(error).errorClass());
    }

    @Test
    void anAbortEndsTheOthersAndIsToldByClose() {
        Job job = Job.open(2, Options.fromEnvironment());
        Thread other = start(() -> job.endpoint(1).world().receive(new byte[1], 0, 1));
        IllegalStateException cause = new IllegalStateException("on purpose");
        job.endpoint(0).world().abort(3, cause);
        awaitEnd(other);
        assertTrue(failure.get() instanceof SennitException, () -> "" + failure.get());
        SennitException error = assertThrows(SennitException.class, job::close);
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        assertSame(cause, error.getCause());
    }

    @Test
    void mistakesWithHandlesAreErrors() {
        Job job = Job.open(2, Options.fromEnvironment());
        assertError(ErrorClass.ARG, "operation=endpoint index=2", () -> job.endpoint(2));
        assertError(ErrorClass.ARG, "several endpoints", job::endpoint);
        assertError(ErrorClass.ARG, "taken=by none", () -> job.end(1));
        job.endpoint(0);
        assertErrorElsewhere(ErrorClass.ARG, "operation=endpoint index=0 taken=by", () -> job.endpoint(0));
        assertErrorElsewhere(ErrorClass.SESSION, "operation=close opener=", job::close);
        job.end(0);
        assertError(ErrorClass.SESSION, "the endpoint has ended: operation=end index=0", () -> job.end(0));
        job.close();
        assertError(ErrorClass.SESSION, "the job is closed: operation=endpoint index=1", () -> job.endpoint(1));
        assertError(ErrorClass.ARG, "endpoints=0", () -> Job.open(0, Options.fromEnvironment()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void callsOfAnEndpointThatHasEndedAreRefused(boolean isChecked) {
        Options options = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, isChecked, "test");
        int[] one = {1};
        try (Job job = Job.open(2, options)) {
            Communicator world = job.endpoint(0).world();
            Request left = world.nonblocking().receive(new int[1], 1, 1);
            job.end(0);
            List<Executable> calls = List.of(
                    left::await,
                    () -> world.send(one, 1, 1),
                    () -> world.sendSynchronous(one, 1, 1),
                    () -> world.receive(one, 1, 1),
                    () -> world.nonblocking().send(one, 1, 1),
                    () -> world.nonblocking().receive(one, 1, 1),
                    () -> world.probe(1, 1),
                    () -> world.barrier(),
                    () -> world.broadcast(one, 0),
                    () -> world.allreduce(one, new int[1], Operation.SUM),
                    () -> world.nonblocking().barrier(),
                    () -> world.split(0, 0),
                    () -> world.duplicate(),
                    () -> world.createFromGroup(world.group(), 1),
                    () -> world.createWindow(one, 4));
            for (Executable call : calls) {
                SennitException error = assertThrows(SennitException.class, call);
                assertEquals(ErrorClass.SESSION, error.errorClass(), error.getMessage());
                assertTrue(error.getMessage().startsWith("the endpoint has ended: operation="), error.getMessage());
                assertTrue(error.getMessage().contains("rank=0"), error.getMessage());
            }
        }
    }

    @Test
    void theProgramChoosesTheThreadLevel() {
        for (ThreadLevel wanted : ThreadLevel.values()) {
            try (Job job = Job.open(1, wanted, Options.fromEnvironment())) {
                assertEquals(wanted, job.endpoint().threadLevel());
            }
        }
    }

    @Test
    void jobsCanBeOpenAtTheSameTime() {
        try (Job one = Job.open(Options.fromEnvironment());
                Job other = Job.open(Options.fromEnvironment())) {
            one.endpoint().world().barrier();
            other.endpoint().world().barrier();
        }
    }

    private static SennitException rootOf(SennitException error) {
        return error.getCause() instanceof SennitException cause ? rootOf(cause) : error;
    }

    private static void assertFails(ErrorClass errorClass, Executable call) {
        assertEquals(errorClass, assertThrows(SennitException.class, call).errorClass());
    }

    private static void assertError(ErrorClass errorClass, String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass());
        assertTrue(error.getMessage().contains(text), error::getMessage);
    }

    private void assertErrorElsewhere(ErrorClass errorClass, String text, Runnable call) {
        failure.set(null);
        awaitEnd(start(() -> assertError(errorClass, text, call)));
        assertEquals(null, failure.get());
    }

    private static void awaitOpen(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
