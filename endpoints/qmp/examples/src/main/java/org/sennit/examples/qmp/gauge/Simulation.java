package org.sennit.examples.qmp.gauge;

import java.util.ArrayList;
import java.util.List;
import org.sennit.examples.qmp.algebra.Matrix3;
import org.sennit.examples.qmp.halo.HaloExchange;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.examples.qmp.lattice.LocalLattice;

/**
 * A sequence of configurations on the nodes of QMP. In each step all links of an axis and a parity are updated, those
 * first that other endpoints need; their copies are fetched before the first step that needs them. While they are not
 * there, the links that need none are updated: an endpoint waits only for one that is a step behind. Sums are made for
 * several sweeps together. The configurations have the same bits for every number and placement of endpoints. Used by
 * the endpoint's thread; all endpoints make the same calls.
 *
 * <p>Channels are strided, over the links themselves: the links of a step are not changed before those of the same step
 * of the pass before have been fetched, which is long ago. Gathered in buffers they would take as long.
 */
public final class Simulation {
    private static final int PLANES = 6;
    private static final int BINS = 3 * ExactSum.BINS; // of a sweep: plaquette, accepted, trials
    private static final int SITES_BETWEEN_LOOKS = 16; // about 20 µs, where a step could begin
    private static final int SITES_BETWEEN_POLLS = 64; // elsewhere; a poll takes about 0.4 µs

    private final NodeLattice lattice;
    private final GaugeField field;
    private final HaloExchange[] halos = new HaloExchange[LocalLattice.AXES];
    private final List<UpdateStep> steps = UpdateStep.pass();
    private final List<UpdateStep> underWay = new ArrayList<>(); // whose copies are not fetched yet
    private final HeatBath heatBath;
    private final OverRelaxation overRelaxation;
    private final int overRelaxSteps;
    private final double[] first = new double[Matrix3.DOUBLES];
    private final double[] second = new double[Matrix3.DOUBLES];
    private final List<OwnSweep> unsummed = new ArrayList<>();
    private int sweeps;

    /**
     * Makes the first configuration.
     *
     * @param lattice on this node
     * @param beta the inverse coupling
     * @param overRelaxSteps over-relaxation steps of each sweep
     * @param seed of all random numbers
     * @param isHot whether the links are random, not 1
     */
    public Simulation(NodeLattice lattice, double beta, int overRelaxSteps, long seed, boolean isHot) {
        this.lattice = lattice;
        this.field = new GaugeField(lattice.local(), HaloExchange.SPARE_DOUBLES);
        this.overRelaxSteps = overRelaxSteps;
        this.heatBath = new HeatBath(field, beta, seed);
        this.overRelaxation = new OverRelaxation(field);
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            halos[axis] = HaloExchange.ofLinks(lattice, field.links(axis), Matrix3.DOUBLES, axis);
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

    /** The part of this endpoint in a sweep, before the sum over endpoints. */
    private record OwnSweep(int sweep, double[] bins, Times times) {}

    /** Times in ns: of all, in starts, transfers and waits, and of those until other endpoints had sent. */
    private record Times(long allNs, long exchangeNs, long waitingNs) {
        Times minus(Times other) {
            return new Times(allNs - other.allNs, exchangeNs - other.exchangeNs, waitingNs - other.waitingNs);
        }
    }

    /** Makes the next configuration and measures this endpoint's share of it. Blocks for the other endpoints. */
    public void sweep() {
        Times before = times();
        heatBath.begin(sweeps);
        for (int pass = 0; pass <= overRelaxSteps; pass++) {
            updateAll(pass == 0 ? heatBath : overRelaxation, pass == overRelaxSteps);
        }
        double[] bins = new double[BINS];
        addPlaquettes(bins, false);
        awaitAll();
        addPlaquettes(bins, true);
        ExactSum.add(bins, ExactSum.BINS, heatBath.accepted());
        ExactSum.add(bins, 2 * ExactSum.BINS, heatBath.trials());
        unsummed.add(new OwnSweep(sweeps++, bins, times().minus(before)));
    }

    /**
     * Sums what was measured over endpoints. Blocks for them.
     *
     * @return what came of the sweeps since the last call; plaquette and acceptance are the same on all endpoints, and
     *     the time of the sum is the last sweep's
     */
    public List<SweepRecord> takeRecords() {
        Times before = times();
        double[] bins = new double[BINS * unsummed.size()];
        for (int k = 0; k < unsummed.size(); k++) {
            System.arraycopy(unsummed.get(k).bins, 0, bins, BINS * k, BINS);
        }
        lattice.sum(bins);
        Times sum = times().minus(before);
        List<SweepRecord> records = new ArrayList<>();
        for (int k = 0; k < unsummed.size(); k++) {
            OwnSweep own = unsummed.get(k);
            int at = BINS * k;
            Times times = own.times;
            if (k == unsummed.size() - 1) {
                times = new Times(
                        times.allNs + sum.allNs, times.exchangeNs + sum.exchangeNs, times.waitingNs + sum.waitingNs);
            }
            records.add(new SweepRecord(
                    own.sweep,
                    ExactSum.value(bins, at) / PLANES / lattice.local().globalVolume(),
                    ExactSum.value(bins, at + ExactSum.BINS) / ExactSum.value(bins, at + 2 * ExactSum.BINS),
                    times.allNs,
                    times.exchangeNs - times.waitingNs,
                    times.waitingNs));
        }
        unsummed.clear();
        return records;
    }

    /**
     * Returns a number that distinguishes configurations. Blocks for the other endpoints.
     *
     * @return the same for every number and placement of endpoints
     */
    public long checksum() {
        return lattice.sum(field.checksum());
    }

    /** Updates all links; those of the last pass of a sweep are projected back to the group before they are sent. */
    private void updateAll(LinkUpdate update, boolean isLast) {
        for (UpdateStep step : steps) {
            int[] inner = lattice.local().sites(step.parity(), false);
            int done = 0;
            while (done < inner.length && !isReceivedFor(step)) {
                int end = Math.min(inner.length, done + SITES_BETWEEN_LOOKS);
                update(update, isLast, inner, done, end, step.axis());
                done = end;
            }
            awaitFor(step);
            halos[step.axis()].awaitSent(step.parity());
            int[] outer = lattice.local().sites(step.parity(), true);
            update(update, isLast, outer, 0, outer.length, step.axis());
            halos[step.axis()].start(step.parity());
            underWay.add(step);
            update(update, isLast, inner, done, inner.length, step.axis());
        }
    }

    private void update(LinkUpdate update, boolean isLast, int[] sites, int from, int to, int axis) {
        double[] links = field.links(axis);
        for (int k = from; k < to; k++) {
            update.update(sites[k], axis);
            if (isLast) {
                Matrix3.unitarize(links, Matrix3.DOUBLES * sites[k]);
            }
            if ((k - from) % SITES_BETWEEN_POLLS == SITES_BETWEEN_POLLS - 1) {
                advance();
            }
        }
    }

    /** Moves messages along: between processes some need both sides to. */
    private void advance() {
        for (UpdateStep step : steps) {
            if (!halos[step.axis()].advance(step.parity())) {
                return;
            }
        }
    }

    private boolean isReceivedFor(UpdateStep step) {
        for (UpdateStep sent : underWay) {
            if (step.needs(sent, lattice.local()) && !halos[sent.axis()].isReceived(sent.parity())) {
                return false;
            }
        }
        return true;
    }

    /** Fetches the copies that a step needs, and those that it will replace. */
    private void awaitFor(UpdateStep step) {
        for (int k = underWay.size() - 1; k >= 0; k--) {
            UpdateStep sent = underWay.get(k);
            if (sent.equals(step) || step.needs(sent, lattice.local())) {
                halos[sent.axis()].awaitReceived(sent.parity());
                underWay.remove(k);
            }
        }
    }

    private void awaitAll() {
        for (UpdateStep sent : underWay) {
            halos[sent.axis()].awaitReceived(sent.parity());
        }
        underWay.clear();
    }

    private void addPlaquettes(double[] bins, boolean isFace) {
        for (int parity = 0; parity < 2; parity++) {
            for (int site : lattice.local().sites(parity, isFace)) {
                ExactSum.add(bins, 0, field.plaquettes(site, first, second));
            }
        }
    }

    private Times times() {
        long exchangeNs = lattice.communicationNs();
        long waitingNs = lattice.waitingNs();
        for (HaloExchange halo : halos) {
            exchangeNs += halo.communicationNs();
            waitingNs += halo.waitingNs();
        }
        return new Times(System.nanoTime(), exchangeNs, waitingNs);
    }
}
