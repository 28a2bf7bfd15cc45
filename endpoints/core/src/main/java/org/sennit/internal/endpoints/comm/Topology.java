package org.sennit.internal.endpoints.comm;

import org.sennit.internal.endpoints.group.Neighborhood;

/** The topology of a communicator as seen by one member: a grid or a graph. Immutable. (MPI 4.1, chapter 8) */
public interface Topology {
    /** Returns this rank's neighbors in neighbor collectives, or null when not every receive has its send. */
    Neighborhood neighborhood();
}
