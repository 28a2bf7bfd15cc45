package org.sennit.internal.runtime.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class BoundThreadsTest {

    private final ProcessorSet allowed = HostShare.allowedHere();
    private BoundThreads threads;
    private ProcessorSet place;

    @BeforeEach
    void choose() {
        assumeTrue(AffinityCalls.INSTANCE != null && allowed.size() > 0, "no sched_setaffinity here");
        place = new ProcessorSet(Integer.toString(allowed.numbers().max().orElseThrow()));
        threads = new BoundThreads(new BindingPlan(allowed, List.of(place), "test"));
    }

    private static ProcessorSet ofThisThread() {
        return AffinityCalls.INSTANCE.allowed(0);
    }

    private static void inThread(Runnable body) throws InterruptedException {
        Throwable[] failure = {null};
        Thread thread = new Thread(body);
        thread.setUncaughtExceptionHandler((t, e) -> failure[0] = e);
        thread.start();
        thread.join();
        if (failure[0] != null) {
            throw new AssertionError(failure[0]);
        }
    }

    @Test
    void aThreadIsBoundWhileItDrivesItsEndpoint() throws InterruptedException {
        inThread(() -> {
            threads.bind(0);
            assertEquals(place, ofThisThread());
            threads.releaseOthers();
            assertEquals(place, ofThisThread());
            threads.release(0);
            assertEquals(allowed, ofThisThread());
        });
    }

    @Test
    void anEndpointWithoutAPlaceLeavesItsThreadAlone() throws InterruptedException {
        inThread(() -> {
            threads.bind(1);
            assertEquals(allowed, ofThisThread());
            threads.release(1);
        });
    }

    @Test
    void aThreadThatABoundOneStartsIsNotBound() throws InterruptedException {
        inThread(() -> {
            threads.bind(0);
            CountDownLatch isUp = new CountDownLatch(1);
            CountDownLatch isReleased = new CountDownLatch(1);
            ProcessorSet[] seen = new ProcessorSet[2];
            Thread child = new Thread(() -> {
                seen[0] = ofThisThread();
                isUp.countDown();
                await(isReleased);
                seen[1] = ofThisThread();
            });
            child.start();
            await(isUp);
            threads.releaseOthers();
            isReleased.countDown();
            join(child);
            assertEquals(place, seen[0], "what the system does: the test would not show anything");
            assertEquals(allowed, seen[1]);
            threads.release(0);
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
