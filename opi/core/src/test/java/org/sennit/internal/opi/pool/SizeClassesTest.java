package org.sennit.internal.opi.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SizeClassesTest {
    @Test
    void aBlockHoldsWhatWasAskedAndNotMuchMore() {
        for (long base = 1; base <= SizeClasses.MOST_BYTES; base *= 2) {
            for (long bytes : new long[] {base - 1, base, base + 1, base + base / 3, base + base / 2}) {
                if (bytes > SizeClasses.MOST_BYTES) {
                    continue;
                }
                long size = SizeClasses.bytesOf(SizeClasses.of(bytes));
                assertTrue(size >= bytes, () -> "bytes=" + bytes + " size=" + size);
                assertEquals(0, size % SizeClasses.ALIGNMENT);
                long most = Math.max(bytes + SizeClasses.ALIGNMENT, bytes + bytes / 4 + 1);
                assertTrue(size <= most, () -> "bytes=" + bytes + " size=" + size);
            }
        }
    }

    @Test
    void classesAreInOrderWithoutGaps() {
        assertEquals(0, SizeClasses.of(0));
        assertEquals(0, SizeClasses.of(64));
        assertEquals(1, SizeClasses.of(65));
        for (int c = 0; c < SizeClasses.COUNT; c++) {
            long size = SizeClasses.bytesOf(c);
            assertEquals(c, SizeClasses.of(size));
            assertEquals(c + 1, SizeClasses.of(size + 1));
            assertEquals(c, SizeClasses.within(size));
            assertEquals(c, SizeClasses.within(SizeClasses.bytesOf(c + 1) - 1));
        }
        assertEquals(SizeClasses.MOST_BYTES, SizeClasses.bytesOf(SizeClasses.COUNT - 1));
    }

    @Test
    void aDoublingHasFourSteps() {
        for (int c = SizeClasses.STEPS - 1; c < SizeClasses.COUNT - SizeClasses.STEPS; c++) {
            assertEquals(2 * SizeClasses.bytesOf(c), SizeClasses.bytesOf(c + SizeClasses.STEPS));
        }
    }
}
