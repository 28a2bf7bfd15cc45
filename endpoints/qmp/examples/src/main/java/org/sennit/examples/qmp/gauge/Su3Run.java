package org.sennit.examples.qmp.gauge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.qmp.Qmp;

/** What one endpoint does in su3. Stateless; all endpoints make the same call, each from its own thread. */
public final class Su3Run {
    private Su3Run() {}

    /**
     * Simulates. Blocks until all endpoints have finished.
     *
     * @param qmp this node; nothing is laid out on it yet
     * @param arguments the same on all endpoints
     * @param progress is told how many sweeps are done
     * @return the result; null where the number of endpoints does not divide the lattice
     */
    public static Su3Result run(Qmp qmp, Su3Arguments arguments, LongConsumer progress) {
        NodeLattice lattice = NodeLattice.of(qmp, arguments.lattice.extents());
        if (lattice == null) {
            return null;
        }
        Simulation simulation = new Simulation(
                lattice,
                arguments.beta,
                arguments.overRelax,
                arguments.seed,
                arguments.start == Su3Arguments.Start.HOT);
        List<SweepRecord> records = new ArrayList<>();
        int sweeps = arguments.thermalize + arguments.sweeps;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            records.add(simulation.sweep());
            progress.accept(sweep + 1);
        }
        double[] plaquettes = records.stream()
                .skip(arguments.thermalize)
                .mapToDouble(SweepRecord::plaquette)
                .toArray();
        return new Su3Result(
                records,
                Average.of(plaquettes),
                Published.of(arguments.beta, arguments.lattice.extents()),
                simulation.checksum(),
                qmp.getLogicalDimensions(),
                communicationShare(lattice, records.subList(arguments.thermalize, sweeps)));
    }

    /** The mean over endpoints, over the sweeps that are measured. */
    private static double communicationShare(NodeLattice lattice, List<SweepRecord> records) {
        double tookNs = 0;
        double communicationNs = 0;
        for (SweepRecord one : records) {
            tookNs += one.tookNs();
            communicationNs += one.communicationNs();
        }
        double[] bins = new double[ExactSum.BINS];
        ExactSum.add(bins, 0, communicationNs / tookNs);
        lattice.sum(bins);
        return ExactSum.value(bins, 0) / lattice.qmp().getNumberOfNodes();
    }
}
