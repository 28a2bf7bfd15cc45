package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.ProcessMap;
import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/**
 * The binomial tree of processes under the root's, as seen by this process: counted from the root's process on, process
 * v has below it the processes up to v + its lowest bit, so that the blocks of a subtree, packed, follow each other.
 * The root's own blocks are not packed.
 */
final class ProcessTree {
    private final ProcessMap map;
    private final PackedBlocks packed;
    private final int root;
    private final int own; // counted from the root's process
    private final int span; // processes in this process's subtree

    /** Appends the steps between a child and its parent. */
    interface Child {
        /**
         * Takes a child.
         *
         * @param rank its leader
         * @param offset where its subtree's blocks begin in the packed memory of this process's subtree, in bytes
         * @param bytes how long they are
         */
        void accept(int rank, long offset, long bytes);
    }

    ProcessTree(ScheduleBuilder builder, int root, long bytes) {
        this.map = builder.map();
        this.root = root;
        int n = map.processes();
        int first = map.processOf(root);
        this.packed = new PackedBlocks(map, first, rank -> map.processOf(rank) == first ? 0 : bytes);
        this.own = (builder.process() - first + n) % n;
        this.span = own == 0 ? n : Math.min(Integer.lowestOneBit(own), n - own);
    }

    /** Returns the packing of all blocks; at the root, from the beginning of its packed memory. */
    PackedBlocks packed() {
        return packed;
    }

    boolean isRoot() {
        return own == 0;
    }

    /** Returns the member of this process that is in the tree: the root, or the leader. */
    int collector() {
        return isRoot() ? map.memberOf(root) : 0;
    }

    /** Returns the rank above; not at the root. */
    int parent() {
        int above = own & own - 1;
        return above == 0 ? root : map.leaderOf(process(above));
    }

    /** Returns the length of the blocks of this process's subtree, in bytes. */
    long bytes() {
        return packed.bytes(process(own), span);
    }

    /** Returns the offset of a rank's block in the packed memory of this process's subtree, in bytes. */
    long offset(int rank) {
        return packed.offset(rank) - packed.begin(process(own));
    }

    /** Visits the children, the largest subtree first. */
    void forEachChild(Child child) {
        int n = map.processes();
        for (int bit = Integer.highestOneBit(Math.max(1, span - 1)); bit > 0 && span > 1; bit /= 2) {
            if (bit < span) {
                int process = process(own + bit);
                int count = Math.min(bit, n - own - bit);
                child.accept(
                        map.leaderOf(process),
                        packed.begin(process) - packed.begin(process(own)),
                        packed.bytes(process, count));
            }
        }
    }

    private int process(int fromRoot) {
        return (fromRoot + map.processOf(root)) % map.processes();
    }
}
