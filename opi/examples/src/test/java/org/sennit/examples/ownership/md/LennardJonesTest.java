package org.sennit.examples.ownership.md;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.CartesianCommunicator;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class LennardJonesTest {
    private static final double STEP = 1e-6;

    @ParameterizedTest
    @ValueSource(doubles = {0.95, 1.0, 1.122462, 1.5, 2.4})
    void theForceIsTheSlopeOfTheEnergyAndPullsBothAtomsAlike(double distance) {
        double[] force = new double[2];
        double[] energy = new double[3];
        Job.run(1, endpoint -> {
            try (CartesianCommunicator grid =
                    endpoint.world().createCartesian(new int[] {1, 1, 1}, new boolean[] {true, true, true}, false)) {
                Box box = new Box(grid, 20);
                energy[0] = compute(box, distance - STEP, force);
                energy[1] = compute(box, distance + STEP, force);
                energy[2] = compute(box, distance, force);
            }
        });
        assertEquals(-(energy[1] - energy[0]) / (2 * STEP), force[1], 1e-5 * Math.max(1, Math.abs(force[1])));
        assertEquals(0, force[0] + force[1], 1e-12);
        assertEquals(4 * (Math.pow(distance, -12) - Math.pow(distance, -6)) + 0.016316891136, energy[2], 1e-9);
    }

    /** Two atoms on a line; the forces along it. */
    private static double compute(Box box, double distance, double[] force) {
        Atoms atoms = new Atoms();
        atoms.add(10, 10, 10, 0, 0, 0);
        atoms.add(10 + distance, 10, 10, 0, 0, 0);
        NeighborList list = new NeighborList(box, Simulation.REACH);
        list.build(atoms, new Ghosts());
        double energy = LennardJones.compute(atoms, list, new Ghosts());
        force[0] = atoms.f()[0];
        force[1] = atoms.f()[3];
        return energy;
    }
}
