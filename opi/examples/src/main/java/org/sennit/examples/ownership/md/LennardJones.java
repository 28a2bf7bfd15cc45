package org.sennit.examples.ownership.md;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/**
 * Forces and potential energy of Lennard-Jones atoms in reduced units, cut off at 2.5 diameters and moved up so that
 * the energy is zero there: an atom that leaves the reach of another takes no energy with it.
 *
 * <p>One thread. A pair of a local atom and a ghost is computed by both owners, so that no forces travel; half of its
 * energy belongs to each.
 */
final class LennardJones {
    /** Distance at which the force ends. */
    static final double CUTOFF = 2.5;

    private static final double CUTOFF_SQUARED = CUTOFF * CUTOFF;
    private static final double SHIFT = shift();

    private LennardJones() {}

    private static double shift() {
        double sixth = 1 / (CUTOFF_SQUARED * CUTOFF_SQUARED * CUTOFF_SQUARED);
        return 4 * sixth * (sixth - 1);
    }

    /** Writes the forces on all own atoms; returns their potential energy. */
    static double compute(Atoms atoms, NeighborList list, Ghosts ghosts) {
        double[] f = atoms.f();
        Arrays.fill(f, 0, Atoms.POSITION * atoms.count(), 0);
        double own = 0;
        double withGhosts = 0;
        int[] start = list.start();
        for (int atom = 0; atom < atoms.count(); atom++) {
            int border = list.ghostStart()[Ghosts.SWAPS * atom];
            own += ofAtom(atoms.x(), f, atom, list.neighbors(), start[atom], border, true);
            if (border < start[atom + 1]) {
                withGhosts += withGhosts(atoms, list, ghosts, atom);
            }
        }
        return own + withGhosts / 2;
    }

    /** Returns the energy with ghosts, swap by swap, wherever they lie: the sums are the same to the bit. */
    private static double withGhosts(Atoms atoms, NeighborList list, Ghosts ghosts, int atom) {
        double energy = 0;
        int from = list.ghostStart()[Ghosts.SWAPS * atom];
        for (int swap = 0; swap < Ghosts.SWAPS; swap++) {
            int to = swap + 1 < Ghosts.SWAPS
                    ? list.ghostStart()[Ghosts.SWAPS * atom + swap + 1]
                    : list.start()[atom + 1];
            if (from < to) {
                MemorySegment piece = ghosts.piece(swap);
                energy += piece == null
                        ? ofAtom(atoms.x(), atoms.f(), atom, list.neighbors(), from, to, false)
                        : ofAtom(atoms, atom, list.neighbors(), from, to, piece, ghosts.first(swap));
            }
            from = to;
        }
        return energy;
    }

    private static double ofAtom(double[] x, double[] f, int atom, int[] neighbors, int from, int to, boolean isOwn) {
        int at = Atoms.POSITION * atom;
        double px = x[at];
        double py = x[at + 1];
        double pz = x[at + 2];
        double fx = 0;
        double fy = 0;
        double fz = 0;
        double energy = 0;
        for (int i = from; i < to; i++) {
            int other = Atoms.POSITION * neighbors[i];
            double dx = px - x[other];
            double dy = py - x[other + 1];
            double dz = pz - x[other + 2];
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < CUTOFF_SQUARED) {
                double force = force(squared);
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
                if (isOwn) {
                    f[other] -= dx * force;
                    f[other + 1] -= dy * force;
                    f[other + 2] -= dz * force;
                }
                energy += energy(squared);
            }
        }
        f[at] += fx;
        f[at + 1] += fy;
        f[at + 2] += fz;
        return energy;
    }

    /** Returns the energy of an atom with ghosts whose positions lie in a piece. */
    private static double ofAtom(
            Atoms atoms, int atom, int[] neighbors, int from, int to, MemorySegment piece, int firstGhost) {
        double[] x = atoms.x();
        int at = Atoms.POSITION * atom;
        double px = x[at];
        double py = x[at + 1];
        double pz = x[at + 2];
        double fx = 0;
        double fy = 0;
        double fz = 0;
        double energy = 0;
        for (int i = from; i < to; i++) {
            long other = (long) Atoms.POSITION * (neighbors[i] - firstGhost);
            double dx = px - piece.getAtIndex(JAVA_DOUBLE, other);
            double dy = py - piece.getAtIndex(JAVA_DOUBLE, other + 1);
            double dz = pz - piece.getAtIndex(JAVA_DOUBLE, other + 2);
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < CUTOFF_SQUARED) {
                double force = force(squared);
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
                energy += energy(squared);
            }
        }
        double[] f = atoms.f();
        f[at] += fx;
        f[at + 1] += fy;
        f[at + 2] += fz;
        return energy;
    }

    /** Returns the force by the distance. */
    private static double force(double squared) {
        double inverse = 1 / squared;
        double sixth = inverse * inverse * inverse;
        return 48 * sixth * (sixth - 0.5) * inverse;
    }

    private static double energy(double squared) {
        double inverse = 1 / squared;
        double sixth = inverse * inverse * inverse;
        return 4 * sixth * (sixth - 1) - SHIFT;
    }
}
