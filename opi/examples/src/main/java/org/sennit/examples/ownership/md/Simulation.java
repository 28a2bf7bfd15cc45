package org.sennit.examples.ownership.md;

import org.sennit.CartesianCommunicator;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.ownership.OwnershipPool;

/**
 * One endpoint's part of a simulation, step by step, by the velocity form of Verlet's method. Every {@link #INTERVAL}
 * steps atoms move to the endpoint in whose box they are, halo and neighbor lists are made anew; in the steps between
 * only positions of the halo travel. Fused, the forces are computed with those where they lie in what has come.
 *
 * <p>Collective; one thread an endpoint.
 */
final class Simulation {
    /** Steps between two migrations. */
    static final int INTERVAL = 10;

    /** So much farther than the force the lists reach, since atoms move while a list is used. */
    static final double SKIN = 0.4;

    /** Reach of the lists and of the halo. */
    static final double REACH = LennardJones.CUTOFF + SKIN;

    private static final double TIME_STEP = 0.005;

    private final Atoms atoms;
    private final Migration migration;
    private final Halo halo;
    private final Ghosts ghosts = new Ghosts();
    private final NeighborList list;
    private double potential;
    private long communicationNs;
    private int steps;

    Simulation(CartesianCommunicator grid, int cells, Way way) {
        Box box = new Box(grid, Lattice.side(cells));
        GivingCarrier giving = way.isGiving() ? new GivingCarrier(grid, OwnershipPool.of(grid.endpoint())) : null;
        Carrier carrier = giving != null ? giving : new SendingCarrier(grid);
        this.atoms = new Lattice(grid, box, cells).fill();
        this.migration = new Migration(box, carrier);
        this.halo = new Halo(box, REACH, ghosts, carrier, way.isFused() ? giving : null);
        this.list = new NeighborList(box, REACH);
        arrange();
        potential = LennardJones.compute(atoms, list, ghosts);
    }

    Atoms atoms() {
        return atoms;
    }

    /** Returns this endpoint's share of the potential energy. */
    double potential() {
        return potential;
    }

    /** Returns the time spent so far in packing, swapping and unpacking, in ns. */
    long communicationNs() {
        return communicationNs;
    }

    /** Runs a number of steps. Blocks. */
    void run(int count) {
        for (int i = 0; i < count; i++) {
            kick();
            drift();
            steps++;
            if (steps % INTERVAL == 0) {
                arrange();
            } else {
                long startNs = System.nanoTime();
                halo.update(atoms);
                communicationNs += System.nanoTime() - startNs;
            }
            potential = LennardJones.compute(atoms, list, ghosts);
            halo.finish();
            kick();
        }
    }

    private void arrange() {
        long startNs = System.nanoTime();
        migration.run(atoms);
        halo.choose(atoms);
        communicationNs += System.nanoTime() - startNs;
        list.build(atoms, ghosts);
    }

    private void kick() {
        double[] v = atoms.v();
        double[] f = atoms.f();
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            v[i] += TIME_STEP / 2 * f[i];
        }
    }

    private void drift() {
        double[] x = atoms.x();
        double[] v = atoms.v();
        for (int i = 0; i < Atoms.POSITION * atoms.count(); i++) {
            x[i] += TIME_STEP * v[i];
        }
    }
}
