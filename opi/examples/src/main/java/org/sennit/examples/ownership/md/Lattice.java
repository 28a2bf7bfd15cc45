package org.sennit.examples.ownership.md;

import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.examples.npb.NasRandom;

/**
 * The first positions of the atoms: a face-centred cubic lattice of MiniMD's density, with random velocities of its
 * temperature whose sum is zero. Collective; one thread an endpoint.
 */
final class Lattice {
    private static final double DENSITY = 0.8442;
    private static final double TEMPERATURE = 1.44;
    private static final int ATOMS_A_CELL = 4;
    private static final double[][] BASE = {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}};

    private final Communicator world;
    private final Box box;
    private final int cells;

    Lattice(Communicator world, Box box, int cells) {
        this.world = world;
        this.box = box;
        this.cells = cells;
    }

    /** Returns the side of a cube of a number of cells. */
    static double side(int cells) {
        return cells * Math.cbrt(ATOMS_A_CELL / DENSITY);
    }

    /** Returns the atoms of a cube of a number of cells. */
    static long atoms(int cells) {
        return (long) ATOMS_A_CELL * cells * cells * cells;
    }

    /** Returns this endpoint's atoms. */
    Atoms fill() {
        Atoms atoms = new Atoms();
        double constant = side(cells) / cells;
        int number = 0; // counts all atoms of the cube: an atom's velocity does not depend on its endpoint
        for (int cell = 0; cell < cells * cells * cells; cell++) {
            int cx = cell / (cells * cells);
            int cy = cell / cells % cells;
            int cz = cell % cells;
            for (double[] base : BASE) {
                double x = (cx + base[0]) * constant;
                double y = (cy + base[1]) * constant;
                double z = (cz + base[2]) * constant;
                if (box.contains(x, y, z)) {
                    NasRandom random = new NasRandom(NasRandom.SEED);
                    random.skip((long) Box.DIMENSIONS * number);
                    atoms.add(x, y, z, random.next() - 0.5, random.next() - 0.5, random.next() - 0.5);
                }
                number++;
            }
        }
        settle(atoms);
        return atoms;
    }

    /** Takes the common velocity away and scales the rest to the temperature. */
    private void settle(Atoms atoms) {
        double[] sum = new double[Box.DIMENSIONS];
        double[] v = atoms.v();
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            sum[i % Box.DIMENSIONS] += v[i];
        }
        world.allreduce(Communicator.IN_PLACE, sum, Operation.SUM);
        double[] square = {0};
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            v[i] -= sum[i % Box.DIMENSIONS] / atoms(cells);
            square[0] += v[i] * v[i];
        }
        world.allreduce(Communicator.IN_PLACE, square, Operation.SUM);
        double factor = Math.sqrt(Box.DIMENSIONS * atoms(cells) * TEMPERATURE / square[0]);
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            v[i] *= factor;
        }
    }
}
