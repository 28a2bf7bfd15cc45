package org.sennit.qmp;

import java.util.Arrays;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.SennitException;

/**
 * The arrangement of the nodes of one communicator: as allocated, until it is declared, and the part of a lattice that
 * each node gets. Belongs to the thread that drives the node.
 */
final class LogicalMachine {
    /** The most axes, more than any lattice has; the choice of a layout counts them in the bits of a long. */
    private static final int MOST_AXES = 62;

    private static final int[] NONE = {};

    private final NodeSurroundings node;
    private final Communicator communicator;

    private Grid grid; // of the places; null: no grid
    private int[] nodeAt; // by place, where they are not in the order of the nodes; else null
    private int[] placeOf; // the inverse
    private boolean isDeclared;
    private int[] subgrid; // null before a layout

    /** Makes the machine, with the grid of the allocated one, or null. */
    LogicalMachine(NodeSurroundings node, Communicator communicator, Grid allocated) {
        this.node = node;
        this.communicator = communicator;
        this.grid = allocated;
    }

    // ---- declaration ----

    boolean declare(int[] dimensions, int ndims, int[] map, int mapdim) {
        try {
            node.checkInitialized();
            if (isDeclared) {
                throw new RefusedCall(
                        QmpStatus.TOPOLOGY_EXISTS, "declared before: dimensions=" + Arrays.toString(grid.dimensions()));
            }
            if (ndims == 0) {
                node.errors().succeed();
                return false;
            }
            boolean isNative = ndims == -1;
            int[] wanted = isNative ? allocatedDimensions() : prefix("dimensions", dimensions, ndims);
            int[] order = map == null ? node.logicalMap() : prefix("map", map, mapdim);
            declareGrid(wanted, order, isNative);
            node.errors().succeed();
            return true;
        } catch (SennitException e) {
            node.errors().fail(e);
            return false;
        }
    }

    private int[] allocatedDimensions() {
        if (grid == null) {
            throw new RefusedCall(QmpStatus.INVALID_TOPOLOGY, "the allocated machine is no grid: ndims=-1");
        }
        return grid.dimensions();
    }

    /** Returns the first elements of an array of the user. */
    private static int[] prefix(String name, int[] values, int length) {
        if (values == null || length < 0 || length > values.length || length > MOST_AXES) {
            throw new RefusedCall(
                    QmpStatus.INVALID_ARG,
                    "wrong number of axes: " + name + "=" + Arrays.toString(values) + " given=" + length);
        }
        return Arrays.copyOf(values, length);
    }

    /**
     * Declares the topology: places the nodes by an order of the axes, or with null as it suits the processes.
     * Collective.
     */
    private void declareGrid(int[] dimensions, int[] order, boolean isAsAllocated) {
        int size = communicator.size();
        if (Arrays.stream(dimensions).anyMatch(extent -> extent < 1)) {
            throw new RefusedCall(QmpStatus.INVALID_ARG, "extent below 1: dimensions=" + Arrays.toString(dimensions));
        }
        if (Grid.volume(dimensions) != size) {
            throw new RefusedCall(
                    QmpStatus.INVALID_TOPOLOGY,
                    "another number of nodes: dimensions=" + Arrays.toString(dimensions) + " nodes=" + size);
        }
        if (order != null && (order.length != dimensions.length || !Grid.isPermutation(order))) {
            throw new RefusedCall(
                    QmpStatus.INVALID_ARG,
                    "no order of the axes: map=" + Arrays.toString(order) + " axes=" + dimensions.length
                            + (order == node.logicalMap() ? " by option -qmp-logic-map" : ""));
        }
        if (order != null) {
            grid = new Grid(dimensions, order);
        } else if (!isAsAllocated) {
            placeNodes(dimensions);
            grid = Grid.of(dimensions);
        }
        isDeclared = true;
        node.console().tell("logical topology " + Arrays.toString(dimensions) + " of " + communicator.name());
    }

    /** Places the nodes so that neighbors of the grid share a process. */
    private void placeNodes(int[] dimensions) {
        int[] slowestFirst = new int[dimensions.length];
        boolean[] goesRound = new boolean[dimensions.length];
        for (int i = 0; i < dimensions.length; i++) {
            slowestFirst[i] = dimensions[dimensions.length - 1 - i];
            goesRound[i] = true;
        }
        int[] places = new int[communicator.size()];
        try (CartesianCommunicator torus = communicator.createCartesian(slowestFirst, goesRound, true)) {
            communicator.allgather(new int[] {torus.rank()}, places, DataLayout.INT.count(1));
        }
        int[] nodes = new int[places.length];
        boolean isMoved = false;
        for (int i = 0; i < places.length; i++) {
            nodes[places[i]] = i;
            isMoved |= places[i] != i;
        }
        if (isMoved) {
            placeOf = places;
            nodeAt = nodes;
        }
    }

    boolean isDeclared() {
        return isDeclared;
    }

    // ---- places ----

    int[] dimensions() {
        return grid == null ? null : grid.dimensions().clone();
    }

    int nodeAt(int[] coordinates) {
        try {
            checkGrid();
            if (coordinates == null || coordinates.length != grid.dimensions().length) {
                throw new RefusedCall(
                        QmpStatus.INVALID_ARG,
                        "a coordinate for each axis is needed: coordinates=" + Arrays.toString(coordinates) + " axes="
                                + grid.dimensions().length);
            }
            return nodeOf(grid.placeAt(coordinates));
        } catch (SennitException e) {
            node.errors().fail(e);
            return -1;
        }
    }

    private int nodeOf(int place) {
        return nodeAt == null ? place : nodeAt[place];
    }

    int[] coordinatesOf(int number) {
        if (grid == null) {
            return null;
        }
        int[] coordinates = new int[grid.dimensions().length];
        return coordinatesInto(coordinates, number) == QmpStatus.SUCCESS ? coordinates : null;
    }

    QmpStatus coordinatesInto(int[] coordinates, int number) {
        try {
            checkGrid();
            communicatorCheck(number);
            if (coordinates == null || coordinates.length < grid.dimensions().length) {
                throw new RefusedCall(
                        QmpStatus.INVALID_ARG,
                        "room for a coordinate of each axis is needed: axes=" + grid.dimensions().length);
            }
            int[] found = grid.coordinatesOf(placeOf(number));
            System.arraycopy(found, 0, coordinates, 0, found.length);
            return QmpStatus.SUCCESS;
        } catch (SennitException e) {
            return node.errors().fail(e);
        }
    }

    private int placeOf(int number) {
        return placeOf == null ? number : placeOf[number];
    }

    private void communicatorCheck(int number) {
        if (number < 0 || number >= communicator.size()) {
            throw new RefusedCall(
                    QmpStatus.NODE_OUTRANGE, "no such node: node=" + number + " nodes=" + communicator.size());
        }
    }

    private void checkGrid() {
        if (grid == null) {
            throw new RefusedCall(QmpStatus.NONEIGHBOR_INFO, "no logical topology has been declared");
        }
    }

    /** Returns a neighbor of this node. */
    int neighbor(int axis, int sign) {
        checkGrid();
        if (axis < 0 || axis >= grid.dimensions().length) {
            throw new RefusedCall(
                    QmpStatus.NONEIGHBOR_INFO, "no such axis: dimension=" + axis + " axes=" + grid.dimensions().length);
        }
        int[] coordinates = grid.coordinatesOf(placeOf(communicator.rank()));
        coordinates[axis] += sign;
        return nodeOf(grid.placeAt(coordinates));
    }

    // ---- problem ----

    boolean layout(int[] lattice, int ndims) {
        try {
            node.checkInitialized();
            if (subgrid != null) {
                throw new RefusedCall(QmpStatus.TOPOLOGY_EXISTS, "the lattice has been laid out before");
            }
            int[] sites = prefix("latticeDimensions", lattice, ndims);
            if (sites.length == 0 || Arrays.stream(sites).anyMatch(extent -> extent < 1) || !isCountable(sites)) {
                throw new RefusedCall(
                        QmpStatus.INVALID_ARG,
                        "no lattice: latticeDimensions=" + Arrays.toString(lattice) + " ndims=" + ndims);
            }
            int[] nodes = isDeclared ? fitting(sites) : declareBest(sites);
            subgrid = new int[sites.length];
            for (int axis = 0; axis < sites.length; axis++) {
                subgrid[axis] = sites[axis] / nodes[axis];
            }
            node.console().tell("sub-grid " + Arrays.toString(subgrid) + " of " + Arrays.toString(sites));
            node.errors().succeed();
            return true;
        } catch (SennitException e) {
            node.errors().fail(e);
            return false;
        }
    }

    private static boolean isCountable(int[] sites) {
        try {
            return LatticeLayout.volume(sites) > 0;
        } catch (ArithmeticException e) { // more sites than a long counts
            return false;
        }
    }

    /** Returns the number of nodes along each axis of the lattice, in the declared logical machine. */
    private int[] fitting(int[] sites) {
        int[] declared = grid.dimensions();
        int[] nodes = Arrays.copyOf(declared, sites.length);
        for (int axis = 0; axis < sites.length; axis++) {
            nodes[axis] = axis < declared.length ? declared[axis] : 1;
            if (declared.length > sites.length || sites[axis] % nodes[axis] != 0) {
                throw indivisible(sites, declared);
            }
        }
        return nodes;
    }

    private int[] declareBest(int[] sites) {
        int[] nodes = grid == null
                ? LatticeLayout.best(sites, communicator.size())
                : LatticeLayout.bestOrder(sites, grid.dimensions());
        if (nodes == null) {
            throw indivisible(sites, grid == null ? NONE : grid.dimensions());
        }
        declareGrid(nodes, node.logicalMap(), false);
        return nodes;
    }

    private RefusedCall indivisible(int[] sites, int[] machine) {
        return new RefusedCall(
                QmpStatus.INVALID_TOPOLOGY,
                "the lattice cannot be divided evenly: sites=" + Arrays.toString(sites) + " nodes="
                        + communicator.size() + (machine.length == 0 ? "" : " machine=" + Arrays.toString(machine)));
    }

    int[] subgrid() {
        return subgrid == null ? null : subgrid.clone();
    }

    long subgridSites() {
        return subgrid == null ? 0 : LatticeLayout.volume(subgrid);
    }
}
