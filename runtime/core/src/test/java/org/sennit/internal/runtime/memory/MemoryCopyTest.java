package org.sennit.internal.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.testkit.Deadline;

/** Copies of all lengths at which the way of copying changes, between memories of all kinds. */
@Deadline(seconds = 60)
class MemoryCopyTest {
    private static final int ROOM = 300 << 10;

    private static final List<MemorySegment> SOURCES = memories(ROOM);

    static {
        for (MemorySegment source : SOURCES) {
            for (long i = 0; i < ROOM; i++) {
                source.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8) | 1));
            }
        }
    }

    static LongStream lengths() {
        return LongStream.of(0, 1, 7, 8, 63, 64, 65, 100, 4096, 1 << 18, ROOM)
                .flatMap(length -> LongStream.of(length - 1, length, length + 1))
                .flatMap(length -> LongStream.of(
                        length, WholeArrayCopy.SHORTEST_BYTES + length, WholeArrayCopy.LONGEST_BYTES - length))
                .filter(length -> length >= 0 && length <= ROOM)
                .distinct();
    }

    private static List<MemorySegment> memories(long room) {
        return List.of(
                MemorySegment.ofArray(new byte[(int) room]),
                MemorySegment.ofArray(new double[(int) room / Double.BYTES]),
                MemorySegment.ofArray(new short[(int) room / Short.BYTES]),
                Arena.ofAuto().allocate(room, Double.BYTES));
    }

    @ParameterizedTest
    @MethodSource("lengths")
    void copiesAsManyBytesAndNoOthers(long length) {
        for (MemorySegment from : SOURCES) {
            for (MemorySegment to : memories(ROOM + 16)) {
                MemoryCopy.copy(from, 0, to, 0, length);
                assertCopied(from, 0, to, 0, length);
                to.fill((byte) 0);
                if (length < ROOM) {
                    MemoryCopy.copy(from, 1, to, 3, length);
                    assertCopied(from, 1, to, 3, length);
                }
            }
        }
    }

    private static void assertCopied(MemorySegment from, long at, MemorySegment to, long place, long length) {
        assertEquals(-1, from.asSlice(at, length).mismatch(to.asSlice(place, length)));
        assertEmpty(to.asSlice(0, place));
        assertEmpty(to.asSlice(place + length));
    }

    private static void assertEmpty(MemorySegment memory) {
        assertEquals(-1, memory.mismatch(MemorySegment.ofArray(new byte[(int) memory.byteSize()])));
    }

    static Stream<Long> longLengths() {
        return Stream.of(100L, WholeArrayCopy.SHORTEST_BYTES, WholeArrayCopy.LONGEST_BYTES);
    }

    @ParameterizedTest
    @MethodSource("longLengths")
    void neverLeavesAMemory(long length) {
        MemorySegment whole = MemorySegment.ofArray(new byte[(int) length]);
        MemorySegment small = MemorySegment.ofArray(new byte[(int) length - 1]);
        MemorySegment part = whole.asSlice(0, length - 1);
        for (MemorySegment tooShort : List.of(small, part)) {
            assertThrows(IndexOutOfBoundsException.class, () -> MemoryCopy.copy(whole, 0, tooShort, 0, length));
            assertThrows(IndexOutOfBoundsException.class, () -> MemoryCopy.copy(tooShort, 0, whole, 0, length));
        }
    }

    @ParameterizedTest
    @MethodSource("longLengths")
    void neverWritesToReadOnlyMemory(long length) {
        MemorySegment from = MemorySegment.ofArray(new byte[(int) length]);
        from.fill((byte) 1);
        byte[] array = new byte[(int) length];
        MemorySegment to = MemorySegment.ofArray(array).asReadOnly();
        assertThrows(IllegalArgumentException.class, () -> MemoryCopy.copy(from, 0, to, 0, length));
        assertEquals(0, array[0]);
    }

    @Test
    void copiesFromTheMiddleOfAnArrayThatASegmentIsAPartOf() {
        byte[] from = new byte[100_000];
        byte[] to = new byte[100_000];
        from[50_000] = 1;
        MemoryCopy.copy(
                MemorySegment.ofArray(from).asSlice(10_000),
                0,
                MemorySegment.ofArray(to).asSlice(20_000),
                0,
                60_000);
        assertEquals(1, to[60_000]);
        assertEquals(0, to[50_000]);
    }
}
