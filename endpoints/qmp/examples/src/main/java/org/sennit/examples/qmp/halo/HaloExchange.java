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
 * Brings the halo of one field up to date: channels to the neighbors in all eight directions, and to those across corners where the
 * field needs them, declared once. All receives of an exchange are started in one call, and all sends in another, so that a receive
 * is waited for without the sends: the neighbor may fetch those later. Used by the endpoint's thread; all endpoints make the same calls.
 *
 * <p>A field whose sites change together is sent from where it lies, and received where it is read. A field whose parities change by
 * turns has an exchange for each parity, of the sites of that parity alone, which are gathered in a buffer of their channel: half
 * the bytes, in a row, and the field may be changed again before the neighbor has fetched them. Where they are there already, start
 * to end of a wait for 512 sites of 144 bytes takes 8 to 22 µs.
 */
public final class HaloExchange {
    /** The only exchange of a field whose sites change together. */
    public static final int ALL_SITES = 0;

    private static final int PARITIES = 2;

    private final Qmp qmp;
    private final LocalLattice lattice;
    private final NodeClock clock; // null where sites are sent in place
    private final double[] field;
    private final int siteDoubles;
    private final int cornerAxis;
    private final MessageHandle[] receives; // by exchange; null where no axis is cut
    private final MessageHandle[] sends;
    private final List<List<GatheredSites>> incoming =
            new ArrayList<>(); // by exchange; empty where sites are sent in place
    private final List<List<GatheredSites>> outgoing = new ArrayList<>();

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
            incoming.add(new ArrayList<>());
            outgoing.add(new ArrayList<>());
            declare(exchange);
        }
    }

    /**
     * Declares the channels of a field that needs its neighbors' sites, with one exchange: {@link #ALL_SITES}.
     *
     * @param qmp this node, whose logical machine is that of the lattice
     * @param lattice the share
     * @param field the numbers
     * @param siteDoubles how many for each site
     * @return idle channels
     */
    public static HaloExchange ofFaces(Qmp qmp, LocalLattice lattice, double[] field, int siteDoubles) {
        return new HaloExchange(qmp, lattice, null, field, siteDoubles, -1);
    }

    /**
     * Declares the channels of links along an axis: staples also need those that lie backward along it across a corner. There is an
     * exchange for each parity, 0 and 1.
     *
     * @param lattice on this node
     * @param field the numbers
     * @param siteDoubles how many for each site
     * @param axis along which the links point
     * @return idle channels
     */
    public static HaloExchange ofLinks(NodeLattice lattice, double[] field, int siteDoubles, int axis) {
        return new HaloExchange(lattice.qmp(), lattice.local(), lattice.clock(), field, siteDoubles, axis);
    }

    /**
     * Starts the channels of an exchange; waits for its last sends first. Its halo must not be read until {@link #awaitReceived}. Where
     * sites are sent in place the outermost ones must not be changed until {@link #awaitSent}.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     */
    public void start(int exchange) {
        if (receives[exchange] != null) {
            long startNs = System.nanoTime();
            check(qmp.await(sends[exchange]), sends[exchange]);
            for (GatheredSites sites : outgoing.get(exchange)) {
                sites.gather(field);
            }
            check(qmp.start(receives[exchange]), receives[exchange]);
            for (GatheredSites sites : outgoing.get(exchange)) {
                sites.setSentNs(clock.nowNs());
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
     * Blocks until the halo is up to date.
     *
     * @param exchange the parity, or {@link #ALL_SITES}
     */
    public void awaitReceived(int exchange) {
        if (receives[exchange] != null) {
            long startNs = System.nanoTime();
            check(qmp.await(receives[exchange]), receives[exchange]);
            long blockedNs = System.nanoTime() - startNs;
            double lastSentNs = Double.NEGATIVE_INFINITY;
            for (GatheredSites sites : incoming.get(exchange)) {
                sites.scatter(field);
                lastSentNs = Math.max(lastSentNs, sites.sentNs());
            }
            if (clock != null) {
                waitingNs += clock.waitedNs(startNs, blockedNs, lastSentNs);
            }
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /**
     * Blocks until sites that are sent in place may be changed: the neighbors have fetched them.
     *
     * @param exchange {@link #ALL_SITES}
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
     * Returns how much of that passed before the last neighbor had sent: what it computed meanwhile, not the exchange, took it.
     *
     * @return ns since the declaration; 0 for sites that are sent in place, where it is not known
     */
    public long waitingNs() {
        return waitingNs;
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
            MessageMemory halo = memory(lattice.halo(direction), exchange, incoming);
            MessageMemory face = memory(lattice.face(direction), exchange, outgoing);
            in.add(declared(qmp.declareReceiveRelative(halo, axis, sign, Qmp.DEFAULT_PRIORITY)));
            out.add(declared(qmp.declareSendRelative(face, axis, sign, Qmp.DEFAULT_PRIORITY)));
        }
    }

    /** All endpoints declare corners in the same order, by which those of the same two endpoints match. */
    private void declareCorner(int up, int exchange, List<MessageHandle> in, List<MessageHandle> out) {
        MessageMemory halo = memory(lattice.cornerHalo(up, cornerAxis), exchange, incoming);
        MessageMemory source = memory(lattice.cornerSource(up, cornerAxis), exchange, outgoing);
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

    /** The sites themselves, or the buffer of those of a parity, which is added to a list. */
    private MessageMemory memory(Blocks sites, int exchange, List<List<GatheredSites>> gathered) {
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
        GatheredSites copies = new GatheredSites(numbers, siteDoubles);
        gathered.get(exchange).add(copies);
        return declared(qmp.declareMsgmem(copies.buffer(), (long) copies.buffer().length * Double.BYTES));
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
