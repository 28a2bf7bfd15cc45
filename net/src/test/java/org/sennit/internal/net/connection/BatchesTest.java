package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Core;

/** What waits for company goes once, whatever callbacks do meanwhile. */
@Core
class BatchesTest {
    private static final long NEVER_NS = Long.MAX_VALUE;

    private final Batches batches = new Batches(null, RuntimeContext.system(), NEVER_NS);
    private final List<String> sent = new ArrayList<>();

    @AfterEach
    void stop() {
        batches.stop();
    }

    @Test
    void aFlushInsideAFlushSendsWhatHasComeSince() {
        batches.add(() -> {
            sent.add("a");
            batches.add(() -> sent.add("c"));
            batches.add(() -> sent.add("d"));
            assertEquals(2, batches.flush());
        });
        batches.add(() -> sent.add("b"));
        assertEquals(2, batches.flush());
        assertEquals(List.of("a", "c", "d", "b"), sent);
        assertEquals(0, batches.flush());
    }

    @Test
    void whatIsAddedMeanwhileWaitsForTheNextFlush() {
        batches.add(() -> batches.add(() -> sent.add("a")));
        assertEquals(1, batches.flush());
        assertEquals(List.of(), sent);
        assertEquals(1, batches.flush());
        assertEquals(List.of("a"), sent);
    }

    @Test
    void oneThatThrowsDoesNotKeepTheOthersBack() {
        batches.add(() -> {
            throw new IllegalStateException("by the test");
        });
        batches.add(() -> sent.add("a"));
        assertThrows(IllegalStateException.class, batches::flush);
        assertEquals(1, batches.flush());
        assertEquals(List.of("a"), sent);
    }
}
