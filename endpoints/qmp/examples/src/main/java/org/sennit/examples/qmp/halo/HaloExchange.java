package org.sennit.examples.qmp.halo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.examples.qmp.lattice.Blocks;
import org.sennit.examples.qmp.lattice.LocalLattice;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/**
 * Brings the halo of one field up to date: channels to the neighbors in all eight directions, and to those across
 * corners where the field needs them, declared once. All receives of an exchange are started in one call, and all sends
 * in another, so that a receive is waited for without the sends: the neighbor may fetch those later. Used by the
 * endpoint's thread; all endpoints make the same calls.
 *
 * <p>Sites are sent from where they lie, and received where they are read. A field whose sites change together has one
 * exchange, of strided channels. A field whose parities change by turns has an exchange for each parity, of the sites
 * of that parity alone: half the bytes, as strided arrays with a row for each line of a face. In its {@link
 * #SPARE_DOUBLES} travels the time of sending, which separates waiting for the neighbor's computation from the
 * transfer.
 */
public final class HaloExchange {
    /** The only exchange of a field whose sites change together. */
    public static final int ALL_SITES = 0;

    private static final int PARITIES = 2;

    /**
     * Doubles that a field of links has behind its sites, for times of sending: those of eight faces and three corners,
     * and its own.
     */
    public static final int SPARE_DOUBLES = PARITIES * (LocalLattice.DIRECTIONS + LocalLattice.AXES - 1 + 1);

    private final Qmp qmp;
    private final LocalLattice lattice;
    private final NodeClock clock; // null where all sites are sent together
    private final double[] field;
    private final int siteDoubles;
    private final int cornerAxis;
    private final MessageHandle[] receives; // by exchange; null where no axis is cut
    private final MessageHandle[] sends;
    private final List<List<Integer>> receivedAt = new ArrayList<>(); // by exchange: times of sending, in the field
    private int incomingTimes;

    private long communicationNs;
    private long waitingNs;

    private HaloExchange(
            Qmp qmp, LocalLattice lattice, NodeClock clock, double[] field, int siteDoubles, int cornerAxis) {
        this.qmp = qmp;
        this.lattice = lattice;
        this.clock = clock;
        this.field = field;
        this.siteDoubles = siteDoubles;
        this.cornerAxis = cornerAxis;
        int exchanges = cornerAxis < 0 ? 1 : PARITIES;
        receives = new MessageHandle[exchanges];
        sends = new MessageHandle[exchanges];
        for (int exchange = 0; exchange < exchanges; exchange++) {
            receivedAt.add(new ArrayList<>());
            declare(exchange);
        }
    }

    /**
     * Declares the channels of a field that needs its neighbors' sites, with one exchange: {@link #ALL_SITES}.
     *
     * @param qmp this node, whose logical machine is that of the lattice
     * @param lattice the share
     * @param field the numbers
     * @param siteDoubles the number of for that each site
     * @return idle channels
     */
    public static HaloExchange ofFaces(Qmp qmp, LocalLattice lattice, double[] field, int siteDoubles) {
        return new HaloExchange(qmp, lattice, null, field, siteDoubles, -1);
    }

    /**
     * Declares the channels of links along an axis: staples also need those that lie backward along it across a corner.
     * There is an exchange for each parity, 0 and 1.
     *
     * @param lattice on this node
     * @param field the numbers, and {@link #SPARE_DOUBLES} behind those of all sites
     * @param siteDoubles the number of for that each site
     * @param axis along which the links point
     * @return idle channels
     */
    public static HaloExchange ofLinks(NodeLattice lattice, double[] field, int siteDoubles, int axis) {
        return new HaloExchange(lattice.qmp(), lattice.local(), lattice.clock(), field, siteDoubles, axis);
    }

    /**
     * Starts the channels of an exchange; waits for its last sends first. Its halo must not be read until {@link
     * #awaitReceived}, and its outermost sites must not be changed until {@link #awaitSent}.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     */
    public void start(int exchange) {
        if (receives[exchange] != null) {
            long startNs = System.nanoTime();
            check(qmp.await(sends[exchange]), sends[exchange]);
            check(qmp.start(receives[exchange]), receives[exchange]);
            if (clock != null) {
                field[sentAt(exchange)] = clock.nowNs();
            }
            check(qmp.start(sends[exchange]), sends[exchange]);
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /**
     * Returns whether {@link #awaitReceived} would not block.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     * @return true also where no axis is cut
     */
    public boolean isReceived(int exchange) {
        if (receives[exchange] == null) {
            return true;
        }
        long startNs = System.nanoTime();
        boolean isComplete = qmp.isComplete(receives[exchange]);
        communicationNs += System.nanoTime() - startNs;
        return isComplete;
    }

    /**
     * Moves messages of this endpoint along, whichever wait for it; in the midst of a computation.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     * @return false while messages of this exchange are under way
     */
    public boolean advance(int exchange) {
        if (receives[exchange] == null) {
            return true;
        }
        long startNs = System.nanoTime();
        boolean isComplete = qmp.isComplete(receives[exchange]) && qmp.isComplete(sends[exchange]);
        communicationNs += System.nanoTime() - startNs;
        return isComplete;
    }

    /**
     * Blocks until the halo is up to date.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     */
    public void awaitReceived(int exchange) {
        if (receives[exchange] != null) {
            long startNs = System.nanoTime();
            check(qmp.await(receives[exchange]), receives[exchange]);
            long blockedNs = System.nanoTime() - startNs;
            if (clock != null) {
                waitingNs += clock.waitedNs(startNs, blockedNs, lastSentNs(exchange));
            }
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /**
     * Blocks until the sites that were sent may be changed: the neighbors have fetched them.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     */
    public void awaitSent(int exchange) {
        if (sends[exchange] != null) {
            long startNs = System.nanoTime();
            check(qmp.await(sends[exchange]), sends[exchange]);
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /** Brings the halo of all sites up to date, and computes nothing meanwhile. */
    public void exchangeAll() {
        for (int exchange = 0; exchange < receives.length; exchange++) {
            start(exchange);
            awaitReceived(exchange);
            awaitSent(exchange);
        }
    }

    /**
     * Returns the time spent in starts and waits.
     *
     * @return ns since the declaration
     */
    public long communicationNs() {
        return communicationNs;
    }

    /**
     * Returns how much of that passed before the last neighbor had sent: what it computed meanwhile, not the exchange,
     * took it.
     *
     * @return ns since the declaration; 0 where all sites are sent together, since it is not known there
     */
    public long waitingNs() {
        return waitingNs;
    }

    private double lastSentNs(int exchange) {
        double lastNs = Double.NEGATIVE_INFINITY;
        for (int at : receivedAt.get(exchange)) {
            lastNs = Math.max(lastNs, field[at]);
        }
        return lastNs;
    }

    private void declare(int exchange) {
        List<MessageHandle> in = new ArrayList<>();
        List<MessageHandle> out = new ArrayList<>();
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            if (lattice.isCut(axis)) {
                declareFaces(axis, exchange, in, out);
            }
        }
        for (int up = 0; cornerAxis >= 0 && up < LocalLattice.AXES; up++) {
            if (lattice.cornerSites(up, cornerAxis) > 0) {
                declareCorner(up, exchange, in, out);
            }
        }
        if (!in.isEmpty()) {
            receives[exchange] = declared(qmp.declareMultiple(in.toArray(MessageHandle[]::new), in.size()));
            sends[exchange] = declared(qmp.declareMultiple(out.toArray(MessageHandle[]::new), out.size()));
        }
    }

    private void declareFaces(int axis, int exchange, List<MessageHandle> in, List<MessageHandle> out) {
        for (int sign : new int[] {Qmp.PLUS, Qmp.MINUS}) {
            int direction = sign == Qmp.PLUS ? axis : axis + LocalLattice.AXES;
            MessageMemory halo = memory(lattice.halo(direction), exchange, newTimeAt(exchange));
            MessageMemory face = memory(lattice.face(direction), exchange, sentAt(exchange));
            in.add(declared(qmp.declareReceiveRelative(halo, axis, sign, Qmp.DEFAULT_PRIORITY)));
            out.add(declared(qmp.declareSendRelative(face, axis, sign, Qmp.DEFAULT_PRIORITY)));
        }
    }

    /**
     * Declares a corner. All endpoints declare corners in the same order, by which those of the same two endpoints
     * match.
     */
    private void declareCorner(int up, int exchange, List<MessageHandle> in, List<MessageHandle> out) {
        MessageMemory halo = memory(lattice.cornerHalo(up, cornerAxis), exchange, newTimeAt(exchange));
        MessageMemory source = memory(lattice.cornerSource(up, cornerAxis), exchange, sentAt(exchange));
        int from = nodeAt(up, 1, cornerAxis, -1);
        int to = nodeAt(up, -1, cornerAxis, 1);
        in.add(declared(qmp.declareReceiveFrom(halo, from, Qmp.DEFAULT_PRIORITY)));
        out.add(declared(qmp.declareSendTo(source, to, Qmp.DEFAULT_PRIORITY)));
    }

    private int nodeAt(int axis, int step, int otherAxis, int otherStep) {
        int[] coordinates = qmp.getLogicalCoordinates();
        int[] extents = qmp.getLogicalDimensions();
        coordinates[axis] = Math.floorMod(coordinates[axis] + step, extents[axis]);
        coordinates[otherAxis] = Math.floorMod(coordinates[otherAxis] + otherStep, extents[otherAxis]);
        return qmp.getNodeNumberFrom(coordinates);
    }

    /**
     * Returns where the time of sending of this node's sites lies: the first of the field's spare doubles, one an
     * exchange.
     */
    private int sentAt(int exchange) {
        return siteDoubles * lattice.total() + exchange;
    }

    /** Returns where the time of sending of a neighbor's sites will lie. */
    private int newTimeAt(int exchange) {
        int at = siteDoubles * lattice.total() + PARITIES + incomingTimes++;
        receivedAt.get(exchange).add(at);
        return at;
    }

    /** Returns all sites, or those of a parity and the time of sending. */
    private MessageMemory memory(Blocks sites, int exchange, int timeAt) {
        if (receives.length < PARITIES) {
            long siteBytes = (long) siteDoubles * Double.BYTES;
            return declared(qmp.declareStridedMsgmem(
                    field,
                    sites.first()[0] * siteBytes,
                    sites.block() * siteBytes,
                    sites.count(),
                    sites.stride() * siteBytes));
        }
        int[] numbers = Arrays.stream(sites.numbers())
                .filter(site -> lattice.parity(site) == exchange)
                .toArray();
        return declared(SiteRows.declare(qmp, field, siteDoubles, numbers, timeAt));
    }

    private <T> T declared(T memoryOrHandle) {
        if (memoryOrHandle == null) {
            throw new IllegalStateException("halo exchange cannot be declared: " + qmp.getErrorString(null));
        }
        return memoryOrHandle;
    }

    private void check(QmpStatus status, MessageHandle handle) {
        if (status != QmpStatus.SUCCESS) {
            throw new IllegalStateException("halo exchange failed: " + qmp.getErrorString(handle));
        }
    }
}
