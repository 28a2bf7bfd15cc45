package org.sennit.examples.ownership.md;

import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * The state of the whole cube at one time, per atom. Immutable.
 *
 * @param energy kinetic and potential
 * @param temperature two thirds of the kinetic energy
 * @param momentum the largest component, as an absolute value
 * @param atoms their number
 */
public record State(double energy, double temperature, double momentum, long atoms) {
    /** Adds up over all endpoints. Collective; blocks. */
    static State of(Communicator world, Simulation simulation) {
        Atoms atoms = simulation.atoms();
        double[] sums = new double[Box.DIMENSIONS + 3];
        double[] v = atoms.v();
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            sums[i % Box.DIMENSIONS] += v[i];
            sums[Box.DIMENSIONS] += v[i] * v[i] / 2;
        }
        sums[Box.DIMENSIONS + 1] = simulation.potential();
        sums[Box.DIMENSIONS + 2] = atoms.count();
        world.allreduce(Communicator.IN_PLACE, sums, Operation.SUM);
        double all = sums[Box.DIMENSIONS + 2];
        double kinetic = sums[Box.DIMENSIONS] / all;
        double momentum = Math.max(Math.abs(sums[0]), Math.max(Math.abs(sums[1]), Math.abs(sums[2]))) / all;
        return new State(
                kinetic + sums[Box.DIMENSIONS + 1] / all, kinetic * 2 / Box.DIMENSIONS, momentum, Math.round(all));
    }
}
