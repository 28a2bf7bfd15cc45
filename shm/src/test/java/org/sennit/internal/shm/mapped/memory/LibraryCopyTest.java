package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
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
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
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
                Arena.ofShared().allocate(BYTES), // stays until the process ends
                Arena.ofConfined().allocate(BYTES),
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
                Arrays.fill(slots, (byte) 1);
                System.arraycopy(content, at, slots, place, length);
                assertArrayEquals(slots, shared.toArray(ValueLayout.JAVA_BYTE), "place=" + place);
            }
        }
    }

    @Test
    void memoryThatMayLackItsPagesIsLeftToTheJvm(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[BYTES]);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertFalse(LibraryCopy.suits(null));
            MemorySegment mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES, Arena.ofAuto());
            assertFalse(LibraryCopy.suits(mapped));
            assertTrue(LibraryCopy.suits(mapped, true), "its pages are there");
            assertFalse(LibraryCopy.suits(mapped.asReadOnly(), true));
            assertFalse(LibraryCopy.suits(null, true));
            assertFalse(LibraryCopy.suits(MemorySegment.ofArray(new byte[BYTES]).asReadOnly()));
        }
    }

    @Test
    void memoryIsNotFreedWhileItIsCopied() throws Exception {
        MemorySegment shared = Arena.ofAuto().allocate(BYTES, 64);
        for (int round = 0; round < 20; round++) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(BYTES);
            memory.fill((byte) (round + 1));
            CountDownLatch copied = new CountDownLatch(1);
            FutureTask<Integer> copies = new FutureTask<>(() -> copyUntilClosed(memory, shared, copied));
            Thread copier = new Thread(copies);
            copier.start();
            copied.await();
            closeBetweenCopies(arena);
            assertTrue(copies.get() > 0);
            assertEquals(-1, shared.mismatch(MemorySegment.ofArray(filled(round + 1))));
            IllegalStateException closed = assertThrows(
                    IllegalStateException.class,
                    () -> LibraryCopy.fromShared(shared, 0, memory, 0, BYTES, new RecentSlices(0)));
            assertEquals("Already closed", closed.getMessage());
        }
    }

    /** Returns the number of copies that were made before the arena was closed; each is whole. */
    private static int copyUntilClosed(MemorySegment memory, MemorySegment shared, CountDownLatch copied) {
        RecentSlices slices = new RecentSlices(0);
        for (int count = 0; ; count++) {
            try {
                LibraryCopy.toShared(memory, 0, shared, 0, BYTES, slices);
            } catch (IllegalStateException closed) {
                return count;
            }
            copied.countDown();
        }
    }

    private static void closeBetweenCopies(Arena arena) {
        while (true) {
            try {
                arena.close();
                return;
            } catch (IllegalStateException inUse) {
                Thread.onSpinWait();
            }
        }
    }

    private static byte[] filled(int with) {
        byte[] bytes = new byte[BYTES];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }
}
