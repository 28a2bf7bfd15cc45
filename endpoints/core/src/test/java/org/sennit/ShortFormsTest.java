package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Forms of calls that others cover in another form, and small calls of endpoints. */
@Deadline(seconds = 60)
class ShortFormsTest {
    /** Every second int of three. */
    private static final DataLayout EVERY_SECOND = DataLayout.vector(3, 1, 2, DataLayout.INT);

    @Test
    void sendReceiveTakesALayoutForEachSide() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            int me = world.rank();
            int next = (me + 1) % 3;
            int before = (me + 2) % 3;
            int[] out = {me, -1, me + 10, -1, me + 20};
            int[] in = {-7, -7, -7};
            world.sendReceive(out, EVERY_SECOND, next, 4 + me, in, DataLayout.INT, before, 4 + before);
            assertArrayEquals(new int[] {before, before + 10, before + 20}, in);
            assertArrayEquals(new int[] {me, -1, me + 10, -1, me + 20}, out);
        });
    }

    @Test
    void sendReceiveReplaceTakesALayout() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            int me = world.rank();
            int before = (me + 2) % 3;
            int[] memory = {me, -1, me + 10, -2, me + 20};
            world.sendReceiveReplace(memory, EVERY_SECOND, (me + 1) % 3, 4 + me, before, 4 + before);
            assertArrayEquals(new int[] {before, -1, before + 10, -2, before + 20}, memory);
        });
    }

    @Test
    void aBufferedSendIsCompleteWithoutItsReceiveAndTheMemoryIsTheCallersAgain() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                world.barrier();
                int[] in = new int[2000];
                world.receive(in, 0, 5);
                assertArrayEquals(IntStream.range(0, 2000).toArray(), in);
                return;
            }
            endpoint.attachBuffer(new byte[1 << 16]);
            int[] out = IntStream.range(0, 2000).toArray();
            Request send = world.nonblocking().sendBuffered(out, 1, 5);
            assertTrue(send.test(), "complete at once");
            Arrays.fill(out, -1);
            world.barrier();
            endpoint.flushBuffer();
            endpoint.detachBuffer();
        });
    }

    @Test
    void aFlushOfTheBufferReturnsWhenItsMessagesHaveGoneAndLeavesItAttached() {
        AtomicBoolean isReceiving = new AtomicBoolean();
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                world.receive(new byte[1], 0, 2);
                for (int i = 0; i < 10_000; i++) { // time for a flush that does not wait
                    Thread.yield();
                }
                isReceiving.set(true);
                world.receive(new byte[60_000], 0, 1);
                world.receive(new byte[60_000], 0, 1);
                return;
            }
            byte[] buffer = new byte[1 << 16];
            endpoint.flushBuffer(); // without a buffer there is nothing to wait for
            endpoint.attachBuffer(buffer);
            world.sendBuffered(new byte[60_000], 1, 1);
            world.send(new byte[1], 1, 2);
            endpoint.flushBuffer();
            assertTrue(isReceiving.get());
            world.sendBuffered(new byte[60_000], 1, 1); // the first one has left its room
            assertSame(buffer, endpoint.detachBuffer());
        });
    }

    /** Writes the decimal digits of the right operand behind those of the left one: associative, in order. */
    private static int appended(int left, int right) {
        return left * (right < 10 ? 10 : right < 100 ? 100 : 1000) + right;
    }

    @Test
    void anOperationOfIntsGetsItsOperandsInTheOrderOfRanksAndNarrowTypesTheLowBits() {
        Operation append = Operation.ofInts("append", false, ShortFormsTest::appended);
        assertEquals("append", append.name());
        assertFalse(append.isCommutative());
        Operation add = Operation.ofInts("add", true, Integer::sum);
        assertTrue(add.isCommutative());
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int[] ints = {world.rank() + 1};
            world.allreduce(Communicator.IN_PLACE, ints, append);
            assertEquals(1234, ints[0]);
            byte[] bytes = {100};
            world.allreduce(Communicator.IN_PLACE, bytes, add);
            assertEquals((byte) 400, bytes[0]);
            char[] chars = {40_000};
            world.allreduce(Communicator.IN_PLACE, chars, add);
            assertEquals((char) 160_000, chars[0]);
        });
    }

    @Test
    void endpointsHaveANumberOfTheirOwnAndThrowUntilTheyHaveAnotherHandler() {
        Set<Integer> numbers = ConcurrentHashMap.newKeySet();
        Job.run(3, endpoint -> {
            assertTrue(endpoint.id() >= 0 && numbers.add(endpoint.id()), () -> "id=" + endpoint.id());
            assertSame(ErrorHandler.THROW, endpoint.errorHandler());
            ErrorHandler own = (communicator, error) -> {};
            endpoint.setErrorHandler(own);
            assertSame(own, endpoint.errorHandler());
        });
        assertEquals(3, numbers.size());
    }

    private static final Map<String, String> HINTS = Map.of(Hints.NO_ANY_TAG, "true");

    private static void assertHints(Communicator original, Communicator copy) {
        assertNotSame(original, copy);
        assertEquals("true", copy.info().get(Hints.NO_ANY_TAG));
        assertNotEquals("true", original.info().get(Hints.NO_ANY_TAG));
        assertEquals(
                ErrorClass.ARG,
                assertThrows(SennitException.class, () -> copy.nonblocking().probe(0, Communicator.ANY_TAG, null))
                        .errorClass());
    }

    @Test
    void duplicatesOfGraphsWithHintsKeepTheGraphAndHaveTheirOwnHints() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int[] other = {1 - world.rank()};
            try (GraphCommunicator graph = world.createGraph(new int[] {1, 2}, new int[] {1, 0}, false);
                    GraphCommunicator copy = graph.duplicate(HINTS)) {
                assertHints(graph, copy);
                assertArrayEquals(other, copy.neighbors());
            }
            try (DistributedGraphCommunicator graph = world.createDistributedGraphAdjacent(other, other, false);
                    DistributedGraphCommunicator copy = graph.duplicate(HINTS)) {
                assertHints(graph, copy);
                assertArrayEquals(other, copy.sources());
                assertArrayEquals(other, copy.destinations());
            }
        });
    }

    @Test
    void aDuplicateOfAnIntercommunicatorWithHintsJoinsTheSameSidesAndHasItsOwnHints() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            int side = world.rank() == 0 ? 0 : 1;
            try (Communicator local = world.split(side, 0);
                    Intercommunicator both = local.createIntercommunicator(0, world, 1 - side, 7);
                    Intercommunicator copy = both.duplicate(HINTS)) {
                assertHints(both, copy);
                assertEquals(both.remoteSize(), copy.remoteSize());
                if (side == 0) {
                    copy.send(new int[] {5}, 1, 3);
                    copy.send(new int[] {4}, 0, 3);
                } else {
                    int[] in = new int[1];
                    copy.receive(in, 0, 3);
                    assertEquals(copy.rank() == 1 ? 5 : 4, in[0]);
                }
            }
        });
    }

    @Test
    void aPairTypeIsFoundInAnyLayoutOfItsPairsAndInNoOther() {
        for (PairType pair : PairType.values()) {
            assertSame(pair, PairType.in(DataLayout.contiguous(3, pair.layout())), pair::toString);
            assertEquals(pair.value().bytes() + pair.index().bytes(), pair.bytes(), pair::toString);
        }
        assertSame(PairType.INT_INT, PairType.in(DataLayout.INT));
        assertNull(PairType.in(DataLayout.struct(new long[] {0, 8}, DataLayout.INT, DataLayout.DOUBLE)));
    }
}
