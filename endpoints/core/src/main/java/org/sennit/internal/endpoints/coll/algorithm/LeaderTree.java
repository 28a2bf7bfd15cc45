package org.sennit.internal.endpoints.coll.algorithm;

import org.sennit.internal.endpoints.coll.schedule.ScheduleBuilder;

/** Appends the steps that the leaders of the processes take among themselves. Only leaders append it. */
final class LeaderTree {
    /**
     * A long message goes down the tree in pieces of this size, in bytes, so that its levels work at once. Rule of
     * thumb, not measured.
     */
    static final long PIECE_BYTES = 512 << 10;

    private LeaderTree() {}

    /** Returns when every leader has called it: dissemination, log2 rounds. */
    static void barrier(ScheduleBuilder b) {
        int n = b.processes();
        int own = b.process();
        for (int distance = 1; distance < n; distance *= 2) {
            b.receive(b.map().leaderOf((own - distance + n) % n), b.own(0), 0, 0);
            b.send(b.map().leaderOf((own + distance) % n), b.own(0), 0, 0);
            b.drain();
        }
    }

    /** Returns the process from which a process receives in the binomial tree; −1 at its root. */
    static int parent(ScheduleBuilder b, int root) {
        int n = b.processes();
        int relative = (b.process() - root + n) % n;
        return relative == 0 ? -1 : ((relative & relative - 1) + root) % n;
    }

    /** Sends a memory on to the children in the binomial tree, the largest subtree first. */
    static void sendDown(ScheduleBuilder b, int root, int place, long offset, long bytes) {
        int n = b.processes();
        int relative = (b.process() - root + n) % n;
        int lowest = relative == 0 ? Integer.highestOneBit(Math.max(1, n - 1)) * 2 : Integer.lowestOneBit(relative);
        for (int mask = lowest / 2; mask > 0; mask /= 2) {
            if (relative + mask < n) {
                b.send(b.map().leaderOf((relative + mask + root) % n), place, offset, bytes);
            }
        }
    }

    /** Brings a memory from the root's leader to all: receives into one place, or sends from another. */
    static void broadcast(ScheduleBuilder b, int root, int from, int to, long offset, long bytes) {
        int parent = parent(b, root);
        long done = 0;
        do {
            long piece = Math.min(PIECE_BYTES, bytes - done);
            if (parent >= 0) {
                b.receive(b.map().leaderOf(parent), to, offset + done, piece);
                b.drain();
            }
            sendDown(b, root, parent >= 0 ? to : from, offset + done, piece);
            done += piece;
        } while (done < bytes);
        b.drain();
    }
}
