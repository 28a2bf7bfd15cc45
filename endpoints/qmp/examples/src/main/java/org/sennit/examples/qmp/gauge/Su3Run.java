package org.sennit.examples.qmp.gauge;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.ToLongFunction;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.qmp.Qmp;

/** The work of one endpoint in su3. Stateless; all endpoints make the same call, each from its own thread. */
public final class Su3Run {
    private static final int SWEEPS_A_SUM = 10;

    private Su3Run() {}

    /**
     * Simulates. Blocks until all endpoints have finished.
     *
     * @param qmp this node; nothing is laid out on it yet
     * @param arguments the same on all endpoints
     * @param progress is called with the number of sweeps that are done
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
            simulation.sweep();
            if ((sweep + 1) % SWEEPS_A_SUM == 0 || sweep + 1 == arguments.thermalize || sweep + 1 == sweeps) {
                records.addAll(simulation.takeRecords());
            }
            progress.accept(sweep + 1);
        }
        List<SweepRecord> measured = records.subList(arguments.thermalize, sweeps);
        double[] plaquettes =
                measured.stream().mapToDouble(SweepRecord::plaquette).toArray();
        return new Su3Result(
                records,
                Average.of(plaquettes),
                Published.of(arguments.beta, arguments.lattice.extents()),
                simulation.checksum(),
                qmp.getLogicalDimensions(),
                share(lattice, measured, SweepRecord::communicationNs),
                share(lattice, measured, SweepRecord::waitingNs));
    }

    /** Returns a part of the time of the measured sweeps, the mean over endpoints. */
    private static double share(NodeLattice lattice, List<SweepRecord> records, ToLongFunction<SweepRecord> partNs) {
        double tookNs = 0;
        double sumNs = 0;
        for (SweepRecord one : records) {
            tookNs += one.tookNs();
            sumNs += partNs.applyAsLong(one);
        }
        double[] bins = new double[ExactSum.BINS];
        ExactSum.add(bins, 0, sumNs / tookNs);
        lattice.sum(bins);
        return ExactSum.value(bins, 0) / lattice.qmp().getNumberOfNodes();
    }
}
