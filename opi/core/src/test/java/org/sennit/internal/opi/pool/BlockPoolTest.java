package org.sennit.internal.opi.pool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.ownership.OwnershipEndpoint;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Blocks, their lists and their way home, without messages: the test itself is all owners. */
@Deadline(seconds = 60)
@Core
class BlockPoolTest {
    private static final long LARGE = 64 << 10;

    private final AtomicInteger late = new AtomicInteger();
    private final List<Arena> arenas = new ArrayList<>();

    private Arena arena() {
        Arena arena = Arena.ofShared();
        arenas.add(arena);
        return arena;
    }

    private BlockPool pool(OwnershipEndpoint endpoint, boolean isSenderSide, long capBytes) {
        return pool(endpoint, isSenderSide, capBytes, this::arena);
    }

    private BlockPool pool(OwnershipEndpoint endpoint, boolean isSenderSide, long capBytes, Supplier<Arena> source) {
        return new BlockPool(endpoint, isSenderSide, capBytes, source, false, late::incrementAndGet);
    }

    private static void inJob(Consumer<OwnershipEndpoint> test) {
        Job.run(1, endpoint -> test.accept(((EndpointHandle) endpoint).ownership()));
    }

    /** As if it had come with a message. */
    private static void pass(Block block, BlockPool from, BlockPool to) {
        from.leave();
        to.adopt();
    }

    private static List<Block> alloc(BlockPool pool, int count, long bytes) {
        List<Block> blocks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            blocks.add(pool.alloc(bytes));
        }
        return blocks;
    }

    @Test
    void theMostRecentOfAClassComesFirstAndALargerOneServesUpToTwice() {
        inJob(endpoint -> {
            BlockPool pool = pool(endpoint, false, 0);
            Block first4 = pool.alloc(4 << 10);
            Block only8 = pool.alloc(8 << 10);
            Block second4 = pool.alloc(4 << 10);
            pool.free(first4);
            pool.free(only8);
            pool.free(second4);
            assertSame(only8, pool.alloc(5 << 10));
            assertSame(second4, pool.alloc(4 << 10));
            assertSame(first4, pool.alloc(3 << 10));
            pool.free(only8);
            assertNotSame(only8, pool.alloc(3 << 10), "8 KiB is more than twice 3 KiB");
            assertEquals(4, pool.counters().misses());
            assertEquals(3, pool.counters().hits());
            assertEquals(3, pool.counters().owned());
        });
    }

    @Test
    void smallBlocksLieBesideEachOtherInOneSlab() {
        inJob(endpoint -> {
            BlockPool pool = pool(endpoint, false, 0);
            List<Block> blocks = alloc(pool, 1000, 100);
            assertEquals(1, arenas.size());
            blocks.sort((a, b) -> Long.compare(a.memory().address(), b.memory().address()));
            for (int i = 0; i < 1000; i++) {
                Block block = blocks.get(i);
                assertEquals(0, block.memory().address() % 64);
                assertTrue(block.capacity() >= 100);
                assertTrue(i == 0
                        || blocks.get(i - 1).memory().address()
                                        + blocks.get(i - 1).capacity()
                                <= block.memory().address());
            }
            assertEquals(1 << 20, pool.counters().bytes());
        });
    }

    @Test
    void onTheReceiversSideABlockLiesWhereItWasFreed() {
        inJob(endpoint -> {
            BlockPool maker = pool(endpoint, false, 0);
            BlockPool other = pool(endpoint, false, 1 << 20);
            Block block = maker.alloc(LARGE);
            pass(block, maker, other);
            other.free(block);
            assertEquals(LARGE, other.counters().foreignBytes());
            assertEquals(0, maker.counters().freeBlocks());
            assertSame(block, other.alloc(LARGE));
            assertEquals(0, other.counters().foreignBytes());
            assertEquals(0, other.counters().bytes());
            assertEquals(LARGE, maker.counters().bytes());
        });
    }

    @Test
    void beyondTheCapTheOldestGoHomeInOneBatchAndAreFoundThere() {
        inJob(endpoint -> {
            BlockPool maker = pool(endpoint, false, 0);
            BlockPool other = pool(endpoint, false, 4 * LARGE);
            List<Block> blocks = alloc(maker, 5, LARGE);
            for (Block block : blocks) {
                pass(block, maker, other);
                other.free(block);
            }
            assertEquals(3, other.counters().sentHome(), "half of the cap stays");
            assertEquals(2 * LARGE, other.counters().foreignBytes());
            assertSame(blocks.get(4), other.alloc(LARGE));
            assertEquals(0, maker.counters().cameHome(), "it looks when it needs some");
            List<Block> again = alloc(maker, 3, LARGE);
            assertTrue(again.containsAll(blocks.subList(0, 3)));
            assertEquals(3, maker.counters().cameHome());
            assertEquals(5, maker.counters().misses());
        });
    }

    @Test
    void ownBlocksDoNotCountForTheCap() {
        inJob(endpoint -> {
            BlockPool pool = pool(endpoint, false, 0);
            List<Block> blocks = alloc(pool, 3, LARGE);
            blocks.forEach(pool::free);
            assertEquals(0, pool.counters().sentHome());
            assertTrue(alloc(pool, 3, LARGE).containsAll(blocks));
        });
    }

    @Test
    void onTheSendersSideAFreedBlockGoesHome() {
        inJob(endpoint -> {
            BlockPool maker = pool(endpoint, true, 1 << 20);
            BlockPool other = pool(endpoint, true, 1 << 20);
            Block block = maker.alloc(LARGE);
            pass(block, maker, other);
            other.free(block);
            assertEquals(0, other.counters().freeBlocks());
            assertEquals(1, other.counters().sentHome());
            assertSame(block, maker.alloc(LARGE));
            assertEquals(1, maker.counters().cameHome());
            maker.free(block);
            assertEquals(1, maker.counters().freeBlocks());
            assertEquals(0, maker.counters().sentHome(), "the own one is at home already");
        });
    }

    @Test
    void blocksOfSeveralHomesGoEachToItsOwn() {
        inJob(endpoint -> {
            List<BlockPool> makers =
                    List.of(pool(endpoint, false, 0), pool(endpoint, false, 0), pool(endpoint, false, 0));
            BlockPool other = pool(endpoint, false, 1 << 30);
            for (int i = 0; i < 30; i++) {
                BlockPool maker = makers.get(i % 3);
                Block block = maker.alloc(1000 + 2000 * (i / 10));
                pass(block, maker, other);
                other.free(block);
            }
            assertEquals(other.counters().freeBytes(), other.trim(0));
            for (BlockPool maker : makers) {
                maker.trim(Long.MAX_VALUE);
                assertEquals(10, maker.counters().cameHome());
                assertEquals(10, maker.counters().freeBlocks());
            }
        });
    }

    @Test
    void trimmingFreesTheOldestAndOnlyWholeSlabs() {
        inJob(endpoint -> {
            BlockPool pool = pool(endpoint, false, 0);
            List<Block> large = alloc(pool, 4, LARGE);
            List<Block> small = alloc(pool, 10, 100);
            large.forEach(pool::free);
            small.subList(1, 10).forEach(pool::free);
            long small9 = 9 * small.getFirst().capacity();
            assertEquals(2 * LARGE, pool.trim(2 * LARGE + small9));
            assertEquals(2 * LARGE + (1 << 20), pool.counters().bytes());
            assertEquals(2 * LARGE, pool.counters().trimmedBytes());
            assertFalse(arenas.get(0).scope().isAlive(), "the oldest");
            assertTrue(arenas.get(3).scope().isAlive(), "the most recent");
            assertEquals(2 * LARGE, pool.trim(0), "one of the small ones is in use");
            assertTrue(arenas.get(4).scope().isAlive());
            pool.free(small.getFirst());
            pool.trim(0);
            assertFalse(arenas.get(4).scope().isAlive());
            assertEquals(0, pool.counters().bytes());
            assertEquals(0, pool.counters().blocks());
            assertEquals(4 * LARGE + (1 << 20), pool.counters().mostBytes());
            pool.free(pool.alloc(100));
            assertEquals(1 << 20, pool.counters().bytes(), "a new slab");
        });
    }

    @Test
    void withoutMemoryThePoolTrimsAndElseSaysWhatThereIs() {
        inJob(endpoint -> {
            boolean[] isFull = {false};
            BlockPool pool = pool(endpoint, false, 0, () -> {
                if (isFull[0] && arenas.stream().anyMatch(a -> a.scope().isAlive())) {
                    throw new OutOfMemoryError("no more");
                }
                return arena();
            });
            Block used = pool.alloc(LARGE);
            isFull[0] = true;
            SennitException error = assertThrows(SennitException.class, () -> pool.alloc(4 * LARGE));
            assertEquals(ErrorClass.NO_MEM, error.errorClass());
            assertTrue(
                    error.getMessage().contains("bytes=262144 pool.bytes=65536 pool.free.bytes=0 cause=no more"),
                    error::getMessage);
            pool.free(used);
            Block large = pool.alloc(4 * LARGE); // after the free one has been given back
            assertEquals(4 * LARGE, pool.counters().bytes());
            assertEquals(1, pool.counters().owned());
            pool.free(large);
            assertThrows(SennitException.class, () -> pool.alloc(SizeClasses.MOST_BYTES + 1));
            assertEquals(
                    ErrorClass.ARG,
                    assertThrows(SennitException.class, () -> pool.alloc(-1)).errorClass());
        });
    }

    @Test
    void atTheEndFreeMemoryGoesAtOnceAndTheOtherWhenItComesHome() {
        inJob(endpoint -> {
            BlockPool maker = pool(endpoint, false, 0);
            BlockPool other = pool(endpoint, false, 1 << 20);
            List<Block> large = alloc(maker, 3, LARGE);
            List<Block> small = alloc(maker, 2, 100);
            maker.free(large.get(0));
            maker.free(small.get(0));
            for (Block block : List.of(large.get(1), small.get(1))) {
                pass(block, maker, other);
            }
            other.free(large.get(1));
            maker.end();
            maker.end();
            assertTrue(maker.isEnded());
            assertEquals(2 * LARGE + (1 << 20), maker.counters().bytes());
            assertEquals(3, maker.counters().blocks());
            maker.free(large.get(2));
            assertEquals(LARGE + (1 << 20), maker.counters().bytes());
            other.free(small.get(1));
            other.end();
            assertEquals(0, maker.counters().bytes());
            assertEquals(0, maker.counters().blocks());
            assertTrue(arenas.stream().noneMatch(a -> a.scope().isAlive()));
            assertEquals(
                    ErrorClass.SESSION,
                    assertThrows(SennitException.class, () -> maker.alloc(1)).errorClass());
        });
    }

    @Test
    void anAbandonedBlockComesHomeAndIsCounted() {
        inJob(endpoint -> {
            BlockPool pool = pool(endpoint, false, 0);
            List<Block> blocks = alloc(pool, 2, LARGE);
            blocks.getFirst().home().abandoned(blocks.getFirst());
            assertEquals(1, pool.counters().abandoned());
            assertEquals(0, late.get());
            assertSame(blocks.getFirst(), pool.alloc(LARGE));
            pool.end();
            blocks.get(1).home().abandoned(blocks.get(1));
            assertEquals(2, pool.counters().abandoned());
            assertEquals(1, late.get());
            assertEquals(1, pool.counters().blocks());
        });
    }

    /** A slab that others map takes a descriptor and two mappings: there must not be one for each buffer. */
    @Test
    void slabsThatOthersMapGrowWithThePoolAndItsBytesAreTheirs() {
        inJob(endpoint -> {
            BlockPool pool = new BlockPool(endpoint, false, 0, this::arena, true, late::incrementAndGet);
            List<Block> blocks = alloc(pool, 2000, 32 << 10);
            long used = 2000L * (32 << 10);
            assertTrue(arenas.size() < 25, "arenas=" + arenas.size());
            assertTrue(pool.counters().bytes() >= used && pool.counters().bytes() < used * 5 / 4 + (1 << 20));
            assertEquals(0, blocks.getLast().memory().address() % 64);
            blocks.addAll(alloc(pool, 400, 256 << 10));
            used += 400L * (256 << 10);
            assertTrue(arenas.size() < 40, "arenas=" + arenas.size());
            assertTrue(pool.counters().bytes() >= used && pool.counters().bytes() < used * 5 / 4 + (1 << 20));
            blocks.forEach(pool::free);
            pool.trim(0);
            assertEquals(0, pool.counters().bytes());
            assertTrue(arenas.stream().noneMatch(arena -> arena.scope().isAlive()));
        });
    }

    @Test
    void aGrownSlabThatFindsNoRoomIsNoErrorWhereTheBlockDoes() {
        inJob(endpoint -> {
            Supplier<Arena> small = () -> new LimitedArena(1 << 20);
            BlockPool pool = new BlockPool(endpoint, false, 0, small, true, late::incrementAndGet);
            assertEquals(1000, alloc(pool, 1000, 100 << 10).size());
            SennitException error = assertThrows(SennitException.class, () -> pool.alloc(2 << 20));
            assertEquals(ErrorClass.NO_MEM, error.errorClass());
            assertTrue(error.getMessage().contains("opi.shared=false"), error.getMessage());
        });
    }

    /** An arena that has no room for more than so much at once. */
    private record LimitedArena(Arena memory, long mostBytes) implements Arena {
        LimitedArena(long mostBytes) {
            this(Arena.ofShared(), mostBytes);
        }

        @Override
        public MemorySegment allocate(long bytes, long alignment) {
            if (bytes > mostBytes) {
                throw new OutOfMemoryError("more than " + mostBytes);
            }
            return memory.allocate(bytes, alignment);
        }

        @Override
        public MemorySegment.Scope scope() {
            return memory.scope();
        }

        @Override
        public void close() {
            memory.close();
        }
    }
}
