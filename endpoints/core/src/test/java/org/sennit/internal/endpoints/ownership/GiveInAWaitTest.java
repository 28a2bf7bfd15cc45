package org.sennit.internal.endpoints.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Deadline;

/** A give waits for room, and a callback that runs in its wait gives to another rank and waits, too. */
@Deadline(seconds = 30)
class GiveInAWaitTest {
    private static final int BYTES = 600;

    private final Deque<Runnable> events = new ArrayDeque<>(); // what happens in the waits
    private final List<String> seen = new ArrayList<>();
    private final Progress progress = new Progress() {
        @Override
        public int poll() {
            return 0;
        }

        @Override
        public boolean await(Condition condition, long timeoutNs) {
            while (!condition.isMet()) {
                events.remove().run();
            }
            return true;
        }

        @Override
        public void signal() {}

        @Override
        public void check() {}
    };
    private final GiveCreditTable table = new GiveCreditTable(progress, "world", 0, 3, 1000, false);

    /** A gift that waits, and the one before it, which is marked. */
    private record Waiting(GiveCredits window, GiveRequest marked, GiveRequest beyond) {}

    private Waiting give(int destination) {
        GiveCredits window = table.to(destination);
        assertNotNull(window.add(BYTES, 1));
        return new Waiting(window, window.waitsFor(BYTES), window.beyond(2));
    }

    private void await(Waiting gift, String name) {
        table.awaitRoom(gift.window, gift.marked, gift.beyond);
        seen.add(name);
    }

    @Test
    void theOuterOneWaitsForItsOwnTaker() {
        Waiting outer = give(1);
        Waiting inner = give(2);
        events.add(() -> await(inner, "inner"));
        events.add(() -> inner.beyond.taken(BYTES));
        events.add(() -> {
            seen.add("rank 1 takes");
            outer.marked.taken(BYTES);
        });
        await(outer, "outer");
        assertEquals(List.of("inner", "rank 1 takes", "outer"), seen);
    }
}
