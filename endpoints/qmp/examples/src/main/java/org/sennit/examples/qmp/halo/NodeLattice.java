package org.sennit.examples.qmp.halo;

import org.sennit.examples.qmp.lattice.ExactSum;
import org.sennit.examples.qmp.lattice.LocalLattice;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/**
 * A lattice spread over the nodes of QMP: this node's share, and sums over all shares. Used by the endpoint's thread;
 * all endpoints make the same calls.
 */
public final class NodeLattice {
    private final Qmp qmp;
    private final LocalLattice local;
    private final NodeClock clock;
    private final double[] arrivedNs = new double[1];

    private long communicationNs;
    private long waitingNs;

    private NodeLattice(Qmp qmp, LocalLattice local) {
        this.qmp = qmp;
        this.local = local;
        this.clock = NodeClock.of(qmp);
    }

    /**
     * Spreads a lattice over the nodes, by the layout that communicates least. Once for a node. Blocks for node 0.
     *
     * @param qmp this node
     * @param extents sites along each axis, even
     * @return the lattice; null where the number of nodes does not divide it
     */
    public static NodeLattice of(Qmp qmp, int[] extents) {
        if (!qmp.layoutGrid(extents.clone(), LocalLattice.AXES)) {
            return null;
        }
        LocalLattice local = new LocalLattice(extents, qmp.getLogicalDimensions(), qmp.getLogicalCoordinates());
        return new NodeLattice(qmp, local);
    }

    /**
     * Returns this node.
     *
     * @return QMP
     */
    public Qmp qmp() {
        return qmp;
    }

    /**
     * Returns the share of this node.
     *
     * @return the share
     */
    public LocalLattice local() {
        return local;
    }

    /** Returns the clock by which nodes compare times. */
    NodeClock clock() {
        return clock;
    }

    /**
     * Adds up exact sums of all nodes, bin by bin. Blocks.
     *
     * @param bins one or several sums of {@link ExactSum}, replaced by the sums over nodes
     */
    public void sum(double[] bins) {
        long startNs = System.nanoTime();
        arrivedNs[0] = clock.nowNs();
        check(qmp.maxDouble(arrivedNs));
        waitingNs += clock.waitedNs(startNs, System.nanoTime() - startNs, arrivedNs[0]);
        check(qmp.sumDoubleArray(bins, bins.length));
        communicationNs += System.nanoTime() - startNs;
    }

    /**
     * Adds up integers of all nodes, modulo 2⁶⁴. Blocks.
     *
     * @param value of this node
     * @return the sum
     */
    public long sum(long value) {
        long startNs = System.nanoTime();
        long[] sum = {value};
        check(qmp.sumUint64(sum));
        communicationNs += System.nanoTime() - startNs;
        return sum[0];
    }

    /**
     * Returns the time spent in sums.
     *
     * @return ns since the beginning
     */
    public long communicationNs() {
        return communicationNs;
    }

    /**
     * Returns how much of that passed before the last node had begun to sum.
     *
     * @return ns since the beginning
     */
    public long waitingNs() {
        return waitingNs;
    }

    private void check(QmpStatus status) {
        if (status != QmpStatus.SUCCESS) {
            throw new IllegalStateException("sum over nodes failed: " + qmp.getErrorString(null));
        }
    }
}
