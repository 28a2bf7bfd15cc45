package org.sennit.examples.ownership.md;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * The atoms of an endpoint, three doubles each of position, velocity and force; behind them the positions of ghosts,
 * which are atoms of neighbors near the border. One thread.
 */
final class Atoms {
    /** Doubles of a position. */
    static final int POSITION = 3;

    /** Doubles of an atom that moves to a neighbor: position and velocity. */
    static final int MOVED = 6;

    private static final int FIRST_CAPACITY = 1024;

    // Arrays change when they grow.
    private double[] x = new double[POSITION * FIRST_CAPACITY];
    private double[] v = new double[POSITION * FIRST_CAPACITY];
    private double[] f = new double[POSITION * FIRST_CAPACITY];
    private int count;
    private int ghosts;

    double[] x() {
        return x;
    }

    double[] v() {
        return v;
    }

    double[] f() {
        return f;
    }

    /** Atoms of this endpoint, without ghosts. */
    int count() {
        return count;
    }

    /** Atoms and ghosts. */
    int all() {
        return count + ghosts;
    }

    void add(double px, double py, double pz, double vx, double vy, double vz) {
        requireNoGhosts();
        reserve(count + 1);
        int at = POSITION * count++;
        x[at] = px;
        x[at + 1] = py;
        x[at + 2] = pz;
        v[at] = vx;
        v[at + 1] = vy;
        v[at + 2] = vz;
    }

    /** Takes an atom out; the last one takes its place. */
    void remove(int atom) {
        requireNoGhosts();
        count--;
        System.arraycopy(x, POSITION * count, x, POSITION * atom, POSITION);
        System.arraycopy(v, POSITION * count, v, POSITION * atom, POSITION);
    }

    private void requireNoGhosts() {
        if (ghosts != 0) {
            throw new IllegalStateException("ghosts lie behind the atoms: ghosts=" + ghosts);
        }
    }

    void dropGhosts() {
        ghosts = 0;
    }

    /** Makes room for more ghosts behind those that are there; returns the index of the first. */
    int addGhosts(int more) {
        reserve(all() + more);
        ghosts += more;
        return all() - more;
    }

    /** Positions of ghosts as they came. */
    void unpack(MemorySegment from, int first, int number) {
        MemorySegment.copy(from, ValueLayout.JAVA_DOUBLE, 0, x, POSITION * first, POSITION * number);
    }

    private void reserve(int atoms) {
        if (POSITION * atoms > x.length) {
            int length = Math.max(POSITION * atoms, x.length + x.length / 2);
            x = Arrays.copyOf(x, length);
            v = Arrays.copyOf(v, length);
            f = Arrays.copyOf(f, length);
        }
    }

    /** Returns whether two have the same atoms with the same bits, in the same order. */
    boolean hasSameBits(Atoms other) {
        int length = POSITION * count;
        return count == other.count
                && Arrays.equals(x, 0, length, other.x, 0, length)
                && Arrays.equals(v, 0, length, other.v, 0, length);
    }
}
