package org.sennit.internal.net.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkWaiter;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/**
 * The ownership of the loop without any socket. Both tests of contention were tried on broken loops: without the drain
 * in tryAcquire the first one saw 2,713 overtakings in two seconds, without the second look in release the other one
 * hung. A release that is not volatile is not seen by either on x86; that is left to jcstress.
 */
@Deadline(seconds = 60)
@Core
class MigratingEventLoopTest {
    private final MigratingEventLoop loop =
            new MigratingEventLoop(new NioTransport().handlers(), true, RuntimeContext.system());

    @AfterEach
    void close() {
        loop.close();
    }

    private static void runAll(List<Thread> threads) throws InterruptedException {
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void runsAThreadsQueuedTasksBeforeItsNextInlineWork() throws InterruptedException {
        int workers = 4;
        long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
        int[] last = new int[workers]; // guarded by the loop
        AtomicInteger overtaken = new AtomicInteger();
        AtomicInteger queued = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int worker = w;
            threads.add(Thread.ofPlatform().daemon(true).unstarted(() -> {
                for (int i = 1; System.nanoTime() < endNs || queued.get() == 0; i++) {
                    int number = i;
                    if (loop.tryAcquire()) {
                        step(last, worker, number, overtaken);
                        loop.release();
                    } else {
                        queued.incrementAndGet();
                        loop.execute(() -> step(last, worker, number, overtaken));
                    }
                }
            }));
        }
        runAll(threads);
        assertTrue(queued.get() > 0);
        assertEquals(0, overtaken.get());
    }

    private static void step(int[] last, int worker, int number, AtomicInteger overtaken) {
        if (last[worker] != number - 1) {
            overtaken.incrementAndGet();
        }
        last[worker] = number;
    }

    @Test
    void forgetsNoTaskWhenAllFallSilent() throws InterruptedException {
        int workers = 2;
        long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(1);
        AtomicInteger done = new AtomicInteger();
        AtomicInteger arrived = new AtomicInteger();
        AtomicBoolean isOver = new AtomicBoolean();
        List<Thread> threads = new ArrayList<>();
        for (int w = 0; w < workers; w++) {
            int worker = w;
            threads.add(Thread.ofPlatform().daemon(true).unstarted(() -> {
                for (int round = 1; ; round++) {
                    if (worker == 0 && System.nanoTime() > endNs) {
                        isOver.set(true); // seen by all: set before this round's meeting
                    }
                    arrived.incrementAndGet();
                    waitFor(arrived, round * workers);
                    if (isOver.get()) {
                        return;
                    }
                    // offsets of some nanoseconds, so that one offers while the other is about to let go
                    for (int i = (round * (7 + 4 * worker)) % 61; i > 0; i--) {
                        Thread.onSpinWait();
                    }
                    loop.execute(done::incrementAndGet);
                    waitFor(done, round * workers); // no thread touches the loop meanwhile
                }
            }));
        }
        runAll(threads);
    }

    private static void waitFor(AtomicInteger counter, int value) {
        for (int i = 0; counter.get() < value; i++) {
            if (i > 2_000) {
                Thread.yield();
                if (Thread.currentThread().isInterrupted()) {
                    throw new IllegalStateException("late");
                }
            }
        }
    }

    @Test
    void runsTimersWhileAThreadWaits() {
        AtomicBoolean isRun = new AtomicBoolean();
        loop.schedule(() -> isRun.set(true), 3, TimeUnit.MILLISECONDS);
        while (!isRun.get()) {
            loop.await(isRun::get, Long.MAX_VALUE);
        }
    }

    @Test
    void runsATimerThatAnotherThreadSetsWhileTheLeaderBlocks() throws InterruptedException {
        for (MigratingEventLoop each : List.of(loop, epollLoop(true), epollLoop(false))) {
            AtomicBoolean isRun = new AtomicBoolean();
            Thread leader = Thread.ofPlatform().daemon(true).start(() -> {
                while (!isRun.get()) {
                    each.await(isRun::get, Long.MAX_VALUE);
                }
            });
            while (leader.getState() == Thread.State.NEW) {
                Thread.onSpinWait();
            }
            each.schedule(() -> isRun.set(true), 2, TimeUnit.MILLISECONDS);
            leader.join();
            each.close();
        }
    }

    private static MigratingEventLoop epollLoop(boolean isSplit) {
        return new MigratingEventLoop(
                io.netty.channel.epoll.Epoll.isAvailable()
                        ? new EpollTransport().handlers()
                        : new NioTransport().handlers(),
                isSplit,
                RuntimeContext.system());
    }

    @Test
    void passesTheLeadOnWhenTheLeaderLeaves() throws InterruptedException {
        for (MigratingEventLoop each : List.of(loop, epollLoop(true), epollLoop(false))) {
            int count = 5;
            AtomicBoolean[] isReady = new AtomicBoolean[count];
            Thread[] waiting = new Thread[count];
            for (int i = 0; i < count; i++) {
                AtomicBoolean mine = isReady[i] = new AtomicBoolean();
                waiting[i] = Thread.ofPlatform().daemon(true).start(() -> {
                    while (!mine.get()) {
                        each.await(mine::get, Long.MAX_VALUE);
                    }
                });
            }
            for (int i = 0; i < count; i++) { // in the order in which they came: each is likely to lead by now
                isReady[i].set(true);
                each.wake(waiting[i]);
                waiting[i].join();
            }
            each.close();
        }
    }

    /** A thread that polls promotes none when it leaves, so one of those that wait has to watch it. */
    @Test
    void theLeadIsTakenAlsoWhenThePromotedOneLeavesDuringAPoll() throws InterruptedException {
        AtomicBoolean isPolling = new AtomicBoolean();
        AtomicBoolean isPollOver = new AtomicBoolean();
        loop.setWork(new LoopWork() {
            @Override
            public int look(int limit) {
                isPolling.set(true);
                spinUntil(isPollOver::get);
                return 0;
            }

            @Override
            public void workOff() {}

            @Override
            public void prepareToBlock() {}
        });
        Thread poller = Thread.ofPlatform().daemon(true).unstarted(loop::poll);
        AtomicBoolean isFirstReady = new AtomicBoolean();
        AtomicBoolean isLastReady = new AtomicBoolean();
        Thread first = startWaiting(isFirstReady::get);
        spinUntil(loop::isAwaited);
        Thread promoted = startWaiting(() -> {
            if (!isFirstReady.get()) {
                return false;
            }
            spinUntil(() -> !first.isAlive());
            poller.start();
            spinUntil(isPolling::get);
            return true;
        });
        spinUntil(() -> ThreadStates.isWaiting(promoted));
        Thread last = startWaiting(isLastReady::get);
        spinUntil(() -> ThreadStates.isWaiting(last));
        isFirstReady.set(true);
        loop.wake(first);
        promoted.join();
        isPollOver.set(true);
        poller.join();
        spinUntil(loop::isAwaited);
        isLastReady.set(true);
        loop.wake(last);
        last.join();
    }

    private Thread startWaiting(NetworkWaiter waiter) {
        return Thread.ofPlatform().daemon(true).start(() -> loop.await(waiter, Long.MAX_VALUE));
    }

    private static void spinUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("late");
            }
        }
    }

    @Test
    void anInterruptStaysWithTheThreadThatLed() throws InterruptedException {
        List<String> interrupted = Collections.synchronizedList(new ArrayList<>());
        AtomicReference<MigratingEventLoop> tested = new AtomicReference<>();
        AtomicBoolean hasNextLed = new AtomicBoolean();
        AtomicBoolean isPromoted = new AtomicBoolean();
        Thread next = Thread.ofPlatform().daemon(true).unstarted(() -> {
            tested.get()
                    .await(
                            () -> {
                                hasNextLed.compareAndSet(false, isIn("lead"));
                                return hasNextLed.get();
                            },
                            Long.MAX_VALUE);
            note("the next leader", interrupted);
        });
        // The one that leaves promotes the next one, and goes on only after that one has led.
        tested.set(new MigratingEventLoop(new NioTransport().handlers(), true, unparking(thread -> {
            if (thread == next && isPromoted.compareAndSet(false, true)) {
                LockSupport.unpark(next);
                while (next.isAlive()) { // no join: it would take the interrupt
                    Thread.onSpinWait();
                }
            } else {
                LockSupport.unpark(thread);
            }
        })));
        AtomicBoolean isInterruptSent = new AtomicBoolean();
        Thread leader = Thread.ofPlatform().daemon(true).start(() -> {
            tested.get()
                    .await(
                            () -> {
                                if (!isInterruptSent.get() && isIn("canBlock")) {
                                    next.start();
                                    while (!ThreadStates.isWaiting(next)) {
                                        Thread.onSpinWait();
                                    }
                                    isInterruptSent.set(true);
                                    Thread.currentThread().interrupt();
                                }
                                return isInterruptSent.get()
                                        && !Thread.currentThread().isInterrupted();
                            },
                            Long.MAX_VALUE);
            note("the leader", interrupted);
        });
        leader.join();
        next.join();
        tested.get().close();
        assertEquals(List.of("the leader"), interrupted);
    }

    /** Returns whether the loop asks in a method: only a leader is in these. */
    private static boolean isIn(String method) {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(each -> each.getMethodName().equals(method)));
    }

    private static void note(String who, List<String> interrupted) {
        if (Thread.interrupted()) {
            interrupted.add(who);
        }
    }

    /** Returns the system's context with an unpark of its own. */
    private static RuntimeContext unparking(Consumer<Thread> unpark) {
        return (RuntimeContext) Proxy.newProxyInstance(
                RuntimeContext.class.getClassLoader(),
                new Class<?>[] {RuntimeContext.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("unpark")) {
                        unpark.accept((Thread) arguments[0]);
                        return null;
                    }
                    return method.invoke(RuntimeContext.system(), arguments);
                });
    }

    @Test
    void givesUpTheHoldWhileTheLeaderBlocksInSplitModeOnly() throws InterruptedException {
        for (boolean isSplit : new boolean[] {true, false}) {
            MigratingEventLoop each = epollLoop(isSplit);
            AtomicBoolean isReady = new AtomicBoolean();
            Thread leader = Thread.ofPlatform().daemon(true).start(() -> {
                while (!isReady.get()) {
                    each.await(isReady::get, Long.MAX_VALUE);
                }
            });
            AtomicBoolean isRun = new AtomicBoolean();
            each.execute(() -> isRun.set(true)); // by the leader or by this thread, whichever has the loop
            while (!isRun.get()) {
                Thread.yield();
            }
            isReady.set(true);
            each.wake(leader);
            leader.join();
            assertTrue(each.tryAcquire());
            each.release();
            each.close();
        }
    }

    @Test
    void refusesTasksOnceItIsClosed() {
        loop.close();
        assertTrue(loop.isTerminated());
        assertEquals(0, loop.poll());
        loop.await(() -> false, Long.MAX_VALUE); // returns at once
        Assertions.assertThrows(RejectedExecutionException.class, () -> loop.execute(() -> {}));
        assertFalse(loop.isHeldByMe());
    }
}
