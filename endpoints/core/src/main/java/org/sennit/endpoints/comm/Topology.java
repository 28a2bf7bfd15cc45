package org.sennit.endpoints.comm;

import org.sennit.endpoints.group.Neighbourhood;

/**
 * How the members of a communicator are arranged, as one of them has it: a grid, a graph. Immutable. (MPI 4.1, chapter 8)
 */
public interface Topology {
    /**
     * Whom the own rank talks to in neighbour collectives.
     *
     * @return its neighbours, or null when not every receive has its send
     */
    Neighbourhood neighbourhood();
}
