package org.sennit.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.request.Condition;
import org.sennit.runtime.request.Progress;
import org.sennit.runtime.request.ProgressHook;
import org.sennit.runtime.request.Request;

/** An endpoint that threads share does not sleep over what its hooks and deferred actions have to do. */
class SharedProgressEngineTest {
    private final Place place = new Place();
    private final SharedProgressEngine progress = new SharedProgressEngine(
            RuntimeContext.system(),
            new JobHealth(),
            new WaitStrategy(0, 0, 1, "test"),
            new YieldSeats(1),
            place,
            new NoWork(),
            null);

    @Test
    void doesNotSleepWhileAHookHasWork() {
        Hook hook = new Hook();
        progress.add(hook);
        assertTrue(progress.await(hook::isOver, Long.MAX_VALUE));
        assertEquals(0, place.sleeps);
    }

    @Test
    void anActionThatAnotherThreadDefersWakesTheOneThatSleeps() {
        Pending request = new Pending(progress); // who waits for one is woken by its completion, or because it watches
        place.meanwhile = () -> progress.defer(() -> request.completeOwn(0, 0, 0));
        assertTrue(progress.await(request, Long.MAX_VALUE));
        assertEquals(Thread.currentThread(), place.woken);
    }

    /** Completes when it is told to. */
    private static final class Pending extends Request {
        Pending(Progress progress) {
            super(progress);
            activate();
        }

        @Override
        protected void release() {}
    }

    /** Is done when it has been asked some times. */
    private static final class Hook implements ProgressHook {
        private int asked;

        @Override
        public int advance() {
            asked++;
            return 0;
        }

        @Override
        public boolean isOver() {
            return asked > 3;
        }

        @Override
        public boolean hasWork() {
            return !isOver();
        }
    }

    /** Sleeps no longer than another thread takes to do something. */
    private static final class Place implements SleepPlace {
        private int sleeps;
        private Runnable meanwhile = () -> {
            throw new IllegalStateException("slept");
        };
        private volatile Thread woken;

        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            sleeps++;
            Thread other = Thread.ofPlatform().start(meanwhile);
            try {
                other.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            assertTrue(woken != null, "nobody was woken");
        }

        @Override
        public void wake(Thread thread) {
            woken = thread;
        }
    }

    private static final class NoWork implements WorkSource {
        @Override
        public int doWork() {
            return 0;
        }

        @Override
        public boolean hasWork() {
            return false;
        }
    }
}
