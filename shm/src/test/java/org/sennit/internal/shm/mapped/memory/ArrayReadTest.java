package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Reads out of this process, as out of another one, into memory that the collector moves. */
@Deadline
class ArrayReadTest {
    private static final long PID = ProcessHandle.current().pid();
    private static final int BYTES = 200_000;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    private final MemorySegment source = Arena.ofAuto().allocate(BYTES);

    @BeforeEach
    void kernelIsWilling() {
        assumeTrue(
                KernelCopy.INSTANCE != null
                        && KernelCopy.INSTANCE.read(
                                PID, source.address(), Arena.ofAuto().allocate(8), 0, 8),
                "process_vm_readv");
        for (long i = 0; i < BYTES; i++) {
            source.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
    }

    private static ArrayRead reader(boolean isPinned) {
        assumeTrue(!isPinned || PinnedRead.isThere(), "instructions of our own");
        return new ArrayRead(isPinned);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readsIntoArraysOfAnyTypeAndOtherMemory(boolean isPinned) {
        ArrayRead reader = reader(isPinned);
        try (Arena arena = Arena.ofShared()) {
            for (MemorySegment target : List.of(
                    MemorySegment.ofArray(new byte[BYTES]),
                    MemorySegment.ofArray(new double[BYTES / Double.BYTES]),
                    MemorySegment.ofArray(new int[BYTES / Integer.BYTES]),
                    MemorySegment.ofArray(new char[BYTES / Character.BYTES]).asSlice(2),
                    arena.allocate(BYTES))) {
                for (int round = 0; round < 50; round++) {
                    long bytes = 1 + random.nextLong(target.byteSize());
                    long from = random.nextLong(BYTES - bytes + 1);
                    long to = random.nextLong(target.byteSize() - bytes + 1);
                    target.fill((byte) 0);
                    assertTrue(reader.read(PID, source.address() + from, target, to, bytes));
                    MemorySegment part = target.asSlice(to, bytes);
                    assertEquals(-1, part.mismatch(source.asSlice(from, bytes)));
                    assertTrue(to == 0 || target.get(ValueLayout.JAVA_BYTE, to - 1) == 0, "the byte before");
                    long end = to + bytes;
                    boolean isEnd = end == target.byteSize();
                    assertTrue(isEnd || target.get(ValueLayout.JAVA_BYTE, end) == 0, "the byte behind");
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatIsNotThereIsNotRead(boolean isPinned) {
        ArrayRead reader = reader(isPinned);
        MemorySegment target = MemorySegment.ofArray(new byte[BYTES]);
        assertFalse(reader.read(PID, 4096, target, 0, BYTES), "no memory lies there");
        assertFalse(reader.read(Integer.MAX_VALUE, source.address(), target, 0, BYTES), "no such process");
        assertThrows(IndexOutOfBoundsException.class, () -> reader.read(PID, source.address(), target, 1, BYTES));
        assertThrows(IndexOutOfBoundsException.class, () -> reader.read(PID, source.address(), target, -1, BYTES));
    }

    /** Arrays are made and moved all the time; nothing but the bytes that were asked for changes. */
    @Test
    void theCollectorMovesTheTargetBetweenReadsOnly() throws InterruptedException {
        ArrayRead reader = reader(true);
        AtomicBoolean isOver = new AtomicBoolean();
        Thread collecting = Thread.ofPlatform().start(() -> {
            while (!isOver.get()) {
                System.gc();
            }
        });
        try {
            byte[][] targets = new byte[16][];
            for (int round = 0; round < 3_000; round++) {
                byte[] target = new byte[1 + random.nextInt(20_000)];
                targets[round % targets.length] = target;
                assertTrue(reader.read(PID, source.address(), MemorySegment.ofArray(target), 0, target.length));
                byte[] another = targets[random.nextInt(targets.length)];
                if (another != null) {
                    MemorySegment part = source.asSlice(0, another.length);
                    assertEquals(-1, MemorySegment.ofArray(another).mismatch(part));
                }
            }
        } finally {
            isOver.set(true);
            collecting.join();
        }
    }
}
