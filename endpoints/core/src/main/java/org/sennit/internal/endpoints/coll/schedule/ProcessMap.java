package org.sennit.internal.endpoints.coll.schedule;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The distribution of ranks over processes: all that an algorithm knows of the placement. Immutable. */
public final class ProcessMap {
    private final int[] processOf; // of each rank
    private final int[][] ranks; // of each process, ascending
    private final int workers;

    /**
     * Makes a map.
     *
     * @param processes a process number for each rank, whatever the numbers; they are numbered anew in the order of
     *     their first rank
     * @param workers how many members of a process can work at once with profit, the same on all members of a process
     */
    public ProcessMap(int[] processes, int workers) {
        Map<Integer, Integer> index = new LinkedHashMap<>();
        this.processOf = new int[processes.length];
        for (int rank = 0; rank < processes.length; rank++) {
            Integer known = index.putIfAbsent(processes[rank], index.size());
            processOf[rank] = known == null ? index.size() - 1 : known;
        }
        int[] counts = new int[index.size()];
        for (int process : processOf) {
            counts[process]++;
        }
        this.ranks = new int[counts.length][];
        Arrays.setAll(ranks, p -> new int[counts[p]]);
        Arrays.fill(counts, 0);
        for (int rank = 0; rank < processes.length; rank++) {
            ranks[processOf[rank]][counts[processOf[rank]]++] = rank;
        }
        this.workers = Math.max(1, workers);
    }

    /**
     * Makes a map of what is known already.
     *
     * @param processOf the process of each rank, numbered in the order of their first rank; not copied
     * @param ranks the ranks of each process, ascending; not copied
     * @param workers how many members of a process can work at once with profit, the same on all members of a process
     */
    public ProcessMap(int[] processOf, int[][] ranks, int workers) {
        this.processOf = processOf;
        this.ranks = ranks;
        this.workers = Math.max(1, workers);
    }

    /** Returns the number of ranks, at least 1. */
    public int size() {
        return processOf.length;
    }

    /** Returns the number of processes, at least 1. */
    public int processes() {
        return ranks.length;
    }

    /** Returns the index of the process of a rank, in the order of the processes' first ranks. */
    public int processOf(int rank) {
        return processOf[rank];
    }

    /**
     * Returns the ranks of a process.
     *
     * @param process its index
     * @return ascending; not to be changed
     */
    public int[] ranksOf(int process) {
        return ranks[process];
    }

    /** Returns the number of a rank among those of its process, 0 for the leader. */
    public int memberOf(int rank) {
        return Arrays.binarySearch(ranks[processOf[rank]], rank);
    }

    /**
     * Returns the rank that leads a process: its lowest.
     *
     * @param process its index
     */
    public int leaderOf(int process) {
        return ranks[process][0];
    }

    /**
     * Returns the number of members of a process that should share work which any number could do.
     *
     * @param process its index
     * @return at least 1, at most its members
     */
    public int workersOf(int process) {
        return Math.min(workers, ranks[process].length);
    }
}
