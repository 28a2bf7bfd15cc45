package org.sennit.qmp;

/**
 * The nodes of a communicator and their arrangement: allocated machine, logical machine, and how a lattice is spread
 * over it. Calls that declare are made by all nodes with the same arguments. A mistake is a false result, with its code
 * in {@link Qmp#getErrorNumber}.
 */
public abstract class MachineCalls {
    /** For the subclasses of this package. */
    MachineCalls() {}

    /** Returns the state that all calls work on. */
    abstract CommState comm();

    // ---- allocated machine ----

    /**
     * Returns the number of nodes. (QMP_get_number_of_nodes, QMP_comm_get_number_of_nodes)
     *
     * @return at least 1
     */
    public final int getNumberOfNodes() {
        return comm().numberOfNodes();
    }

    /**
     * Returns the number of this node. (QMP_get_node_number, QMP_comm_get_node_number)
     *
     * @return 0 to the number of nodes − 1
     */
    public final int getNodeNumber() {
        return comm().nodeNumber();
    }

    /**
     * Returns whether this is node 0. (QMP_is_primary_node, QMP_comm_is_primary_node)
     *
     * @return true on one node
     */
    public final boolean isPrimaryNode() {
        return getNodeNumber() == 0;
    }

    // ---- logical machine ----

    /**
     * Arranges the nodes in a torus; once only. Node numbers stay as they are; places are given so that neighbors share
     * a process where possible. Collective; blocks. (QMP_declare_logical_topology, QMP_comm_declare_logical_topology)
     *
     * @param dimensions nodes along each axis, 1 and up, whose product is the number of nodes
     * @param ndims the number of axes; 0 declares nothing, −1 takes the allocated machine as it is
     * @return whether the topology is declared; false, with the first one unharmed, for TOPOLOGY_EXISTS, INVALID_ARG
     *     (an extent below 1, a missing array) or INVALID_TOPOLOGY (another number of nodes); false for no axes
     */
    public final boolean declareLogicalTopology(int[] dimensions, int ndims) {
        return comm().machine().declare(dimensions, ndims, null, 0);
    }

    /**
     * Arranges the nodes in a torus in the order of their numbers, with a choice of which axis runs fastest; once only.
     * Collective; blocks. (QMP_declare_logical_topology_map, QMP_comm_declare_logical_topology_map; QMP 2.5)
     *
     * @param dimensions nodes along each axis, 1 and up, whose product is the number of nodes
     * @param ndims the number of axes, as for {@link #declareLogicalTopology}
     * @param map the axes in the order in which they run, fastest first; null as {@link #declareLogicalTopology}
     * @param mapdim the number of axes in the map, which is ndims
     * @return whether the topology is declared; false as for {@link #declareLogicalTopology}, and INVALID_ARG for a map
     *     that is no permutation
     */
    public final boolean declareLogicalTopologyMap(int[] dimensions, int ndims, int[] map, int mapdim) {
        return comm().machine().declare(dimensions, ndims, map, mapdim);
    }

    /**
     * Returns whether a logical topology has been declared, here or by {@link #layoutGrid}.
     * (QMP_logical_topology_is_declared, QMP_comm_logical_topology_is_declared)
     *
     * @return true when it has
     */
    public final boolean logicalTopologyIsDeclared() {
        return comm().machine().isDeclared();
    }

    /**
     * Returns the number of axes of the logical machine; without one, of the allocated machine.
     * (QMP_get_logical_number_of_dimensions, QMP_comm_get_logical_number_of_dimensions)
     *
     * @return 0 and up
     */
    public final int getLogicalNumberOfDimensions() {
        int[] dimensions = getLogicalDimensions();
        return dimensions == null ? 0 : dimensions.length;
    }

    /**
     * Returns the nodes along each axis of the logical machine; without one, of the allocated machine.
     * (QMP_get_logical_dimensions, QMP_comm_get_logical_dimensions)
     *
     * @return a copy; null where there is neither
     */
    public final int[] getLogicalDimensions() {
        return comm().machine().dimensions();
    }

    /**
     * Returns the place of this node in the logical machine; without one, in the allocated machine.
     * (QMP_get_logical_coordinates, QMP_comm_get_logical_coordinates)
     *
     * @return a copy; null where there is neither
     */
    public final int[] getLogicalCoordinates() {
        return getLogicalCoordinatesFrom(getNodeNumber());
    }

    /**
     * Returns the node at a place. (QMP_get_node_number_from, QMP_comm_get_node_number_from)
     *
     * @param coordinates one for each axis; each axis goes round
     * @return its number; −1 with INVALID_ARG for another number of coordinates, with NONEIGHBOR_INFO where there is no
     *     grid
     */
    public final int getNodeNumberFrom(int... coordinates) {
        return comm().machine().nodeAt(coordinates);
    }

    /**
     * Returns the place of a node. (QMP_get_logical_coordinates_from, QMP_comm_get_logical_coordinates_from)
     *
     * @param node its number
     * @return its coordinates, which are the caller's; null with NODE_OUTRANGE for another number, and where there is
     *     no grid
     */
    public final int[] getLogicalCoordinatesFrom(int node) {
        return comm().machine().coordinatesOf(node);
    }

    /**
     * Writes the place of a node into an array of the caller. (QMP_get_logical_coordinates_from2,
     * QMP_comm_get_logical_coordinates_from2; QMP 2.5)
     *
     * @param coordinates receives one for each axis
     * @param node its number
     * @return SUCCESS, or NODE_OUTRANGE, NONEIGHBOR_INFO without a grid, INVALID_ARG for an array that is too short
     */
    public final QmpStatus getLogicalCoordinatesFrom(int[] coordinates, int node) {
        return comm().machine().coordinatesInto(coordinates, node);
    }

    // ---- problem ----

    /**
     * Spreads a lattice over the nodes so that each has the same part, and the surface that it communicates is least;
     * of layouts with the same surface the one that cuts fewest axes, then the one that keeps low axes whole. Declares
     * the logical topology; where it has been declared, or the allocated machine is a grid, that is used, a grid with
     * its axes in any order. Once only. Collective; blocks. (QMP_layout_grid, QMP_comm_layout_grid)
     *
     * @param latticeDimensions sites along each axis, 1 and up
     * @param ndims the number of axes
     * @return whether it was done; false, with nothing changed, for TOPOLOGY_EXISTS (called before), INVALID_ARG, or
     *     INVALID_TOPOLOGY (the lattice cannot be divided)
     */
    public final boolean layoutGrid(int[] latticeDimensions, int ndims) {
        return comm().machine().layout(latticeDimensions, ndims);
    }

    /**
     * Returns the sites of a node's part of the lattice along each axis. (QMP_get_subgrid_dimensions,
     * QMP_comm_get_subgrid_dimensions)
     *
     * @return a copy; null before {@link #layoutGrid}
     */
    public final int[] getSubgridDimensions() {
        return comm().machine().subgrid();
    }

    /**
     * Returns the number of sites of a node's part of the lattice. (QMP_get_number_of_subgrid_sites,
     * QMP_comm_get_number_of_subgrid_sites)
     *
     * @return sites; 0 before {@link #layoutGrid}
     */
    public final long getNumberOfSubgridSites() {
        return comm().machine().subgridSites();
    }
}
