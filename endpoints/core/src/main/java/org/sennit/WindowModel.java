package org.sennit;

/**
 * The relation of the memory that a member loads and stores to the one that others access by a {@link Window}.
 * (MPI_WIN_MODEL)
 */
public enum WindowModel {
    /** They are two copies, which {@link EpochCalls#sync} makes equal. */
    SEPARATE,
    /** They are one memory: what others have put is there without another call. */
    UNIFIED
}
