package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Bytes that tell where they were written. */
final class Pattern {
    private static final long STEP = 97; // of long memory only some are looked at

    private Pattern() {}

    static void fill(MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i += step(memory)) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (seed + i * 31));
        }
    }

    static void check(MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i += step(memory)) {
            assertEquals((byte) (seed + i * 31), memory.get(ValueLayout.JAVA_BYTE, i));
        }
    }

    private static long step(MemorySegment memory) {
        return memory.byteSize() < 1 << 20 ? 1 : STEP * (memory.byteSize() >> 20);
    }
}
