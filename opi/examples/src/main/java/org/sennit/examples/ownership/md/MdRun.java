package org.sennit.examples.ownership.md;

import java.util.ArrayList;
import java.util.List;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.examples.ownership.ways.WayTimes;

/**
 * Runs the same simulation in all ways at once, some steps of each in turn, so that the machine is the same for all;
 * looks after energy, momentum and number of atoms in between, and compares the atoms at the end.
 *
 * <p>Collective: every rank calls {@link #run} with the same arguments, from its own thread.
 */
public final class MdRun {
    private static final boolean[] ROUND = {true, true, true};
    private static final int FEWEST_TIMED = 10;

    private final CartesianCommunicator grid;
    private final int cells;
    private final List<Simulation> simulations = new ArrayList<>();

    private MdRun(CartesianCommunicator grid, int cells) {
        this.grid = grid;
        this.cells = cells;
        for (Way way : Way.values()) {
            simulations.add(new Simulation(grid, cells, way));
        }
    }

    /**
     * Returns why a cube cannot be divided among a number of ranks.
     *
     * @param cells of the lattice, on a side
     * @param endpoints the number of share that it
     * @return what is wrong, or null
     */
    public static String mistake(int cells, int endpoints) {
        double thinnest = Box.thinnest(dims(endpoints), Lattice.side(cells));
        return thinnest >= Simulation.REACH
                ? null
                : cells + " cells are too few for " + endpoints
                        + " endpoints: the parts would be thinner than the reach of " + Simulation.REACH;
    }

    private static int[] dims(int endpoints) {
        return CartesianCommunicator.createDims(endpoints, 0, 0, 0);
    }

    /**
     * Simulates. Blocks until all ranks have finished.
     *
     * @param world the ranks that share the cube
     * @param cells of the lattice, on a side
     * @param steps of the simulation; a multiple of ten is made of it
     * @return the result, the same on every rank
     */
    public static MdResult run(Communicator world, int cells, int steps) {
        try (CartesianCommunicator grid = world.createCartesian(dims(world.size()), ROUND, false)) {
            return new MdRun(grid, cells).run(Math.ceilDiv(steps, Simulation.INTERVAL));
        }
    }

    private MdResult run(int rounds) {
        int warmUp = Math.max(0, Math.min(rounds / 2, rounds - FEWEST_TIMED)); // what the compiler has not seen yet
        double[][] stepNs = new double[simulations.size()][rounds - warmUp];
        double[][] communicationNs = new double[simulations.size()][rounds - warmUp];
        State first = State.of(grid, simulations.getFirst());
        State last = first;
        double drift = 0;
        double momentum = first.momentum();
        boolean areAtomsKept = first.atoms() == Lattice.atoms(cells);
        for (int round = 0; round < rounds; round++) {
            for (int way = 0; way < simulations.size(); way++) {
                double[] ns = round(simulations.get(way));
                if (round >= warmUp) {
                    stepNs[way][round - warmUp] = ns[0];
                    communicationNs[way][round - warmUp] = ns[1];
                }
                last = State.of(grid, simulations.get(way));
                drift = worse(drift, Math.abs(last.energy() - first.energy()));
                momentum = worse(momentum, last.momentum());
                areAtomsKept &= last.atoms() == first.atoms();
            }
        }
        Conservation conservation = new Conservation(first, last, drift, momentum, areSame(), areAtomsKept);
        int processes = grid.processOf(grid.size() - 1) - grid.processOf(0) + 1;
        return new MdResult(
                first.atoms(),
                rounds * Simulation.INTERVAL,
                grid.size(),
                processes,
                WayTimes.of(stepNs, communicationNs),
                conservation);
    }

    /** Returns the worse of two; a value that is not a number is worse than all. */
    private static double worse(double worst, double value) {
        return value <= worst ? worst : Double.isNaN(value) ? Double.POSITIVE_INFINITY : value;
    }

    /** Returns the time of a step, and of the communication in it, in ns; those of the slowest rank. */
    private double[] round(Simulation simulation) {
        grid.barrier();
        double communicationBeforeNs = simulation.communicationNs();
        long startNs = System.nanoTime();
        simulation.run(Simulation.INTERVAL);
        double[] ns = {System.nanoTime() - startNs, simulation.communicationNs() - communicationBeforeNs};
        grid.allreduce(Communicator.IN_PLACE, ns, Operation.MAX);
        return new double[] {ns[0] / Simulation.INTERVAL, ns[1] / Simulation.INTERVAL};
    }

    private boolean areSame() {
        double[] differences = {0};
        for (Simulation simulation : simulations) {
            if (!simulation.atoms().hasSameBits(simulations.getFirst().atoms())) {
                differences[0] = 1;
            }
        }
        grid.allreduce(Communicator.IN_PLACE, differences, Operation.MAX);
        return differences[0] == 0;
    }
}
