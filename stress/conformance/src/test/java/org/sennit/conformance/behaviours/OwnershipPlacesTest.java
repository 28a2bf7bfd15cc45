package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolOptions;
import org.sennit.ownership.PoolStatistics;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * What depends on where the two are: whether it is the same memory, and what becomes of gives that are never taken.
 */
@Deadline(seconds = 60)
@Behaviours({62, 63, 64, 74})
class OwnershipPlacesTest {
    private static final int TAG = 62;
    private static final int ROUNDS = 20;
    private static final int MOST_MEETINGS = 2000;

    private static PoolOptions options(Endpoint endpoint, boolean isSenderSide) {
        return OwnershipPool.defaults(endpoint).checked(false).senderSide(isSenderSide);
    }

    @ParameterizedTest
    @CsvSource({"8", "4096", "65536", "16777216"})
    void inAJvmItIsTheSameMemory(long bytes) {
        long[] addresses = new long[ROUNDS];
        Job.run(2, Options.fromEnvironment(), endpoint -> {
            OwnershipPool pool = OwnershipPool.open(endpoint, options(endpoint, false));
            Handover handover = pool.over(endpoint.world());
            for (int i = 0; i < ROUNDS; i++) {
                if (endpoint.world().rank() == 0) {
                    OwnedBuffer buffer = pool.alloc(bytes);
                    buffer.segment().set(ValueLayout.JAVA_INT, bytes - 4, i);
                    addresses[i] = buffer.segment().address();
                    handover.give(buffer, 1, TAG);
                } else {
                    OwnedBuffer taken = handover.take(0, TAG);
                    assertEquals(addresses[i], taken.segment().address());
                    assertEquals(i, taken.segment().get(ValueLayout.JAVA_INT, bytes - 4));
                    taken.free();
                }
            }
            if (endpoint.world().rank() == 1) {
                assertEquals(0, pool.statistics().misses() + pool.statistics().hits(), "no memory of its own");
            }
        });
    }

    /** What the taker writes stands in the memory that the giver had: the same region and offset, mapped twice. */
    @ParameterizedTest
    @CsvSource({"mapped, true", "tcp, false", "unix, false"})
    void betweenProcessesOfAHostItIsTheSameMemoryWhereItIsMapped(String network, boolean isSame) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            OwnershipPool pool =
                    OwnershipPool.open(endpoint, options(endpoint, true).shared(true));
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            if (isSame) {
                meet(world, pool, handover);
            }
            long before = pool.statistics().hits() + pool.statistics().misses();
            for (int i = 0; i < ROUNDS; i++) {
                long bytes = 8L << i;
                if (world.rank() == 0) {
                    OwnedBuffer buffer = pool.alloc(bytes);
                    MemorySegment memory = buffer.segment(); // unchecked: it stays in sight
                    memory.fill((byte) i);
                    handover.give(buffer, 1, TAG);
                    world.receive(new byte[0], 1, TAG);
                    assertEquals(isSame ? (byte) ~i : (byte) i, memory.get(ValueLayout.JAVA_BYTE, bytes - 1));
                } else {
                    OwnedBuffer taken = handover.take(0, TAG);
                    assertEquals((byte) i, taken.segment().get(ValueLayout.JAVA_BYTE, 0));
                    assertEquals((byte) i, taken.segment().get(ValueLayout.JAVA_BYTE, bytes - 1));
                    taken.segment().fill((byte) ~i);
                    taken.free();
                    world.send(new byte[0], 0, TAG);
                }
            }
            if (world.rank() == 1) {
                long own = pool.statistics().hits() + pool.statistics().misses() - before;
                assertEquals(isSame ? 0 : ROUNDS, own, "allocations for what has come");
            } else {
                assertTrue(pool.statistics().misses() <= ROUNDS, "each has come home");
            }
        });
    }

    /**
     * Gives until memory comes by its name: the first ones come as bytes, until the taker has said that it can map it.
     */
    private static void meet(Communicator world, OwnershipPool pool, Handover handover) {
        boolean[] isMet = {false};
        for (int i = 0; !isMet[0]; i++) {
            assertNotEquals(MOST_MEETINGS, i, "memory never comes by its name");
            if (world.rank() == 0) {
                handover.give(pool.alloc(8), 1, TAG);
                world.receive(isMet, 1, TAG);
            } else {
                long own = pool.statistics().hits() + pool.statistics().misses();
                handover.take(0, TAG).free();
                isMet[0] = own == pool.statistics().hits() + pool.statistics().misses();
                world.send(isMet, 0, TAG);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void whatIsNotTakenIsCountedAndItsMemoryGoes(boolean isSenderSide) {
        ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
        Job.run(2, Options.fromEnvironment(), abandoning(isSenderSide, false, warnings, pool -> {}));
        assertFalse(warnings.isEmpty()); // one line, or two where some come back after the end of the giver
        for (String line : warnings) {
            assertTrue(line.contains("rank 0: buffers given and never taken"), warnings::toString);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "mapped, true, true", "mapped, true, false", "mapped, false, true", "mapped, false, false",
        "tcp, false, true", "tcp, false, false", "unix, false, true", "unix, false, false"
    })
    void theMemoryOfWhatAnotherProcessDoesNotTakeGoes(String network, boolean isShared, boolean isSenderSide) {
        ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedQueue<OwnershipPool> pools = new ConcurrentLinkedQueue<>();
        new OneJvmJob(2, 1, Map.of("net.module", network))
                .run(abandoning(isSenderSide, isShared, warnings, pools::add));
        assertEquals(2, pools.size());
        for (OwnershipPool pool : pools) {
            PoolStatistics left = pool.statistics();
            assertEquals(0, left.bytes() + left.foreignBytes() + left.buffers() + left.owned(), left::toString);
        }
        long abandoned =
                pools.stream().mapToLong(pool -> pool.statistics().abandoned()).sum();
        assertEquals(isShared ? 3 : 0, abandoned); // where bytes travel, they are those of a message
        assertEquals(isShared, !warnings.isEmpty(), warnings::toString);
    }

    /** Rank 1 ends without taking; rank 0 ends a little later, or before. */
    private static EndpointProgram abandoning(
            boolean isSenderSide,
            boolean isShared,
            ConcurrentLinkedQueue<String> warnings,
            Consumer<OwnershipPool> pools) {
        return endpoint -> {
            OwnershipPool pool = OwnershipPool.open(
                    endpoint,
                    OwnershipPool.defaults(endpoint)
                            .checked(true)
                            .senderSide(isSenderSide)
                            .shared(isShared)
                            .warnings(warnings::add));
            pools.accept(pool);
            if (isShared) {
                meet(endpoint.world(), pool, pool.over(endpoint.world()));
            }
            if (endpoint.world().rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    pool.over(endpoint.world()).give(pool.alloc(1000), 1, TAG);
                }
                endpoint.world().send(new byte[0], 1, TAG + 1);
            } else {
                endpoint.world().receive(new byte[0], 0, TAG + 1);
            }
        };
    }
}
