package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AllocatedBytesTest {
    private Object kept;
    private int count;

    @Test
    void countsWhatThisThreadAllocates() {
        long before = AllocatedBytes.ofThisThread();
        kept = new byte[100_000];
        long after = AllocatedBytes.ofThisThread();
        assertTrue(after - before >= 100_000 && kept != null, () -> after - before + " bytes");
    }

    @Test
    void acceptsWhatDoesNotAllocate() {
        AllocatedBytes.assertNoneInSteadyState(10, 1000, () -> count++);
    }

    @Test
    void waitsForCodeThatAllocatesAtFirst() {
        AllocatedBytes.assertNoneInSteadyState(10, 1000, () -> {
            if (++count < 100_000) {
                kept = new Object();
            }
        });
        assertTrue(count >= 100_000, () -> "steps=" + count);
    }

    @Test
    void refusesOneObjectInAThousandSteps() {
        var thrown = assertThrows(
                AssertionError.class,
                () -> AllocatedBytes.assertNoneInSteadyState(10, 1000, 0, () -> {
                    if (++count % 1000 == 0) {
                        kept = new Object();
                    }
                }));
        assertTrue(thrown.getMessage().contains("steps=1000"), thrown::getMessage);
    }
}
