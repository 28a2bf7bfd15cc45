package org.sennit.ownership.md;

import java.util.Arrays;

/**
 * Forces and potential energy of Lennard-Jones atoms in reduced units, cut off at 2.5 diameters and moved up so that the energy
 * is zero there: an atom that leaves the reach of another takes no energy with it.
 *
 * <p>One thread. A pair of an own atom and a ghost is computed by both owners, so that no forces travel; half of its energy
 * belongs to each.
 */
final class LennardJones {
    /** Where the force ends. */
    static final double CUTOFF = 2.5;

    private static final double CUTOFF_SQUARED = CUTOFF * CUTOFF;
    private static final double SHIFT = shift();

    private LennardJones() {}

    private static double shift() {
        double sixth = 1 / (CUTOFF_SQUARED * CUTOFF_SQUARED * CUTOFF_SQUARED);
        return 4 * sixth * (sixth - 1);
    }

    /** Writes the forces on all own atoms; returns their potential energy. */
    static double compute(Atoms atoms, NeighbourList list) {
        double[] f = atoms.f();
        Arrays.fill(f, 0, Atoms.POSITION * atoms.count(), 0);
        double own = 0;
        double withGhosts = 0;
        int[] start = list.start();
        for (int atom = 0; atom < atoms.count(); atom++) {
            int border = list.firstGhost()[atom];
            own += ofAtom(atoms.x(), f, atom, list.neighbours(), start[atom], border, true);
            withGhosts += ofAtom(atoms.x(), f, atom, list.neighbours(), border, start[atom + 1], false);
        }
        return own + withGhosts / 2;
    }

    private static double ofAtom(double[] x, double[] f, int atom, int[] neighbours, int from, int to, boolean isOwn) {
        int at = Atoms.POSITION * atom;
        double px = x[at];
        double py = x[at + 1];
        double pz = x[at + 2];
        double fx = 0;
        double fy = 0;
        double fz = 0;
        double energy = 0;
        for (int i = from; i < to; i++) {
            int other = Atoms.POSITION * neighbours[i];
            double dx = px - x[other];
            double dy = py - x[other + 1];
            double dz = pz - x[other + 2];
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < CUTOFF_SQUARED) {
                double inverse = 1 / squared;
                double sixth = inverse * inverse * inverse;
                double force = 48 * sixth * (sixth - 0.5) * inverse;
                fx += dx * force;
                fy += dy * force;
                fz += dz * force;
                if (isOwn) {
                    f[other] -= dx * force;
                    f[other + 1] -= dy * force;
                    f[other + 2] -= dz * force;
                }
                energy += 4 * sixth * (sixth - 1) - SHIFT;
            }
        }
        f[at] += fx;
        f[at + 1] += fy;
        f[at + 2] += fz;
        return energy;
    }
}
