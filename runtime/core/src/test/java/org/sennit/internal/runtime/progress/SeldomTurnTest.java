package org.sennit.internal.runtime.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.ProgressHook;

/** Calls that poll a cheap network themselves give turns to other work: always to such as waits, else now and then. */
class SeldomTurnTest {
    private static final int CALLS = 160;

    private final Network network = new Network();
    private final ProgressEngine progress = new ProgressEngine(
            RuntimeContext.system(),
            new JobHealth(),
            new WaitResources(new WaitStrategy(0, 0, 1, "test"), new YieldPermits(1), null),
            new NoWork(),
            network);

    @Test
    void theNetworkIsPolledNowAndThen() {
        for (int i = 0; i < CALLS; i++) {
            progress.giveTurnSeldom();
        }
        assertEquals(CALLS / 16, network.polls);
    }

    @Test
    void aHookHasItsTurnInEveryCall() {
        int[] advanced = new int[1];
        progress.add(new ProgressHook() {
            @Override
            public int advance() {
                advanced[0]++;
                return 0;
            }

            @Override
            public boolean hasWork() {
                return true;
            }
        });
        for (int i = 0; i < CALLS; i++) {
            progress.giveTurnSeldom();
        }
        assertEquals(CALLS, advanced[0]);
    }

    /** Else the background thread would take the endpoint for one that computes. */
    @Test
    void pollsOfSuchCallsCount() {
        long before = progress.networkRounds();
        progress.cheapNetwork().doWork();
        assertEquals(1, network.polls);
        assertEquals(before + 1, progress.networkRounds());
    }

    /** A program that only starts receives does not serve its peers: the background thread is to do it. */
    @Test
    void shortLooksDoNotCount() {
        long before = progress.networkRounds();
        progress.cheapNetwork().doWork(3);
        assertEquals(1, network.polls);
        assertEquals(before, progress.networkRounds());
    }

    /** A poll of it is nearly free. */
    private static final class Network implements WorkSource {
        private int polls;

        @Override
        public int doWork() {
            polls++;
            return 0;
        }

        @Override
        public boolean hasWork() {
            return false;
        }

        @Override
        public boolean isCheap() {
            return true;
        }
    }
}
