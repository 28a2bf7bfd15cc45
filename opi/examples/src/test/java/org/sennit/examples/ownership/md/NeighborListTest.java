package org.sennit.examples.ownership.md;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class NeighborListTest {
    private static final int CELLS = 4;

    /** A pair of an atom and another or a ghost. */
    private record Pair(int first, int second) {}

    @Test
    void hasExactlyThePairsThatAreWithinReachOwnOnesFirst() {
        Job.run(2, endpoint -> {
            try (CartesianCommunicator grid = grid(endpoint.world())) {
                Simulation simulation = new Simulation(grid, CELLS, Way.SEND_RECEIVE);
                simulation.run(Simulation.INTERVAL); // ends with a list that was made just then
                Atoms atoms = simulation.atoms();
                NeighborList list = new NeighborList(new Box(grid, Lattice.side(CELLS)), Simulation.REACH);
                list.build(atoms, new Ghosts());
                assertEquals(byHand(atoms), listed(atoms, list));
            }
        });
    }

    private static CartesianCommunicator grid(Communicator world) {
        return world.createCartesian(new int[] {2, 1, 1}, new boolean[] {true, true, true}, false);
    }

    private static Set<Pair> listed(Atoms atoms, NeighborList list) {
        Set<Pair> pairs = new HashSet<>();
        int count = 0;
        for (int atom = 0; atom < atoms.count(); atom++) {
            for (int i = list.start()[atom]; i < list.start()[atom + 1]; i++) {
                int other = list.neighbors()[i];
                assertEquals(i >= list.ghostStart()[Ghosts.SWAPS * atom], other >= atoms.count());
                pairs.add(new Pair(atom, other));
                count++;
            }
        }
        assertEquals(count, pairs.size(), "a pair is there twice");
        return pairs;
    }

    private static Set<Pair> byHand(Atoms atoms) {
        Set<Pair> pairs = new HashSet<>();
        double[] x = atoms.x();
        for (int atom = 0; atom < atoms.count(); atom++) {
            for (int other = atom + 1; other < atoms.all(); other++) {
                double dx = x[3 * atom] - x[3 * other];
                double dy = x[3 * atom + 1] - x[3 * other + 1];
                double dz = x[3 * atom + 2] - x[3 * other + 2];
                if (dx * dx + dy * dy + dz * dz < Simulation.REACH * Simulation.REACH) {
                    pairs.add(new Pair(atom, other));
                }
            }
        }
        return pairs;
    }
}
