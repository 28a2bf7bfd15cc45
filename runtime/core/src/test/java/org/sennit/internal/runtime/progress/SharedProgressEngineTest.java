package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.message.Request;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/** An endpoint that threads share does not sleep over what its hooks and deferred actions have to do. */
class SharedProgressEngineTest {
    private final Place place = new Place();
    private final SharedProgressEngine progress = new SharedProgressEngine(
            RuntimeContext.system(),
            new JobHealth(),
            new WaitResources(new WaitStrategy(0, 0, 1, "test"), new YieldPermits(1), place),
            new NoWork(),
            null);

    @Test
    void doesNotSleepWhileAHookHasWork() {
        Hook hook = new Hook(() -> {});
        progress.add(hook);
        assertTrue(progress.await(() -> hook.asked == Hook.LAST, Long.MAX_VALUE));
        assertEquals(0, place.sleeps);
    }

    @Test
    void anActionThatAnotherThreadDefersWakesTheOneThatSleeps() {
        Pending request = new Pending(progress); // who waits for one is woken by its completion, or because it watches
        place.meanwhile = () -> progress.defer(() -> request.completeOwn(0, 0, 0));
        assertTrue(progress.await(request, Long.MAX_VALUE));
        assertEquals(Thread.currentThread(), place.woken);
    }

    /** The signal that the hook waits for may have come between its last look and its being added. */
    @Test
    void aHookThatAnotherThreadAddsWakesTheOneThatSleeps() {
        Pending request = new Pending(progress);
        place.meanwhile = () -> progress.add(new Hook(() -> request.completeOwn(0, 0, 0)));
        assertTrue(progress.await(request, Long.MAX_VALUE));
        assertEquals(Thread.currentThread(), place.woken);
    }

    @Test
    void aHookThatThrowsIsAskedAgainAndSoAreTheOthersOnceInEachPoll() {
        Hook before = new Hook(() -> {});
        Hook after = new Hook(() -> {});
        int[] thrown = new int[1];
        progress.add(before);
        progress.add(new Hook(() -> {
            if (thrown[0]++ == 0) {
                throw new IllegalStateException("once");
            }
        }));
        progress.add(after);
        for (int i = 1; i < Hook.LAST; i++) {
            progress.poll();
        }
        assertThrows(IllegalStateException.class, progress::poll);
        assertEquals(Hook.LAST, before.asked);
        assertEquals(Hook.LAST - 1, after.asked);
        progress.poll();
        progress.poll();
        assertEquals(2, thrown[0]);
        assertEquals(Hook.LAST, before.asked);
        assertEquals(Hook.LAST, after.asked);
    }

    /** Completes when the test says so. */
    private static final class Pending extends Request {
        Pending(Progress progress) {
            super(progress);
            activate();
        }
    }

    /** Is over when it has been asked some times, and then does something. */
    private static final class Hook implements ProgressHook {
        static final int LAST = 3;

        private final Runnable end;
        private int asked;

        Hook(Runnable end) {
            this.end = end;
        }

        @Override
        public int advance() {
            if (asked + 1 < LAST) {
                asked++;
                return 0;
            }
            end.run();
            asked++;
            return OVER;
        }

        @Override
        public boolean hasWork() {
            return asked < LAST;
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
            assertTrue(woken != null, "no thread was woken");
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
