package org.sennit.examples.qmp.fermion;

import java.util.function.LongConsumer;
import org.sennit.examples.qmp.gauge.Simulation;
import org.sennit.examples.qmp.halo.NodeLattice;
import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.qmp.Qmp;

/** The work of one endpoint in dslash. Stateless; all endpoints make the same call, each from its own thread. */
public final class DslashRun {
    private static final int SOURCE = 2;
    private static final int WARM_UP = 100;

    private DslashRun() {}

    /**
     * Makes a configuration, checks and times the operator, inverts it. Blocks until all endpoints have finished.
     *
     * @param qmp this node; nothing is laid out on it yet
     * @param arguments the same on all endpoints
     * @param progress is called with the number of sweeps that are done
     * @return the result; null where the number of endpoints does not divide the lattice
     */
    public static DslashResult run(Qmp qmp, DslashArguments arguments, LongConsumer progress) {
        NodeLattice lattice = NodeLattice.of(qmp, arguments.lattice.extents());
        if (lattice == null) {
            return null;
        }
        Simulation simulation = new Simulation(lattice, arguments.beta, arguments.overRelax, arguments.seed, false);
        double plaquette = 1; // of unit links
        for (int sweep = 0; sweep < arguments.sweeps; sweep++) {
            simulation.sweep();
            plaquette = simulation.takeRecords().getLast().plaquette();
            progress.accept(sweep + 1);
        }
        NodeOperator operator = new NodeOperator(lattice, simulation.field(), arguments.kappa);
        double gamma5 = DslashChecks.gamma5Defect(lattice, operator, arguments.seed);
        double freeField = DslashChecks.freeFieldDefect(lattice, arguments.kappa);

        NodeOperator.Operand operand = operator.newOperand();
        SpinorField source = new SpinorField(lattice.local());
        operand.field().setRandom(arguments.seed, SOURCE);
        source.set(operand.field());
        SpinorField image = new SpinorField(lattice.local());
        time(operator, operand, image, true, Math.min(WARM_UP, arguments.applications));
        DslashResult.Speed separate = time(operator, operand, image, false, arguments.applications);
        DslashResult.Speed overlapped = time(operator, operand, image, true, arguments.applications);

        NodeOperator.Operand solution = operator.newOperand();
        ConjugateGradient solver = new ConjugateGradient(lattice, operator);
        operator.resetTimes();
        int iterations = solver.solve(source, solution.field(), arguments.tolerance, arguments.iterations);
        DslashResult.Speed inversion = speed(operator);
        double[] square = new double[ExactSum.BINS];
        solution.field().addSquare(square, 0);
        lattice.sum(square);
        return new DslashResult(
                qmp.getLogicalDimensions(),
                plaquette,
                gamma5,
                freeField,
                overlapped,
                separate,
                iterations,
                DslashChecks.residual(lattice, operator, source, solution),
                arguments.tolerance,
                ExactSum.value(square, 0),
                inversion);
    }

    private static DslashResult.Speed time(
            NodeOperator operator, NodeOperator.Operand operand, SpinorField image, boolean isOverlapped, int times) {
        operator.resetTimes();
        for (int application = 0; application < times; application++) {
            operator.apply(operand, image, false, isOverlapped);
        }
        return speed(operator);
    }

    private static DslashResult.Speed speed(NodeOperator operator) {
        return new DslashResult.Speed(operator.gigaflops(), (double) operator.communicationNs() / operator.tookNs());
    }
}
