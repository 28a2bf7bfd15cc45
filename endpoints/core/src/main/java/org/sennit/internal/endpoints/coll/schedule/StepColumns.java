package org.sennit.internal.endpoints.coll.schedule;

/**
 * The steps of a schedule, a column for each of their values; see {@link CollectiveSchedule}.
 *
 * @param peer rank, member, or number of the program
 * @param bytes or the phase
 */
record StepColumns(int[] kind, int[] peer, int[] from, int[] to, long[] fromOffset, long[] toOffset, long[] bytes) {}
