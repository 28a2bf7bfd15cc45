package org.sennit.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/** Wait and test, one, any, some and all, with null and inactive requests (MPI 4.1, section 3.7.5). */
class RequestTest {
    private final ArrayDeque<Runnable> work = new ArrayDeque<>();

    private final Progress progress = new Progress() {
        @Override
        public int poll() {
            Runnable next = work.poll();
            if (next != null) {
                next.run();
            }
            return next == null ? 0 : 1;
        }

        @Override
        public boolean await(Condition condition, long timeoutNs) {
            while (!condition.isMet()) {
                if (poll() == 0) {
                    if (timeoutNs < Long.MAX_VALUE) {
                        return false;
                    }
                    throw new AssertionError("would wait for ever");
                }
            }
            return true;
        }

        @Override
        public void signal() {}
    };

    private final class Plain extends Request {
        Plain() {
            super(progress);
        }

        Plain begin() {
            activate();
            return this;
        }
    }

    private Plain active() {
        return new Plain().begin();
    }

    private Plain complete(int source) {
        Plain request = active();
        request.completeOwn(source, 7, 8);
        return request;
    }

    @Test
    void anInactiveRequestIsCompleteWithAnEmptyStatus() {
        Plain request = complete(3);
        assertEquals("source=3 tag=7 length=8", request.await().toString());
        assertEquals("source=-1 tag=-1 length=0", request.await().toString());
        assertTrue(request.test());
        assertTrue(new Plain().isInactive());
    }

    @Test
    void testAllTakesAllOrNone() {
        Plain done = complete(1);
        Plain pending = active();
        assertFalse(Request.testAll(done, null, pending));
        assertFalse(done.isInactive());
        pending.completeOwn(2, 7, 8);
        Status[] statuses = {new Status(), new Status(), null};
        assertTrue(Request.testAll(new Request[] {done, null, pending}, statuses));
        assertEquals(1, statuses[0].source());
        assertEquals(-1, statuses[1].source());
        assertTrue(pending.isInactive());
    }

    @Test
    void awaitAnyPassesOverNullAndInactive() {
        Plain late = active();
        work.add(() -> {});
        work.add(() -> late.completeOwn(5, 7, 8));
        Status status = new Status();
        assertEquals(2, Request.awaitAny(new Request[] {null, new Plain(), late}, status));
        assertEquals(5, status.source());
        assertEquals(Request.UNDEFINED, Request.awaitAny(null, new Plain(), late));
        assertEquals(Request.UNDEFINED, Request.testAny(null, new Plain()));
        assertEquals(Request.NONE, Request.testAny(null, active()));
    }

    @Test
    void someTakesAllThatAreComplete() {
        Plain pending = active();
        assertArrayEquals(new int[] {0, 2}, Request.awaitSome(complete(1), pending, complete(2), null));
        assertArrayEquals(new int[0], Request.testSome(pending));
        assertArrayEquals(new int[0], Request.awaitSome(new Plain()));
    }

    @Test
    void aTimedWaitLeavesTheOutcome() {
        Plain request = active();
        assertFalse(request.await(1000));
        work.add(() -> request.completeOwn(4, 7, 8));
        assertTrue(request.await(1000));
        assertEquals(4, request.await().source());
    }

    @Test
    void actionsRunOnceAndInOrderWhenTheOperationCompletes() {
        int[] runs = new int[2];
        Plain request = active();
        request.whenComplete(() -> runs[0]++);
        request.whenComplete(() -> runs[1] = 10 * runs[0]);
        request.whenComplete(() -> runs[0]++);
        assertEquals(0, runs[0]);
        request.complete(1, 1, 8);
        assertEquals(2, runs[0]);
        assertEquals(10, runs[1]);
        runs[1] = 0;
        Plain done = complete(1);
        done.whenComplete(() -> runs[1]++);
        assertEquals(1, runs[1]);
        assertEquals(1, done.await().source());
    }

    @Test
    void awaitAllThrowsTheFirstErrorAndCompletesAll() {
        SennitException a = new SennitException(ErrorClass.TRUNCATE, "a");
        SennitException b = new SennitException(ErrorClass.BUFFER, "b");
        Plain first = active();
        first.fail(1, 1, a);
        Plain second = active();
        second.fail(1, 1, b);
        Plain third = complete(3);
        SennitException thrown = assertThrows(SennitException.class, () -> Request.awaitAll(third, first, second));
        assertSame(a, thrown);
        assertSame(b, thrown.getSuppressed()[0]);
        assertTrue(third.isInactive() && first.isInactive() && second.isInactive());
    }

    @Test
    void whatGoesWrongWhenTheOutcomeIsTakenIsTheOutcome() {
        SennitException wrong = new SennitException(ErrorClass.BUFFER, "arena closed");
        Request request = new Request(progress) {
            {
                activate();
                completeOwn(1, 2, 3);
            }

            @Override
            protected void finish() {
                throw wrong;
            }
        };
        assertSame(wrong, assertThrows(SennitException.class, request::await));
        assertTrue(request.isInactive());
    }

    @Test
    void aLoopOfTestsLearnsThatTheJobHasFailed() {
        SennitException over = new SennitException(ErrorClass.PROC_ABORTED, "over");
        Progress failed = new Progress() {
            @Override
            public int poll() {
                return 0;
            }

            @Override
            public boolean await(Condition condition, long timeoutNs) {
                throw over;
            }

            @Override
            public void signal() {}

            @Override
            public void check() {
                throw over;
            }
        };
        Request pending = new Request(failed) {
            {
                activate();
            }
        };
        Plain done = complete(3);
        assertSame(over, assertThrows(SennitException.class, pending::test));
        assertSame(over, assertThrows(SennitException.class, () -> Request.testAny(pending)));
        assertSame(over, assertThrows(SennitException.class, () -> Request.testSome(pending)));
        assertSame(over, assertThrows(SennitException.class, () -> Request.testAll(done, pending)));
    }

    @Test
    void whatAnActionThrowsDoesNotReachTheCompleter() throws InterruptedException {
        java.util.concurrent.atomic.AtomicReference<Throwable> uncaught =
                new java.util.concurrent.atomic.AtomicReference<>();
        IllegalStateException wrong = new IllegalStateException("on purpose");
        Plain request = active();
        request.whenComplete(() -> {
            throw wrong;
        });
        Thread completer = Thread.ofPlatform()
                .uncaughtExceptionHandler((thread, e) -> uncaught.set(e))
                .start(() -> {
                    request.complete(1, 2, 3);
                    work.add(() -> {}); // reached
                });
        completer.join();
        assertSame(wrong, uncaught.get());
        assertEquals(1, work.size());
        assertEquals(3, request.await().countBytes());
    }

    @Test
    void timedWaitsForSeveralTakeAllOneOrNone() {
        Plain a = active();
        Plain b = complete(2);
        assertFalse(Request.awaitAll(1000, a, b, null));
        assertFalse(b.isInactive());
        assertEquals(Request.NONE, Request.awaitAny(1000, null, a));
        assertEquals(Request.UNDEFINED, Request.awaitAny(1000, null, new Plain()));
        work.add(() -> a.completeOwn(1, 7, 8));
        assertTrue(Request.awaitAll(1000, a, b, null));
        assertTrue(a.isInactive() && b.isInactive());
        Plain c = active();
        work.add(() -> c.completeOwn(1, 7, 8));
        assertEquals(1, Request.awaitAny(1000, null, c));
    }

    @Test
    void someFillsArraysOfTheCaller() {
        int[] indices = new int[4];
        Status[] statuses = {new Status(), new Status(), null, null};
        Request[] requests = {complete(1), active(), complete(2), null};
        assertEquals(2, Request.awaitSome(requests, indices, statuses));
        assertArrayEquals(new int[] {0, 2, 0, 0}, indices);
        assertEquals(1, statuses[0].source());
        assertEquals(2, statuses[1].source());
        assertEquals(0, Request.testSome(requests, indices, statuses));
        assertEquals(Request.UNDEFINED, Request.testSome(new Request[] {null, new Plain()}, indices, statuses));
    }

    @Test
    void aLookAtTheStatusLeavesTheRequestAsItIs() {
        Plain request = active();
        Status status = new Status();
        assertFalse(request.status(status));
        work.add(() -> request.completeOwn(4, 7, 8));
        assertTrue(request.status(status));
        assertTrue(request.status(status));
        assertEquals("source=4 tag=7 length=8", status.toString());
        assertFalse(request.isInactive());
        assertEquals(4, request.await().source());
        assertTrue(request.status(status));
        assertEquals(Status.ANY, status.source());
    }

    @Test
    void aFailedRequestThrowsItsErrorInTheThreadThatTakesIt() {
        Plain request = active();
        request.fail(1, 1, new SennitException(ErrorClass.TRUNCATE, "a"));
        assertTrue(request.status(null));
        assertThrows(SennitException.class, request::test);
    }

    @Test
    void theTraceOfAnErrorIsThatOfTheThreadThatTakesIt() {
        Plain request = active();
        foundByAnother(request);
        SennitException error = assertThrows(SennitException.class, request::await);
        List<String> methods = Arrays.stream(error.getStackTrace())
                .map(StackTraceElement::getMethodName)
                .toList();
        assertTrue(methods.contains("theTraceOfAnErrorIsThatOfTheThreadThatTakesIt"), methods::toString);
        assertFalse(methods.contains("foundByAnother"), methods::toString);
    }

    private static void foundByAnother(Plain request) {
        request.fail(1, 1, new SennitException(ErrorClass.TRUNCATE, "a"));
    }

    @Test
    void anOutcomeThatWasGivenUpIsDropped() {
        Plain request = active();
        request.fail(1, 1, new SennitException(ErrorClass.TRUNCATE, "a"));
        request.free();
        assertTrue(request.isInactive());
        assertEquals(Status.ANY, request.await().source());
        Plain pending = active();
        pending.free();
        pending.complete(1, 1, 1); // goes on
        assertTrue(pending.isComplete());
    }

    @Test
    void onlyAPersistentRequestCanBeStarted() {
        SennitException error = assertThrows(SennitException.class, () -> Request.startAll(null, new Plain()));
        assertEquals(ErrorClass.REQUEST, error.errorClass());
    }
}
