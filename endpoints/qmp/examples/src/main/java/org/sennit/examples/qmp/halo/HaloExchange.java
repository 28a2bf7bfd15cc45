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
    private final double[] field;
    private final int siteDoubles;
    private final int cornerAxis;
    private final MessageHandle[] receives; // by exchange; null where no axis is cut
    private final MessageHandle[] sends;
    private final List<List<GatheredSites>> incoming =
            new ArrayList<>(); // by exchange; empty where sites are sent in place
    private final List<List<GatheredSites>> outgoing = new ArrayList<>();

    private long communicationNs;

    private HaloExchange(Qmp qmp, LocalLattice lattice, double[] field, int siteDoubles, int cornerAxis) {
        this.qmp = qmp;
        this.lattice = lattice;
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

    /** Sites of the field in the order in which they are sent, and a buffer for them. */
    private record GatheredSites(int[] sites, int siteDoubles, double[] buffer) {
        void gather(double[] field) {
            for (int k = 0; k < sites.length; k++) {
                System.arraycopy(field, siteDoubles * sites[k], buffer, siteDoubles * k, siteDoubles);
            }
        }

        void scatter(double[] field) {
            for (int k = 0; k < sites.length; k++) {
                System.arraycopy(buffer, siteDoubles * k, field, siteDoubles * sites[k], siteDoubles);
            }
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
        return new HaloExchange(qmp, lattice, field, siteDoubles, -1);
    }

    /**
     * Declares the channels of links along an axis: staples also need those that lie backward along it across a corner. There is an
     * exchange for each parity, 0 and 1.
     *
     * @param qmp this node, whose logical machine is that of the lattice
     * @param lattice the share
     * @param field the numbers
     * @param siteDoubles how many for each site
     * @param axis along which the links point
     * @return idle channels
     */
    public static HaloExchange ofLinks(Qmp qmp, LocalLattice lattice, double[] field, int siteDoubles, int axis) {
        return new HaloExchange(qmp, lattice, field, siteDoubles, axis);
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
            check(qmp.start(sends[exchange]), sends[exchange]);
            communicationNs += System.nanoTime() - startNs;
        }
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
            for (GatheredSites sites : incoming.get(exchange)) {
                sites.scatter(field);
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
        double[] buffer = new double[siteDoubles * numbers.length];
        gathered.get(exchange).add(new GatheredSites(numbers, siteDoubles, buffer));
        return declared(qmp.declareMsgmem(buffer, (long) buffer.length * Double.BYTES));
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
