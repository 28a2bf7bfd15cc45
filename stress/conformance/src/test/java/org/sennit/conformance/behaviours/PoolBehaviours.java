package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;

/** Pools of buffers, and what must not be done with a buffer any more (65 to 69). */
final class PoolBehaviours {
    private static final int TAG = 65;

    private PoolBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("65 whatWasGivenCannotBeUsed", PoolBehaviours::useAfterGive),
                new Behaviour("66 whatIsNotOnesOwnCannotBeFreed", PoolBehaviours::wrongFrees),
                new Behaviour("67 aFreedBufferGoesToTheRightPool", PoolBehaviours::rightPool),
                new Behaviour("68 theMostRecentThatFitsIsUsedAgain", PoolBehaviours::firstFit),
                new Behaviour("69 buffersAreAlignedAndApart", PoolBehaviours::alignment));
    }

    static OwnershipPool pool(Communicator world, boolean isSenderSide, boolean isChecked) {
        PoolOptions defaults = OwnershipPool.defaults(world.endpoint());
        return OwnershipPool.open(
                world.endpoint(), defaults.senderSide(isSenderSide).checked(isChecked));
    }

    static void isRefused(ErrorClass expected, Runnable call, String... words) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error::toString);
        for (String word : words) {
            assertTrue(error.getMessage().contains(word), () -> word + " is not in: " + error.getMessage());
        }
    }

    private static void useAfterGive(Communicator world) {
        try (OwnershipPool pool = pool(world, false, true)) {
            Handover handover = pool.over(world);
            int last = world.size() - 1;
            if (world.rank() == 0) {
                OwnedBuffer buffer = pool.alloc(4096);
                MemorySegment kept = buffer.segment();
                kept.set(ValueLayout.JAVA_LONG, 0, 42);
                handover.give(buffer, last, TAG);
                OwnedBuffer fresh = pool.alloc(4096); // whatever memory it is: the old handle stays dead
                for (Runnable use : List.<Runnable>of(buffer::segment, buffer::agrona, buffer::length, buffer::free)) {
                    isRefused(ErrorClass.BUFFER, use, "give at", "PoolBehaviours", "peer=" + last);
                }
                isRefused(ErrorClass.BUFFER, () -> handover.give(buffer, last, TAG), "operation=give");
                if (OwnershipPool.class.getModule().isNativeAccessEnabled()) {
                    assertThrows(IllegalStateException.class, () -> kept.get(ValueLayout.JAVA_LONG, 0));
                    assertThrows(IllegalStateException.class, () -> kept.set(ValueLayout.JAVA_LONG, 0, 1));
                }
                fresh.segment().set(ValueLayout.JAVA_LONG, 0, 43);
                fresh.free();
            } else if (world.rank() == last) {
                OwnedBuffer taken = handover.take(0, TAG);
                assertEquals(42, taken.segment().get(ValueLayout.JAVA_LONG, 0));
                taken.free();
            }
            world.barrier();
        }
    }

    private static void wrongFrees(Communicator world) {
        try (OwnershipPool pool = pool(world, false, true);
                OwnershipPool other = pool(world, false, true)) {
            OwnedBuffer freed = pool.alloc(100);
            freed.free();
            long free = pool.statistics().freeBuffers();
            isRefused(ErrorClass.BUFFER, freed::free, "free at");
            isRefused(ErrorClass.BUFFER, () -> pool.free(freed), "free at");
            OwnedBuffer foreign = other.alloc(100);
            isRefused(ErrorClass.BUFFER, () -> pool.free(foreign), "another pool");
            assertEquals(free, pool.statistics().freeBuffers());
            assertEquals(1, other.statistics().owned());
            foreign.free();
            OwnedBuffer first = pool.alloc(100);
            OwnedBuffer second = pool.alloc(100); // had the block been put in twice, both would be one
            assertNotEquals(first.segment().address(), second.segment().address());
            Handover handover = pool.over(world);
            handover.give(first, Communicator.NULL_PROCESS, TAG);
            isRefused(ErrorClass.BUFFER, first::free, "give at");
            second.free();
            assertEquals(0, pool.statistics().owned());
        }
    }

    /** On the receiver's side it stays with who frees it; on the sender's, its maker finds it again. */
    private static void rightPool(Communicator world) {
        for (boolean isSenderSide : new boolean[] {false, true}) {
            try (OwnershipPool pool = pool(world, isSenderSide, false)) {
                Handover handover = pool.over(world);
                int last = world.size() - 1;
                if (world.rank() == 0) {
                    handover.give(pool.alloc(10_000), last, TAG);
                    world.receive(new byte[0], last, TAG);
                    if (isSenderSide) {
                        pool.alloc(10_000).free();
                        assertEquals(1, pool.statistics().misses());
                        assertEquals(1, pool.statistics().freeBuffers());
                    }
                } else if (world.rank() == last) {
                    handover.take(0, TAG).free();
                    if (!isSenderSide) {
                        assertEquals(1, pool.statistics().freeBuffers());
                    }
                    assertEquals(0, pool.statistics().owned());
                    world.send(new byte[0], 0, TAG);
                }
                world.barrier();
            }
        }
    }

    private static void firstFit(Communicator world) {
        for (boolean isSenderSide : new boolean[] {false, true}) {
            try (OwnershipPool pool = pool(world, isSenderSide, true)) {
                OwnedBuffer[] buffers = {pool.alloc(4096), pool.alloc(8192), pool.alloc(4096)};
                long[] addresses = new long[buffers.length];
                for (int i = 0; i < buffers.length; i++) {
                    addresses[i] = buffers[i].segment().address();
                }
                for (OwnedBuffer buffer : buffers) {
                    buffer.free();
                }
                OwnedBuffer fiveK = pool.alloc(5 << 10);
                assertEquals(addresses[1], fiveK.segment().address());
                OwnedBuffer recent = pool.alloc(4096);
                assertEquals(addresses[2], recent.segment().address());
                OwnedBuffer older = pool.alloc(4096);
                assertEquals(addresses[0], older.segment().address());
                assertEquals(3, pool.statistics().hits());
                for (OwnedBuffer buffer : List.of(fiveK, recent, older)) {
                    buffer.free();
                }
            }
        }
    }

    private static void alignment(Communicator world) {
        try (OwnershipPool pool = pool(world, false, true)) {
            List<OwnedBuffer> buffers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                int bytes = i < 100 ? 1 : i * i * 7 % 40_000;
                OwnedBuffer buffer = pool.alloc(bytes);
                assertEquals(0, buffer.segment().address() % 64);
                assertEquals(bytes, buffer.length());
                assertTrue(buffer.capacity() >= bytes);
                buffers.add(buffer);
            }
            buffers.sort(Comparator.comparingLong(buffer -> buffer.segment().address()));
            for (int i = 1; i < buffers.size(); i++) {
                OwnedBuffer before = buffers.get(i - 1);
                assertTrue(before.segment().address() + before.capacity()
                        <= buffers.get(i).segment().address());
            }
            buffers.forEach(OwnedBuffer::free);
        }
    }
}
