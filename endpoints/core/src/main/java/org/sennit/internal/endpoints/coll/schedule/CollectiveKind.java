package org.sennit.internal.endpoints.coll.schedule;

/** The collectives. (MPI 4.1, chapters 6 and 8) */
public enum CollectiveKind {
    /** MPI_Barrier. */
    BARRIER("barrier"),
    /** MPI_Bcast. */
    BROADCAST("broadcast"),
    /** MPI_Gather. */
    GATHER("gather"),
    /** MPI_Gatherv. */
    GATHERV("gatherv"),
    /** MPI_Scatter. */
    SCATTER("scatter"),
    /** MPI_Scatterv. */
    SCATTERV("scatterv"),
    /** MPI_Allgather. */
    ALLGATHER("allgather"),
    /** MPI_Allgatherv. */
    ALLGATHERV("allgatherv"),
    /** MPI_Alltoall. */
    ALLTOALL("alltoall"),
    /** MPI_Alltoallv and MPI_Alltoallw. */
    ALLTOALLV("alltoallv"),
    /** MPI_Reduce. */
    REDUCE("reduce"),
    /** MPI_Allreduce. */
    ALLREDUCE("allreduce"),
    /** MPI_Reduce_scatter_block. */
    REDUCE_SCATTER_BLOCK("reduceScatterBlock"),
    /** MPI_Reduce_scatter. */
    REDUCE_SCATTER("reduceScatter"),
    /** MPI_Scan. */
    SCAN("scan"),
    /** MPI_Exscan. */
    EXSCAN("exscan"),
    /** MPI_Neighbor_allgather. */
    NEIGHBOR_ALLGATHER("neighborAllgather"),
    /** MPI_Neighbor_allgatherv. */
    NEIGHBOR_ALLGATHERV("neighborAllgatherv"),
    /** MPI_Neighbor_alltoall. */
    NEIGHBOR_ALLTOALL("neighborAlltoall"),
    /** MPI_Neighbor_alltoallv and MPI_Neighbor_alltoallw. */
    NEIGHBOR_ALLTOALLV("neighborAlltoallv");

    private final String call;

    CollectiveKind(String call) {
        this.call = call;
    }

    /** Returns whether all members of a call give the same number of bytes; false where they differ by right. */
    public boolean hasEqualBytes() {
        return switch (this) {
            case BROADCAST,
                    GATHER,
                    SCATTER,
                    ALLGATHER,
                    ALLTOALL,
                    REDUCE,
                    ALLREDUCE,
                    REDUCE_SCATTER_BLOCK,
                    SCAN,
                    EXSCAN -> true;
            default -> false;
        };
    }

    /**
     * Returns whether all members of a call give blocks of the same lengths; false where they differ by right, or there
     * are none.
     */
    public boolean hasEqualBlocks() {
        return this == ALLGATHERV || this == REDUCE_SCATTER;
    }

    /** Returns the name of the blocking call, as users write it. */
    public String call() {
        return call;
    }
}
