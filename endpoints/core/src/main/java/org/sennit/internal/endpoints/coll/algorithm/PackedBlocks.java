package org.sennit.internal.endpoints.coll.algorithm;

import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import org.sennit.internal.endpoints.coll.schedule.BufferRef;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * The offsets of the blocks of all ranks, packed process by process, so that a process's blocks are one message: from a
 * given process on, around to the one before it, each process's in the order of its ranks.
 */
final class PackedBlocks {
    private final ProcessMap map;
    private final long[] offsets; // of each rank
    private final long[] begins; // of each process
    private final long[] lengths; // of each process

    /** Makes the packing of blocks of given lengths, beginning with a process. */
    PackedBlocks(ProcessMap map, int firstProcess, IntToLongFunction bytes) {
        this.map = map;
        this.offsets = new long[map.size()];
        this.begins = new long[map.processes()];
        this.lengths = new long[map.processes()];
        long at = 0;
        for (int i = 0; i < begins.length; i++) {
            int process = (firstProcess + i) % begins.length;
            begins[process] = at;
            for (int rank : map.ranksOf(process)) {
                offsets[rank] = at;
                at += bytes.applyAsLong(rank);
            }
            lengths[process] = at - begins[process];
        }
    }

    /** Returns the offset of a rank's block. */
    long offset(int rank) {
        return offsets[rank];
    }

    /** Returns the offset of a process's blocks. */
    long begin(int process) {
        return begins[process];
    }

    /** Returns the total length of a process's blocks. */
    long bytes(int process) {
        return lengths[process];
    }

    /** Returns the total length of the blocks of some processes: a process and those that follow it, around the end. */
    long bytes(int firstProcess, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += lengths[(firstProcess + i) % lengths.length];
        }
        return sum;
    }

    /** Returns the total length of all blocks. */
    long total() {
        return bytes(0, map.processes());
    }

    /** Brings the blocks of some ranks from a packed memory, which begins at an offset, to the caller's result. */
    void unpack(ScheduleBuilder builder, int place, long at, RankBlocks blocks, IntPredicate which) {
        for (int rank = 0; rank < offsets.length; rank++) {
            if (which.test(rank)) {
                long from = at + offsets[rank];
                builder.copy(place, from, builder.own(BufferRef.OUT), blocks.offset(rank), blocks.bytes(rank));
            }
        }
    }

    /**
     * Returns whether the ranks of a process follow each other, so that its blocks do so in the order of ranks, too.
     */
    static boolean isConsecutive(ProcessMap map, int process) {
        int[] ranks = map.ranksOf(process);
        return ranks[ranks.length - 1] - ranks[0] == ranks.length - 1;
    }

    /** Returns whether the ranks of every process follow each other. */
    static boolean areAllConsecutive(ProcessMap map) {
        for (int p = 0; p < map.processes(); p++) {
            if (!isConsecutive(map, p)) {
                return false;
            }
        }
        return true;
    }
}
