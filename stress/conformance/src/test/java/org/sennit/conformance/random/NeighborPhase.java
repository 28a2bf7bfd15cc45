package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.DistributedGraphCommunicator;
import org.sennit.GraphCommunicator;
import org.sennit.message.Request;
import org.sennit.testkit.SeededRandom;

/**
 * Neighbor collectives on each kind of topology, in each driver. A list of edges is the model: the block of the k-th
 * edge from one rank to another comes in the k-th place that the other has for this one.
 */
final class NeighborPhase {
    private static final long UNTOUCHED = -1;

    private final Communicator topology;
    private final List<Edge> in; // in the order of the receive blocks
    private final List<Edge> out;
    private final int blockLength;
    private final long seed;

    /** A block that goes from one rank to another; two between the same ranks differ in their number. */
    private record Edge(int source, int destination, int number) {
        boolean isNone() {
            return source < 0 || destination < 0;
        }
    }

    private NeighborPhase(Communicator topology, List<Edge> in, List<Edge> out, SeededRandom random) {
        this.topology = topology;
        this.in = in;
        this.out = out;
        this.blockLength = random.nextInt(random.nextInt(4) == 0 ? 3000 : 20);
        this.seed = random.nextLong();
    }

    static void onGrid(Communicator world, SeededRandom random) {
        int dimensions = 1 + random.nextInt(3);
        int[] dims = CartesianCommunicator.createDims(world.size(), new int[dimensions]);
        boolean[] periods = new boolean[dimensions];
        for (int d = 0; d < dimensions; d++) {
            periods[d] = random.nextBoolean();
        }
        try (CartesianCommunicator grid = world.createCartesian(dims, periods, random.nextBoolean())) {
            int own = grid.rank();
            List<Edge> in = new ArrayList<>();
            List<Edge> out = new ArrayList<>();
            for (int d = 0; d < dimensions; d++) {
                CartesianCommunicator.Shift shift = grid.shift(d, 1);
                // What goes up in a dimension has an odd number; it comes in the place of the neighbor below.
                in.add(new Edge(shift.source(), own, 2 * d + 1));
                in.add(new Edge(shift.destination(), own, 2 * d));
                out.add(new Edge(own, shift.source(), 2 * d));
                out.add(new Edge(own, shift.destination(), 2 * d + 1));
            }
            new NeighborPhase(grid, in, out, random).callAll(random);
        }
    }

    static void onGraph(Communicator world, SeededRandom random) {
        int size = world.size();
        List<List<Integer>> neighbors = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            neighbors.add(new ArrayList<>());
        }
        for (int a = 0; a < size; a++) {
            for (int b = 0; b < a; b++) {
                if (random.nextInt(3) > 0) {
                    neighbors.get(a).add(b);
                    neighbors.get(b).add(a);
                }
            }
        }
        int[] index = new int[size];
        List<Integer> edges = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            edges.addAll(neighbors.get(rank));
            index[rank] = edges.size();
        }
        int[] all = edges.stream().mapToInt(Integer::intValue).toArray();
        try (GraphCommunicator graph = world.createGraph(index, all, random.nextBoolean())) {
            List<Edge> in = new ArrayList<>();
            List<Edge> out = new ArrayList<>();
            for (int neighbor : neighbors.get(graph.rank())) {
                in.add(new Edge(neighbor, graph.rank(), 0));
                out.add(new Edge(graph.rank(), neighbor, 0));
            }
            new NeighborPhase(graph, in, out, random).callAll(random);
        }
    }

    static void onDistributedGraph(Communicator world, SeededRandom random) {
        int own = world.rank();
        List<Edge> in = new ArrayList<>();
        List<Edge> out = new ArrayList<>();
        int[][] numbers = new int[world.size()][world.size()];
        for (int i = random.nextInt(3 * world.size() + 1); i > 0; i--) {
            int source = random.nextInt(world.size());
            int destination = random.nextInt(world.size());
            Edge edge = new Edge(source, destination, numbers[source][destination]++);
            if (source == own) {
                out.add(edge);
            }
            if (destination == own) {
                in.add(edge);
            }
        }
        int[] sources = in.stream().mapToInt(Edge::source).toArray();
        int[] destinations = out.stream().mapToInt(Edge::destination).toArray();
        try (DistributedGraphCommunicator graph = world.createDistributedGraphAdjacent(sources, destinations, false)) {
            new NeighborPhase(graph, in, out, random).callAll(random);
        }
    }

    private void callAll(SeededRandom random) {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            if (random.nextBoolean()) {
                allgather(random.nextInt(3));
            } else {
                alltoall(random.nextInt(3));
            }
        }
    }

    private void allgather(int driver) {
        long[] own = new long[blockLength];
        fill(own, 0, new Edge(topology.rank(), 0, 0));
        long[] all = room(in.size());
        switch (driver) {
            case 0 -> topology.neighborAllgather(own, all);
            case 1 -> topology.nonblocking().neighborAllgather(own, all).await();
            default -> twice(topology.persistent().neighborAllgather(own, all));
        }
        for (int i = 0; i < in.size(); i++) {
            Edge edge = in.get(i);
            check(all, i, edge.isNone() ? edge : new Edge(edge.source(), 0, 0), "neighborAllgather");
        }
    }

    private void alltoall(int driver) {
        long[] own = new long[out.size() * blockLength];
        for (int i = 0; i < out.size(); i++) {
            fill(own, i, out.get(i));
        }
        long[] all = room(in.size());
        switch (driver) {
            case 0 -> topology.neighborAlltoall(own, all);
            case 1 -> topology.nonblocking().neighborAlltoall(own, all).await();
            default -> twice(topology.persistent().neighborAlltoall(own, all));
        }
        for (int i = 0; i < in.size(); i++) {
            check(all, i, in.get(i), "neighborAlltoall");
        }
    }

    private static void twice(Request persistent) {
        for (int i = 0; i < 2; i++) {
            persistent.start();
            persistent.await();
        }
        persistent.free();
    }

    private long[] room(int blocks) {
        long[] room = new long[blocks * blockLength];
        Arrays.fill(room, UNTOUCHED);
        return room;
    }

    private void fill(long[] memory, int block, Edge edge) {
        for (int i = 0; i < blockLength; i++) {
            memory[block * blockLength + i] = value(edge, i);
        }
    }

    private long value(Edge edge, int i) {
        return seed + (((long) edge.source() * 97 + edge.destination()) * 89 + edge.number()) * 10_007 + i;
    }

    private void check(long[] memory, int block, Edge edge, String operation) {
        for (int i = 0; i < blockLength; i++) {
            long expected = edge.isNone() ? UNTOUCHED : value(edge, i);
            if (memory[block * blockLength + i] != expected) {
                throw new AssertionError(operation + " on " + topology + " rank " + topology.rank() + ": block " + block
                        + " of " + edge + " is wrong at element " + i + " of " + blockLength);
            }
        }
    }
}
