package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

@Deadline
@Core
class LibraryCopyTest {
    private static final int BYTES = 1 << 16;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @BeforeEach
    void nativeAccess() {
        assumeTrue(OwnMemory.EVERYTHING != null, "native access");
    }

    private static List<MemorySegment> memories() {
        return List.of(
                MemorySegment.ofArray(new byte[BYTES]),
                MemorySegment.ofArray(new double[BYTES / Double.BYTES]),
                MemorySegment.ofArray(new long[BYTES / Long.BYTES]),
                MemorySegment.ofArray(new char[BYTES / Character.BYTES]),
                MemorySegment.ofArray(new float[BYTES / Float.BYTES]),
                MemorySegment.ofArray(new int[BYTES / Integer.BYTES]),
                MemorySegment.ofArray(new short[BYTES / Short.BYTES]),
                Arena.ofAuto().allocate(BYTES),
                MemorySegment.ofArray(new byte[BYTES + 3]).asSlice(3, BYTES));
    }

    @Test
    void whatWasCopiedThereAndBackIsTheSameAndNothingElseIsTouched() {
        MemorySegment shared = Arena.ofAuto().allocate(BYTES, 64);
        RecentSlices slices = new RecentSlices(0);
        for (MemorySegment from : memories()) {
            for (MemorySegment to : memories()) {
                byte[] content = new byte[BYTES];
                random.nextBytes(content);
                MemorySegment.copy(content, 0, from, ValueLayout.JAVA_BYTE, 0, BYTES);
                int length = 1 + random.nextInt(BYTES);
                int at = random.nextInt(BYTES - length + 1);
                int place = random.nextInt(BYTES - length + 1);
                shared.fill((byte) 1);
                assertTrue(LibraryCopy.suits(from));
                LibraryCopy.toShared(from, at, shared, place, length, slices);
                LibraryCopy.fromShared(shared, place, to, at, length, slices);
                byte[] expected = new byte[BYTES];
                System.arraycopy(content, at, expected, at, length);
                assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE), "at=" + at + " length=" + length);
                byte[] slots = new byte[BYTES];
                java.util.Arrays.fill(slots, (byte) 1);
                System.arraycopy(content, at, slots, place, length);
                assertArrayEquals(slots, shared.toArray(ValueLayout.JAVA_BYTE), "place=" + place);
            }
        }
    }

    @Test
    void memoryThatCanBeFreedOrThatMayLackItsPagesIsLeftToTheJvm(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[BYTES]);
        try (Arena shared = Arena.ofShared();
                Arena confined = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertFalse(LibraryCopy.suits(null));
            assertFalse(LibraryCopy.suits(shared.allocate(BYTES)));
            assertFalse(LibraryCopy.suits(confined.allocate(BYTES)));
            assertFalse(LibraryCopy.suits(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto())));
            assertFalse(LibraryCopy.suits(MemorySegment.ofArray(new byte[BYTES]).asReadOnly()));
        }
    }
}
