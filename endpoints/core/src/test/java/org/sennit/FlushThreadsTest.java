package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.am.call.RemoteCallHandler;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.message.Request;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ParallelThreads;

/** One thread of an endpoint completes its accesses while another one goes on with accesses to the same member. */
@Deadline(seconds = 30)
class FlushThreadsTest {
    private static final int SEED = 61;
    private static final int FLUSHES = 10;
    private static final int LENGTH = 40; // of accesses that travel alone

    /** Executes each long get when the next one has come, until it is opened: at no moment all have been executed. */
    private static final class OneBehind implements RemoteCallHandler {
        private final RemoteCallHandler windows;
        private Runnable kept = () -> {};
        private boolean isOpen;

        OneBehind(RemoteCallHandler windows) {
            this.windows = windows;
        }

        @Override
        public synchronized void execute(RemoteCall call, MemorySegment data) {
            if (isOpen || new WindowCall().read(call.header(), 0).kind() != WindowCall.GET) {
                windows.execute(call, data);
                return;
            }
            kept.run();
            kept = () -> windows.execute(call, data);
        }

        synchronized void open() {
            isOpen = true;
            kept.run();
            kept = () -> {};
        }
    }

    /** A call that completes accesses. */
    private record Flush(String name, Consumer<Window> call) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Flush> flushes() {
        return List.of(
                new Flush("flush", window -> window.flush(1)),
                new Flush("flushAll", Window::flushAll),
                new Flush("flushLocal", window -> window.flushLocal(1)),
                new Flush("flushLocalAll", Window::flushLocalAll));
    }

    @ParameterizedTest
    @MethodSource("flushes")
    void aFlushEndsThoughTheTargetIsNeverWithoutAnAccess(Flush flush) {
        Options multiple = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
        AtomicReference<OneBehind> behind = new AtomicReference<>();
        new InProcessJob(new LocalNetwork(SEED, true, network -> null), 2, 1, multiple).run(endpoint -> {
            Communicator world = endpoint.world();
            long[] memory = new long[LENGTH + 1];
            try (Window window = world.createWindow(memory)) {
                window.lockAll();
                world.barrier();
                if (world.rank() == 1) {
                    behind.set(ExecutedCalls.replace(world, OneBehind::new));
                }
                world.barrier();
                if (world.rank() == 0) {
                    goOnMeanwhile(window, behind.get(), () -> flush(window, flush));
                }
                window.unlockAll();
                world.barrier();
                assertEquals(world.rank() == 0 ? 0 : FLUSHES, memory[LENGTH]);
            }
        });
    }

    private static void goOnMeanwhile(Window window, OneBehind behind, Runnable flushes) throws InterruptedException {
        CountDownLatch hasBegun = new CountDownLatch(1);
        AtomicBoolean areOver = new AtomicBoolean();
        ParallelThreads.run(2, thread -> {
            if (thread == 1) {
                hasBegun.await();
                try {
                    flushes.run();
                } finally {
                    areOver.set(true);
                }
                return;
            }
            Request last = window.nonblocking().get(new long[LENGTH], 1, 0);
            hasBegun.countDown();
            while (!areOver.get()) {
                Request next = window.nonblocking().get(new long[LENGTH], 1, 0);
                last.await(); // executed when the next one has come
                last = next;
            }
            behind.open();
            last.await();
        });
    }

    private static void flush(Window window, Flush flush) {
        long[] one = {1};
        long[] old = new long[1];
        for (int i = 0; i < FLUSHES; i++) {
            if (i % 2 == 0) {
                window.accumulate(one, 1, LENGTH, Operation.SUM);
                flush.call.accept(window);
            } else {
                Request sum = window.nonblocking().fetchAndOp(one, old, 1, LENGTH, Operation.SUM);
                flush.call.accept(window);
                assertTrue(sum.isComplete(), sum::toString);
                sum.await();
                assertEquals(i, old[0]);
            }
        }
    }
}
