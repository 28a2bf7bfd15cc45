package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline
@SuppressWarnings("restricted") // qsort, which calls back
@Core
class SharedArenaTest {
    private final SharedHeap heap = new SharedHeap(new SharedFilePlaces("test"));
    private final Arena arena = heap.newArena();
    private final MemorySegment memory = arena.allocate(1 << 20);
    private final SharedFile own = heap.find(memory).file();

    // Written and read by the test's thread, through native code.
    private Throwable thrown;

    /** Called by native code that is using the memory. */
    int closeInUse(MemorySegment left, MemorySegment right) {
        try {
            arena.close();
        } catch (IllegalStateException e) {
            thrown = e;
        }
        return 0;
    }

    @Test
    void anyAlignmentUpToThatOfTheLargestPagesIsKept() {
        for (long alignment = 1; alignment <= 1 << 22; alignment *= 2) {
            MemorySegment piece = arena.allocate(100, alignment);
            assertEquals(0, piece.address() % alignment);
            assertEquals(100, piece.byteSize());
            assertNotNull(heap.find(piece));
            piece.fill((byte) 1);
        }
        assertEquals(
                ErrorClass.NO_MEM,
                assertThrows(SennitException.class, () -> arena.allocate(1, 1L << 40))
                        .errorClass());
        arena.close();
    }

    @Test
    void memoryThatCannotBeClosedYetStaysShared() throws Throwable {
        Linker linker = Linker.nativeLinker();
        MethodHandle sort = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("qsort"),
                FunctionDescriptor.ofVoid(
                        ValueLayout.ADDRESS, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS));
        MethodHandle close = MethodHandles.lookup()
                .bind(this, "closeInUse", MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
        try (Arena call = Arena.ofConfined()) {
            MemorySegment comparison = linker.upcallStub(
                    close, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS), call);
            sort.invokeExact(memory, 2L, 4L, comparison);
        }
        assertInstanceOf(IllegalStateException.class, thrown);
        assertNotNull(heap.find(memory));
        SharedFile peer = SharedFileOffer.parse(own.describe()).open(Arena.ofAuto());
        assertFalse(peer.isReleased());
        arena.close();
        assertTrue(peer.isReleased());
    }

    @Test
    void closedMemoryIsNotFoundAnyMoreAndKeptByItsHolders() {
        SharedFile peer = SharedFileOffer.parse(own.describe()).open(Arena.ofAuto());
        memory.set(ValueLayout.JAVA_INT, 0, 7);
        arena.close();
        assertNull(heap.find(MemorySegment.ofAddress(memory.address())));
        assertTrue(peer.isReleased());
        assertTrue(peer.segment().get(ValueLayout.JAVA_INT, 0) == 7);
        assertThrows(
                SennitException.class,
                () -> SharedFileOffer.parse(own.describe()).open(Arena.ofAuto()));
        assertThrows(IllegalStateException.class, arena::close);
    }

    @Test
    void beyondTheLimitOfMappingsIsAnErrorThatNamesTheRemedy() {
        SharedHeap few = new SharedHeap(new SharedFilePlaces("test"), 2);
        try (Arena arena = few.newArena()) {
            arena.allocate(1 << 20);
            arena.allocate(1 << 20);
            SennitException error = assertThrows(SennitException.class, () -> arena.allocate(1 << 20));
            assertEquals(ErrorClass.NO_MEM, error.errorClass());
            assertTrue(error.getMessage().contains("pieces=2 (allocate larger pieces"), error.getMessage());
        }
        try (Arena arena = few.newArena()) {
            arena.allocate(1 << 20);
        }
    }

    @Test
    void theKernelsLimitOfMappingsAllowsManyPieces() {
        try (Arena many = heap.newArena()) {
            for (int i = 0; i < 20; i++) {
                many.allocate(1 << 20);
            }
        }
    }
}
