package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.group.Neighborhood;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.internal.endpoints.topology.Neighborhoods;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Communicators whose members are the nodes of a graph that no process knows as a whole. */
@Deadline(seconds = 60)
class DistributedGraphCommunicatorTest {
    private static final int[] NONE = {};

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    /** An edge and what it is worth. */
    private record Edge(int from, int to, int weight) {}

    /** Random edges, given by random members, with loops and several of the same, against lists made here. */
    @Test
    void edgesReachBothTheirEndsWhicheverRankGivesThem() {
        for (int size = 1; size <= 9; size++) {
            List<List<Edge>> given = new ArrayList<>();
            for (int giver = 0; giver < size; giver++) {
                given.add(new ArrayList<>());
                for (int edge = random.nextInt(2 * size + 1); edge > 0; edge--) {
                    given.getLast().add(new Edge(random.nextInt(size), random.nextInt(size), random.nextInt(100)));
                }
            }
            List<Edge> all = given.stream().flatMap(List::stream).toList();
            AtomicReferenceArray<Neighborhood> near = new AtomicReferenceArray<>(size);
            Job.run(size, endpoint -> {
                Communicator world = endpoint.world();
                DistributedGraphCommunicator graph = create(world, given.get(world.rank()));
                int rank = graph.rank();
                List<Edge> in = all.stream().filter(edge -> edge.to == rank).toList();
                List<Edge> out = all.stream().filter(edge -> edge.from == rank).toList();
                assertArrayEquals(in.stream().mapToInt(Edge::from).toArray(), graph.sources());
                assertArrayEquals(in.stream().mapToInt(Edge::weight).toArray(), graph.sourceWeights());
                assertArrayEquals(out.stream().mapToInt(Edge::to).toArray(), graph.destinations());
                assertArrayEquals(out.stream().mapToInt(Edge::weight).toArray(), graph.destinationWeights());
                assertTrue(graph.isWeighted());
                near.set(rank, ((CommunicatorHandle) graph).context().neighborhood());
                graph.close();
            });
            Neighborhood[] members = new Neighborhood[size];
            for (int rank = 0; rank < size; rank++) {
                members[rank] = near.get(rank);
            }
            Neighborhoods.assertConsistent(members);
        }
    }

    private static DistributedGraphCommunicator create(Communicator world, List<Edge> edges) {
        int[] degrees = new int[edges.size()];
        java.util.Arrays.fill(degrees, 1);
        return world.createDistributedGraph(
                edges.stream().mapToInt(Edge::from).toArray(),
                degrees,
                edges.stream().mapToInt(Edge::to).toArray(),
                edges.stream().mapToInt(Edge::weight).toArray(),
                Map.of(),
                true);
    }

    @Test
    void oneMemberMayGiveAllEdges() {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            boolean isGiver = world.rank() == 2;
            DistributedGraphCommunicator graph = world.createDistributedGraph(
                    isGiver ? new int[] {0, 3, 0} : NONE,
                    isGiver ? new int[] {2, 0, 1} : NONE,
                    isGiver ? new int[] {1, 3, 1} : NONE,
                    false);
            assertEquals(TopologyKind.DISTRIBUTED_GRAPH, graph.topology());
            assertArrayEquals(graph.rank() == 0 ? new int[] {1, 3, 1} : NONE, graph.destinations());
            int[] sources = graph.rank() == 1 ? new int[] {0, 0} : graph.rank() == 3 ? new int[] {0} : NONE;
            assertArrayEquals(sources, graph.sources());
            assertFalse(graph.isWeighted());
            assertNull(graph.sourceWeights());
            assertNull(graph.destinationWeights());
            int[] slots = ((CommunicatorHandle) graph).context().neighborhood().sourceSlots();
            assertArrayEquals(graph.rank() == 1 ? new int[] {0, 2} : graph.rank() == 3 ? new int[] {1} : NONE, slots);
            graph.close();
        });
    }

    @Test
    void adjacentListsStayInTheirOrderAndEdgesMeetInTheirs() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            int left = (world.rank() + 2) % 3;
            int right = (world.rank() + 1) % 3;
            int self = world.rank();
            DistributedGraphCommunicator graph = world.createDistributedGraphAdjacent(
                    new int[] {left, self, left},
                    new int[] {1, 2, 3},
                    new int[] {right, right, self},
                    new int[] {4, 5, 6},
                    Map.of(Hints.NO_ANY_TAG, "true"),
                    false);
            DistributedGraphCommunicator duplicate = graph.duplicate();
            for (DistributedGraphCommunicator each : new DistributedGraphCommunicator[] {graph, duplicate}) {
                assertArrayEquals(new int[] {left, self, left}, each.sources());
                assertArrayEquals(new int[] {right, right, self}, each.destinations());
                assertArrayEquals(new int[] {1, 2, 3}, each.sourceWeights());
                assertArrayEquals(new int[] {4, 5, 6}, each.destinationWeights());
                assertArrayEquals(
                        new int[] {0, 2, 1},
                        ((CommunicatorHandle) each).context().neighborhood().sourceSlots());
                assertEquals(each == graph ? Map.of(Hints.NO_ANY_TAG, "true") : Map.of(), each.info());
                each.close();
            }
        });
    }

    @Test
    void anEdgeThatOneEndDoesNotKnowIsAnErrorOnAll() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            int[] toTwo = world.rank() == 1 ? new int[] {2} : NONE;
            int[] fromOne = world.rank() == 2 ? new int[] {1} : NONE;
            int[] fromZero = world.rank() == 2 ? new int[] {0} : NONE;
            world.createDistributedGraphAdjacent(fromOne, toTwo, false).close();
            assertEquals(ErrorClass.TOPOLOGY, classOf(() -> world.createDistributedGraphAdjacent(NONE, toTwo, false)));
            assertEquals(
                    ErrorClass.TOPOLOGY, classOf(() -> world.createDistributedGraphAdjacent(fromOne, NONE, false)));
            assertEquals(
                    ErrorClass.TOPOLOGY, classOf(() -> world.createDistributedGraphAdjacent(fromZero, toTwo, false)));
            world.barrier();
        });
    }

    @Test
    void wrongArgumentsOfOneAreAnErrorOnAll() {
        Job.run(3, endpoint -> {
            Communicator world = endpoint.world();
            boolean isOne = world.rank() == 1;
            int[] zero = {0};
            int[] one = {1};
            int[] wrong = {isOne ? 3 : 0};
            assertFails(ErrorClass.RANK, world, wrong, one, zero, null);
            assertFails(ErrorClass.RANK, world, zero, one, wrong, null);
            assertFails(ErrorClass.ARG, world, isOne ? null : zero, one, zero, null);
            assertFails(ErrorClass.ARG, world, zero, isOne ? zero : one, zero, null);
            assertFails(ErrorClass.ARG, world, zero, isOne ? new int[] {-1} : one, zero, null);
            assertFails(ErrorClass.ARG, world, zero, isOne ? NONE : one, zero, null);
            assertFails(ErrorClass.ARG, world, zero, one, zero, isOne ? NONE : one);
            assertFails(ErrorClass.ARG, world, zero, one, zero, isOne ? null : one);
            assertFails(ErrorClass.ARG, world, zero, one, zero, new int[] {isOne ? -1 : 1});
            assertEquals(
                    ErrorClass.ARG,
                    classOf(() -> world.createDistributedGraphAdjacent(
                            NONE, NONE, NONE, isOne ? null : NONE, Map.of(), false)));
            assertEquals(ErrorClass.ARG, classOf(() -> world.createDistributedGraph(NONE, NONE, NONE, isOne)));
            world.barrier();
        });
    }

    private static void assertFails(
            ErrorClass errorClass,
            Communicator world,
            int[] sources,
            int[] degrees,
            int[] destinations,
            int[] weights) {
        assertEquals(
                errorClass,
                classOf(() -> world.createDistributedGraph(sources, degrees, destinations, weights, Map.of(), false)));
    }

    private static ErrorClass classOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }
}
