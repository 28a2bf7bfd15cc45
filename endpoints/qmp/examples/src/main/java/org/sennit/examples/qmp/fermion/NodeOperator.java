package org.sennit.examples.qmp.fermion;

import org.sennit.examples.qmp.gauge.GaugeField;
import org.sennit.examples.qmp.halo.HaloExchange;
import org.sennit.examples.qmp.halo.NodeLattice;

/**
 * The Wilson–Dirac operator over all nodes: starts the exchange of the operand's halo, computes the interior meanwhile,
 * waits, and computes the sites that touch the halo; a neighbor may fetch its copies until then. Used by the endpoint's
 * thread; all endpoints make the same calls.
 */
final class NodeOperator {
    private final NodeLattice lattice;
    private final WilsonOperator local;

    private long tookNs;
    private long communicationNs;
    private long applications;

    NodeOperator(NodeLattice lattice, GaugeField gauge, double kappa) {
        this.lattice = lattice;
        this.local = new WilsonOperator(gauge, kappa);
    }

    /** A field that the operator can be applied to. */
    record Operand(SpinorField field, HaloExchange halo) {}

    /** Returns a field that is zero, with channels of its own. */
    Operand newOperand() {
        SpinorField field = new SpinorField(lattice.local());
        return new Operand(
                field, HaloExchange.ofFaces(lattice.qmp(), lattice.local(), field.values(), SpinorField.DOUBLES));
    }

    /** to = M from, or M† from; blocks for the neighbors. */
    void apply(Operand from, SpinorField to, boolean isDagger) {
        apply(from, to, isDagger, true);
    }

    /**
     * As {@link #apply(Operand, SpinorField, boolean)}; without overlap nothing is computed while messages are under
     * way.
     */
    void apply(Operand from, SpinorField to, boolean isDagger, boolean isOverlapped) {
        long startNs = System.nanoTime();
        long communicationBeforeNs = from.halo.communicationNs();
        from.halo.start(HaloExchange.ALL_SITES);
        if (!isOverlapped) {
            from.halo.awaitReceived(HaloExchange.ALL_SITES);
        }
        local.apply(from.field, to, false, isDagger);
        if (isOverlapped) {
            from.halo.awaitReceived(HaloExchange.ALL_SITES);
        }
        local.apply(from.field, to, true, isDagger);
        from.halo.awaitSent(HaloExchange.ALL_SITES);
        tookNs += System.nanoTime() - startNs;
        communicationNs += from.halo.communicationNs() - communicationBeforeNs;
        applications++;
    }

    /** Sets times and counts back. */
    void resetTimes() {
        tookNs = 0;
        communicationNs = 0;
        applications = 0;
    }

    /** Returns the time in {@link #apply} since the last reset, in ns. */
    long tookNs() {
        return tookNs;
    }

    /** Returns the part of that time for starting and awaiting messages, in ns. */
    long communicationNs() {
        return communicationNs;
    }

    /** Returns the speed of all nodes together since the last reset, by this node's time, in GFLOP/s. */
    double gigaflops() {
        return (double) WilsonOperator.FLOPS * applications * lattice.local().globalVolume() / tookNs;
    }
}
