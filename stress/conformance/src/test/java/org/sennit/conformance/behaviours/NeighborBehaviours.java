package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.sennit.Blocks;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.GraphCommunicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * Neighbor collectives, blocking, nonblocking and persistent: each block arrives in the slot that MPI says, in grids of
 * extents 1 and 2 that go round as well, and where several edges join two ranks; where there is no neighbor nothing
 * changes.
 */
final class NeighborBehaviours {
    /** One element; just more than fits into a line of a team; many. */
    private static final int[] COUNTS = {1, 29, 4_000};

    private static final int UNTOUCHED = -7;

    private NeighborBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("neighborsInGridsExchange", world -> grids(world, 1)),
                new Behaviour("neighborsInGridsOfManyEndpointsExchange", world -> grids(world, 2)),
                new Behaviour("neighborsInGraphsExchange", NeighborBehaviours::graphs),
                new Behaviour("edgesBetweenTheSameRanksKeepTheirOrder", NeighborBehaviours::severalEdges),
                new Behaviour("neighborsInReorderedGridsExchange", NeighborBehaviours::reordered),
                new Behaviour("withoutSymmetricNeighborsIsAnErrorOnAll", NeighborBehaviours::errors));
    }

    /** Whom a member has, and from which slot of each source its block comes. */
    private record Near(int[] sources, int[] destinations, int[] slots) {}

    /** One of the three ways to run a collective. */
    private enum Way {
        BLOCKING,
        NONBLOCKING,
        PERSISTENT
    }

    private static void grids(Communicator world, int endpointsEach) throws Exception {
        EndpointThreads.run(world, endpointsEach, endpoints -> {
            int size = endpoints.size();
            for (int[] dims : new int[][] {{size}, {2, size / 2}, {1, size}, {2, 2, size / 4}}) {
                for (boolean isRound : new boolean[] {false, true}) {
                    boolean[] periods = new boolean[dims.length];
                    Arrays.fill(periods, isRound);
                    try (CartesianCommunicator grid = endpoints.createCartesian(dims, periods, false)) {
                        exchange(grid, near(grid));
                    }
                }
            }
        });
    }

    private static Near near(CartesianCommunicator grid) {
        int slots = 2 * grid.dims().length;
        int[] neighbors = new int[slots];
        for (int d = 0; d < grid.dims().length; d++) {
            neighbors[2 * d] = grid.shift(d, 1).source();
            neighbors[2 * d + 1] = grid.shift(d, 1).destination();
        }
        return new Near(
                neighbors,
                neighbors,
                IntStream.range(0, slots).map(slot -> slot ^ 1).toArray());
    }

    private static void reordered(Communicator world) throws Exception {
        EndpointThreads.run(world, 3, endpoints -> {
            int[] dims = CartesianCommunicator.createDims(endpoints.size(), 0, 0);
            try (CartesianCommunicator grid = endpoints.createCartesian(dims, new boolean[] {true, false}, true);
                    CartesianCommunicator duplicate = grid.duplicate()) {
                exchange(grid, near(grid));
                exchange(duplicate, near(duplicate));
            }
        });
    }

    /**
     * A ring in which every second pair is joined twice: between what is first and last in one list, and together in
     * the other.
     */
    private static void graphs(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, endpoints -> {
            int size = endpoints.size();
            int[] index = IntStream.rangeClosed(1, size).map(node -> 3 * node).toArray();
            int[] edges = IntStream.range(0, size)
                    .flatMap(node -> node % 2 == 0
                            ? IntStream.of(right(node, size), left(node, size), right(node, size))
                            : IntStream.of(left(node, size), left(node, size), right(node, size)))
                    .toArray();
            try (GraphCommunicator graph = endpoints.createGraph(index, edges, false)) {
                int[] neighbors = graph.neighbors();
                exchange(graph, new Near(neighbors, neighbors, new int[] {0, 2, 1}));
            }
        });
    }

    private static int left(int rank, int size) {
        return (rank + size - 1) % size;
    }

    private static int right(int rank, int size) {
        return (rank + 1) % size;
    }

    /** Two edges to the right and a loop, given by each for itself, and once more by rank 1 for all. */
    private static void severalEdges(Communicator world) throws Exception {
        EndpointThreads.run(world, 2, endpoints -> {
            int size = endpoints.size();
            int self = endpoints.rank();
            int left = left(self, size);
            int right = right(self, size);
            Near own = new Near(new int[] {left, self, left}, new int[] {right, right, self}, new int[] {0, 2, 1});
            try (Communicator graph =
                    endpoints.createDistributedGraphAdjacent(own.sources(), own.destinations(), false)) {
                exchange(graph, own);
            }
            boolean isGiver = self == 1;
            int[] sources = IntStream.range(0, isGiver ? size : 0).toArray();
            int[] degrees = IntStream.generate(() -> 2).limit(sources.length).toArray();
            int[] destinations = IntStream.of(sources)
                    .flatMap(rank -> IntStream.of(right(rank, size), right(rank, size)))
                    .toArray();
            try (Communicator graph = endpoints.createDistributedGraph(sources, degrees, destinations, false)) {
                exchange(graph, new Near(new int[] {left, left}, new int[] {right, right}, new int[] {0, 1}));
            }
        });
    }

    private static void exchange(Communicator members, Near near) {
        for (Way way : Way.values()) {
            for (int count : COUNTS) {
                allgather(members, near, way, count);
                alltoall(members, near, way, count);
            }
            allgatherv(members, near, way);
            alltoallv(members, near, way);
        }
    }

    /** What a member puts into a slot in a round; the same for all slots where they get the same. */
    private static int[] block(int rank, int slot, int round, int count) {
        return IntStream.range(0, count)
                .map(i -> rank * 1_000_003 + slot * 10_007 + round * 101 + i)
                .toArray();
    }

    /** Runs a call, several times where it is persistent; the data are made anew before and looked at after. */
    private static void drive(
            Way way, Data data, Runnable blocking, Supplier<Request> nonblocking, Supplier<Request> persistent) {
        switch (way) {
            case BLOCKING -> {
                data.before(0);
                blocking.run();
                data.after(0);
            }
            case NONBLOCKING -> {
                data.before(1);
                nonblocking.get().await();
                data.after(1);
            }
            default -> {
                Request request = persistent.get();
                for (int round = 2; round < 5; round++) {
                    data.before(round);
                    request.start();
                    request.await();
                    data.after(round);
                }
                request.free();
            }
        }
    }

    /** The memories of a call, what is in them before, and what is in them after. */
    private record Data(int[] send, int[] receive, Fill fill, Fill expected) {
        /** Writes the data of a round. */
        interface Fill {
            void write(int[] memory, int round);
        }

        void before(int round) {
            fill.write(send, round);
            Arrays.fill(receive, UNTOUCHED);
        }

        void after(int round) {
            int[] wanted = new int[receive.length];
            Arrays.fill(wanted, UNTOUCHED);
            expected.write(wanted, round);
            assertArrayEquals(wanted, receive);
        }
    }

    private static void allgather(Communicator members, Near near, Way way, int count) {
        Data data = new Data(
                new int[count],
                new int[count * near.sources.length],
                (memory, round) -> System.arraycopy(block(members.rank(), 0, round, count), 0, memory, 0, count),
                (memory, round) -> {
                    for (int i = 0; i < near.sources.length; i++) {
                        put(memory, i * count, near.sources[i], 0, round, count);
                    }
                });
        drive(
                way,
                data,
                () -> members.neighborAllgather(data.send, data.receive),
                () -> members.nonblocking().neighborAllgather(data.send, data.receive),
                () -> members.persistent().neighborAllgather(data.send, data.receive));
    }

    private static void alltoall(Communicator members, Near near, Way way, int count) {
        Data data = new Data(
                new int[count * near.destinations.length],
                new int[count * near.sources.length],
                (memory, round) -> {
                    for (int slot = 0; slot < near.destinations.length; slot++) {
                        put(memory, slot * count, members.rank(), slot, round, count);
                    }
                },
                (memory, round) -> {
                    for (int i = 0; i < near.sources.length; i++) {
                        put(memory, i * count, near.sources[i], near.slots[i], round, count);
                    }
                });
        drive(
                way,
                data,
                () -> members.neighborAlltoall(data.send, data.receive),
                () -> members.nonblocking().neighborAlltoall(data.send, data.receive),
                () -> members.persistent().neighborAlltoall(data.send, data.receive));
    }

    private static void put(int[] memory, int at, int rank, int slot, int round, int count) {
        if (rank >= 0) {
            System.arraycopy(block(rank, slot, round, count), 0, memory, at, count);
        }
    }

    /** Blocks as long as their sender's rank says. */
    private static void allgatherv(Communicator members, Near near, Way way) {
        int own = members.rank() % 4 * 20;
        int[] counts = IntStream.of(near.sources)
                .map(rank -> rank < 0 ? 3 : rank % 4 * 20)
                .toArray();
        int[] places = reversed(counts);
        Data data = new Data(
                new int[own],
                new int[sum(counts) + 5],
                (memory, round) -> put(memory, 0, members.rank(), 0, round, own),
                (memory, round) -> {
                    for (int i = 0; i < counts.length; i++) {
                        put(memory, places[i], near.sources[i], 0, round, counts[i]);
                    }
                });
        Blocks blocks = Blocks.of(DataLayout.INT, counts, places);
        drive(
                way,
                data,
                () -> members.neighborAllgatherv(data.send, data.receive, blocks),
                () -> members.nonblocking().neighborAllgatherv(data.send, data.receive, blocks),
                () -> members.persistent().neighborAllgatherv(data.send, data.receive, blocks));
    }

    /** Blocks as long as their sender's rank and slot say. */
    private static void alltoallv(Communicator members, Near near, Way way) {
        int[] sent = IntStream.range(0, near.destinations.length)
                .map(slot -> length(members.rank(), slot))
                .toArray();
        int[] received = IntStream.range(0, near.sources.length)
                .map(i -> near.sources[i] < 0 ? 4 : length(near.sources[i], near.slots[i]))
                .toArray();
        int[] sendPlaces = reversed(sent);
        int[] receivePlaces = reversed(received);
        Data data = new Data(
                new int[sum(sent)],
                new int[sum(received)],
                (memory, round) -> {
                    for (int slot = 0; slot < sent.length; slot++) {
                        put(memory, sendPlaces[slot], members.rank(), slot, round, sent[slot]);
                    }
                },
                (memory, round) -> {
                    for (int i = 0; i < received.length; i++) {
                        put(memory, receivePlaces[i], near.sources[i], near.slots[i], round, received[i]);
                    }
                });
        Blocks from = Blocks.of(DataLayout.INT, sent, sendPlaces);
        Blocks to = Blocks.of(DataLayout.INT, received, receivePlaces);
        drive(
                way,
                data,
                () -> members.neighborAlltoallv(data.send, from, data.receive, to),
                () -> members.nonblocking().neighborAlltoallv(data.send, from, data.receive, to),
                () -> members.persistent().neighborAlltoallv(data.send, from, data.receive, to));
    }

    private static int length(int rank, int slot) {
        return (3 * rank + 5 * slot) % 11 * 9;
    }

    /** Places for blocks one behind the other, the last first. */
    private static int[] reversed(int[] counts) {
        int[] places = new int[counts.length];
        int at = 0;
        for (int i = counts.length - 1; i >= 0; i--) {
            places[i] = at;
            at += counts[i];
        }
        return places;
    }

    private static int sum(int[] counts) {
        return Arrays.stream(counts).sum();
    }

    private static void errors(Communicator world) {
        assertEquals(ErrorClass.TOPOLOGY, classOf(() -> world.neighborAllgather(new int[1], new int[4])));
        int[] index = IntStream.rangeClosed(1, world.size()).toArray();
        int[] edges = IntStream.range(0, world.size())
                .map(rank -> right(rank, world.size()))
                .toArray();
        try (GraphCommunicator oneWay = world.createGraph(index, edges, false)) {
            assertEquals(ErrorClass.TOPOLOGY, classOf(() -> oneWay.neighborAlltoall(new int[1], new int[1])));
        }
    }

    private static ErrorClass classOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }
}
