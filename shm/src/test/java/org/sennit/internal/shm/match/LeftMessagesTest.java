package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A message whose call is over is reported when the queue ends, and no other is. In one thread. */
class LeftMessagesTest {
    private final ArrivedMessages messages = new ArrivedMessages();
    private final MatchQueue queue = messages.queue;

    /** Collects what is reported; all calls below 5 are over. */
    private static final class Calls implements NumberedCalls {
        final List<String> reported = new ArrayList<>();

        @Override
        public boolean isOver(int tag) {
            return tag < 5;
        }

        @Override
        public void left(int source, int tag, long lengthBytes) {
            reported.add(source + " " + tag + " " + lengthBytes);
        }
    }

    @Test
    void theFirstOneOfACallThatIsOverIsReported() {
        Calls calls = new Calls();
        queue.shutdown().reportLeft(0, calls);
        messages.arrive(1, 7, 10);
        messages.arrive(2, 4, 11);
        messages.arrive(3, 3, 12);
        queue.shutdown().close();
        assertEquals(List.of("2 4 8"), calls.reported);
        Reference.reachabilityFence(calls);
    }

    @Test
    void arrivalsAfterTheEndAreReported() {
        Calls calls = new Calls();
        queue.shutdown().reportLeft(0, calls);
        queue.shutdown().close();
        messages.send(2, 4, 11);
        queue.shutdown().refuseArrivals();
        assertEquals(List.of("2 4 8"), calls.reported);
        Reference.reachabilityFence(calls);
    }

    @Test
    void otherContextsAndThoseOfFailedCallsAreNotReported() {
        Calls calls = new Calls();
        queue.shutdown().reportLeft(0, calls);
        queue.shutdown().reportLeft(1, calls);
        messages.arrive(2, 4, 11);
        queue.shutdown().revoke(0);
        queue.shutdown().reportLeft(1);
        queue.shutdown().close();
        assertEquals(List.of(), calls.reported);
        Reference.reachabilityFence(calls);
    }

    /** Those that are not held any more are removed in time. */
    @Test
    void manyContextsComeAndGo() {
        List<Calls> held = new ArrayList<>();
        for (int context = 0; context < 1000; context++) {
            Calls calls = new Calls();
            queue.shutdown().reportLeft(context, calls);
            if (context % 10 == 0) {
                held.add(calls);
            }
            if (context % 300 == 0) {
                System.gc();
            }
        }
        messages.arrive(2, 4, 11);
        queue.shutdown().close();
        assertEquals(List.of("2 4 8"), held.getFirst().reported);
        Reference.reachabilityFence(held);
    }
}
