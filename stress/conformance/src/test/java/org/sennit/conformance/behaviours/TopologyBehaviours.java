package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.DistributedGraphCommunicator;
import org.sennit.GraphCommunicator;
import org.sennit.Operation;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Grids and graphs, wherever their members live; reordered ones have fewer neighbors in other processes. */
final class TopologyBehaviours {
    private static final int TAG = 3;

    private TopologyBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("aGridOfMoreThanThereAreIsAnErrorOnAll", TopologyBehaviours::tooLarge),
                new Behaviour("gridsShiftAndHaveSubgrids", TopologyBehaviours::grid),
                new Behaviour("orderedGridsHaveNeighborsInOneProcess", TopologyBehaviours::orderedGrid),
                new Behaviour("orderedGridsOfUnequalProcesses", TopologyBehaviours::unequal),
                new Behaviour("orderedGraphsHaveNeighborsInOneProcess", TopologyBehaviours::orderedGraph),
                new Behaviour("edgesOfADistributedGraphComeFromAnywhere", TopologyBehaviours::foreignEdges),
                new Behaviour("orderedDistributedGraphsKeepEdgesAndWeights", TopologyBehaviours::orderedDistributed));
    }

    private static void tooLarge(Communicator world) {
        for (int[] dims : new int[][] {{5}, {2, 3}, {2, -2}}) {
            try {
                world.createCartesian(dims, new boolean[dims.length], true);
                throw new AssertionError("no error for " + Arrays.toString(dims));
            } catch (SennitException e) {
                assertEquals(ErrorClass.DIMS, e.errorClass());
            }
        }
    }

    private static void grid(Communicator world) throws Exception {
        EndpointThreads.run(world, 3, endpoints -> {
            int[] dims = CartesianCommunicator.createDims(endpoints.size(), 0, 0);
            try (CartesianCommunicator grid = endpoints.createCartesian(dims, new boolean[] {true, false}, false);
                    CartesianCommunicator column = grid.sub(true, false)) {
                talk(grid);
                assertEquals(dims[0], column.size());
                assertEquals(grid.coordinates()[0], column.rank());
                int[] sum = new int[1];
                column.allreduce(new int[] {grid.coordinates()[1]}, sum, Operation.SUM);
                assertEquals(dims[0] * grid.coordinates()[1], sum[0]);
            }
        });
    }

    /** Each rank sends its coordinates to all neighbors. */
    private static void talk(CartesianCommunicator grid) {
        for (int d = 0; d < grid.dims().length; d++) {
            for (int way : new int[] {-1, 1}) {
                CartesianCommunicator.Shift shift = grid.shift(d, way);
                int[] arrived = new int[grid.dims().length];
                grid.sendReceive(grid.coordinates(), shift.destination(), TAG, arrived, shift.source(), TAG, null);
                if (shift.source() != Communicator.NULL_PROCESS) {
                    assertArrayEquals(grid.coordinates(shift.source()), arrived);
                }
            }
        }
    }

    private static void orderedGrid(Communicator world) throws Exception {
        EndpointThreads.run(world, 4, endpoints -> {
            int[] dims = {4, 4};
            for (boolean isRound : new boolean[] {false, true}) {
                boolean[] periods = {isRound, isRound};
                int mapped = endpoints.mapCartesian(dims, periods);
                try (CartesianCommunicator plain = endpoints.createCartesian(dims, periods, false);
                        CartesianCommunicator ordered = endpoints.createCartesian(dims, periods, true)) {
                    assertEquals(endpoints.rank(), plain.rank());
                    assertEquals(mapped, ordered.rank());
                    talk(ordered);
                    int processes = processes(endpoints);
                    int least = isRound ? processes == 1 ? 0 : processes == 2 ? 8 : 16 : 4 * (processes / 2);
                    assertEquals(2 * least, parted(ordered));
                    assertTrue(parted(ordered) <= parted(plain));
                }
            }
        });
    }

    private static void unequal(Communicator world) throws Exception {
        EndpointThreads.run(world, 1 + 2 * (world.rank() % 2) + world.rank(), endpoints -> {
            int[] dims = CartesianCommunicator.createDims(endpoints.size() - endpoints.size() % 2, 0, 0);
            boolean[] periods = {false, true};
            CartesianCommunicator plain = endpoints.createCartesian(dims, periods, false);
            CartesianCommunicator ordered = endpoints.createCartesian(dims, periods, true);
            assertEquals(plain == null, ordered == null);
            if (plain != null) {
                talk(ordered);
                assertTrue(parted(ordered) <= parted(plain));
                plain.close();
                ordered.close();
            }
        });
    }

    private static int processes(Communicator members) {
        return (int) IntStream.range(0, members.size())
                .map(members::processOf)
                .distinct()
                .count();
    }

    /** How many neighbors live in another process, over all members. */
    private static int parted(CartesianCommunicator grid) {
        int own = 0;
        for (int d = 0; d < grid.dims().length; d++) {
            own += isOther(grid, grid.shift(d, 1).source())
                    + isOther(grid, grid.shift(d, 1).destination());
        }
        return sum(grid, own);
    }

    private static int sum(Communicator members, int own) {
        int[] sum = new int[1];
        members.allreduce(new int[] {own}, sum, Operation.SUM);
        return sum[0];
    }

    private static int isOther(Communicator members, int rank) {
        boolean isNone = rank == Communicator.NULL_PROCESS;
        return isNone || members.processOf(rank) == members.processOf(members.rank()) ? 0 : 1;
    }

    /** Pairs of ranks far from each other: where a process has an even number of members, no pair need be parted. */
    private static void orderedGraph(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, endpoints -> {
            int size = endpoints.size();
            int[] index = IntStream.rangeClosed(1, size).toArray();
            int[] edges = IntStream.range(0, size)
                    .map(node -> (node + size / 2) % size)
                    .toArray();
            int mapped = endpoints.mapGraph(index, edges);
            try (GraphCommunicator graph = endpoints.createGraph(index, edges, true)) {
                assertEquals(mapped, graph.rank());
                assertEquals(0, sum(graph, isOther(graph, graph.neighbors()[0])));
                EndpointBehaviours.talkToAll(graph);
            }
        });
    }

    /**
     * Each member gives the edges that its right neighbor has to those above; with and without weights, and reordered.
     */
    private static void foreignEdges(Communicator world) throws Exception {
        EndpointThreads.run(world, 3, endpoints -> {
            for (boolean isWeighted : new boolean[] {false, true}) {
                for (boolean reorder : new boolean[] {false, true}) {
                    foreignEdges(endpoints, isWeighted, reorder);
                }
            }
        });
    }

    private static void foreignEdges(Communicator members, boolean isWeighted, boolean reorder) {
        int size = members.size();
        int of = right(members.rank(), size);
        int[] above = IntStream.range(of, size).toArray(); // with a loop
        int[] weights = isWeighted ? weights(of, above) : null;
        try (DistributedGraphCommunicator graph = members.createDistributedGraph(
                new int[] {of}, new int[] {above.length}, above, weights, Map.of(), reorder)) {
            int rank = graph.rank();
            int[] destinations = IntStream.range(rank, size).toArray();
            assertArrayEquals(destinations, graph.destinations());
            // in the order of the members that gave them: rank 0's edges come from the last one
            int[] sources = IntStream.concat(IntStream.rangeClosed(1, rank), IntStream.of(0))
                    .toArray();
            assertArrayEquals(sources, graph.sources());
            assertEquals(isWeighted, graph.isWeighted());
            assertArrayEquals(isWeighted ? weights(rank, destinations) : null, graph.destinationWeights());
            assertArrayEquals(
                    isWeighted
                            ? IntStream.of(sources)
                                    .map(from -> 100 * from + rank)
                                    .toArray()
                            : null,
                    graph.sourceWeights());
            EndpointBehaviours.talkToAll(graph);
        }
    }

    private static int right(int rank, int size) {
        return (rank + 1) % size;
    }

    private static int[] weights(int from, int[] destinations) {
        return IntStream.of(destinations).map(to -> 100 * from + to).toArray();
    }

    /** Pairs tied by heavy edges, on a ring of light ones; each member gives the edges of its own place. */
    private static void orderedDistributed(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, endpoints -> {
            int size = endpoints.size();
            int place = endpoints.rank();
            try (DistributedGraphCommunicator graph = endpoints.createDistributedGraphAdjacent(
                    sources(place, size),
                    new int[] {place, 50},
                    destinations(place, size),
                    new int[] {place + 1, 50},
                    Map.of(),
                    true)) {
                int rank = graph.rank();
                assertArrayEquals(sources(rank, size), graph.sources());
                assertArrayEquals(destinations(rank, size), graph.destinations());
                assertArrayEquals(new int[] {rank, 50}, graph.sourceWeights());
                assertArrayEquals(new int[] {rank + 1, 50}, graph.destinationWeights());
                assertEquals(0, sum(graph, isOther(graph, graph.destinations()[1])));
                EndpointBehaviours.talkToAll(graph);
            }
        });
    }

    private static int[] sources(int place, int size) {
        return new int[] {(place + size - 1) % size, (place + size / 2) % size};
    }

    private static int[] destinations(int place, int size) {
        return new int[] {(place + 1) % size, (place + size / 2) % size};
    }
}
