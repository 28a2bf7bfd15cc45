package org.sennit.examples.qmp.gauge;

import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.halo.HaloExchange;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * A sequence of configurations on the nodes of QMP. In each sweep all links of an axis and a parity are updated together, first those
 * that other endpoints need; their copies are on the way while the others are updated, and may be fetched later still, until these links
 * change again: no endpoint waits for another that is less than half an update behind. The configurations have the same bits
 * for every number and placement of endpoints. Used by the endpoint's thread; all endpoints make the same calls.
 */
public final class Simulation {
    private static final int PLANES = 6;

    private final NodeLattice lattice;
    private final GaugeField field;
    private final HaloExchange[] halos = new HaloExchange[LocalLattice.AXES];
    private final HeatBath heatBath;
    private final OverRelaxation overRelaxation;
    private final int overRelaxSteps;
    private final double[] first = new double[Matrix3.DOUBLES];
    private final double[] second = new double[Matrix3.DOUBLES];
    private int sweeps;

    /**
     * The first configuration.
     *
     * @param lattice on this node
     * @param beta the inverse coupling
     * @param overRelaxSteps over-relaxation steps of each sweep
     * @param seed of all random numbers
     * @param isHot whether the links are random, not 1
     */
    public Simulation(NodeLattice lattice, double beta, int overRelaxSteps, long seed, boolean isHot) {
        this.lattice = lattice;
        this.field = new GaugeField(lattice.local());
        this.overRelaxSteps = overRelaxSteps;
        this.heatBath = new HeatBath(field, beta, seed);
        this.overRelaxation = new OverRelaxation(field);
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            halos[axis] =
                    HaloExchange.ofLinks(lattice.qmp(), lattice.local(), field.links(axis), Matrix3.DOUBLES, axis);
        }
        if (isHot) {
            field.setHot(seed);
            for (HaloExchange halo : halos) {
                halo.exchangeAll();
            }
        }
    }

    /**
     * Returns the configuration.
     *
     * @return the links themselves, with an up-to-date halo between sweeps
     */
    public GaugeField field() {
        return field;
    }

    /**
     * Makes the next configuration and measures it. Blocks for the other endpoints.
     *
     * @return what came of it; plaquette and acceptance are the same on all endpoints
     */
    public SweepRecord sweep() {
        long startNs = System.nanoTime();
        long communicationBeforeNs = communicationNs();
        heatBath.begin(sweeps);
        updateAll(heatBath);
        for (int step = 0; step < overRelaxSteps; step++) {
            updateAll(overRelaxation);
        }
        field.unitarize();
        double[] bins = new double[3 * ExactSum.BINS];
        for (int site = 0; site < lattice.local().volume(); site++) {
            ExactSum.add(bins, 0, field.plaquettes(site, first, second));
        }
        ExactSum.add(bins, ExactSum.BINS, heatBath.accepted());
        ExactSum.add(bins, 2 * ExactSum.BINS, heatBath.trials());
        lattice.sum(bins);
        double plaquette = ExactSum.value(bins, 0) / PLANES / lattice.local().globalVolume();
        double acceptance = ExactSum.value(bins, ExactSum.BINS) / ExactSum.value(bins, 2 * ExactSum.BINS);
        return new SweepRecord(
                sweeps++,
                plaquette,
                acceptance,
                System.nanoTime() - startNs,
                communicationNs() - communicationBeforeNs);
    }

    /**
     * Returns a number that tells configurations apart. Blocks for the other endpoints.
     *
     * @return the same for every number and placement of endpoints
     */
    public long checksum() {
        return lattice.sum(field.checksum());
    }

    private void updateAll(LinkUpdate update) {
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            for (int parity = 0; parity < 2; parity++) {
                for (int site : lattice.local().sites(parity, true)) {
                    update.update(site, axis);
                }
                halos[axis].start(parity);
                for (int site : lattice.local().sites(parity, false)) {
                    update.update(site, axis);
                }
                halos[axis].awaitReceived(parity);
            }
        }
    }

    private long communicationNs() {
        long sumNs = lattice.communicationNs();
        for (HaloExchange halo : halos) {
            sumNs += halo.communicationNs();
        }
        return sumNs;
    }
}
