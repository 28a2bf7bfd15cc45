package org.sennit.examples.qmp.halo;

import java.util.ArrayList;
import java.util.List;
import org.sennit.examples.qmp.lattice.Blocks;
import org.sennit.examples.qmp.lattice.LocalLattice;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/**
 * Brings the halo of one field up to date: channels to the neighbors in all eight directions, and to those across corners where the
 * field needs them, declared once and started in one call. Faces are sent from where they lie in the field. Used by the endpoint's
 * thread; all endpoints make the same calls.
 */
public final class HaloExchange {
    private final Qmp qmp;
    private final LocalLattice lattice;
    private final double[] field;
    private final long siteBytes;
    private final List<MessageHandle> channels = new ArrayList<>();
    /** Null where no axis is cut. */
    private final MessageHandle all;

    private long communicationNs;

    private HaloExchange(Qmp qmp, LocalLattice lattice, double[] field, int siteDoubles, int cornerAxis) {
        this.qmp = qmp;
        this.lattice = lattice;
        this.field = field;
        this.siteBytes = (long) siteDoubles * Double.BYTES;
        for (int axis = 0; axis < LocalLattice.AXES; axis++) {
            if (lattice.isCut(axis)) {
                declareFaces(axis);
            }
        }
        for (int up = 0; cornerAxis >= 0 && up < LocalLattice.AXES; up++) {
            if (lattice.cornerSites(up, cornerAxis) > 0) {
                declareCorner(up, cornerAxis);
            }
        }
        all = channels.isEmpty()
                ? null
                : declared(qmp.declareMultiple(channels.toArray(MessageHandle[]::new), channels.size()));
    }

    /**
     * Declares the channels of a field that needs its neighbors' sites.
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
     * Declares the channels of links along an axis: staples also need those that lie backward along it across a corner.
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

    /** Starts all channels. The outermost sites must not be changed, and the halo not be read, until {@link #await}. */
    public void start() {
        if (all != null) {
            long startNs = System.nanoTime();
            check(qmp.start(all));
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /** Blocks until the halo is up to date and the outermost sites may be changed. */
    public void await() {
        if (all != null) {
            long startNs = System.nanoTime();
            check(qmp.await(all));
            communicationNs += System.nanoTime() - startNs;
        }
    }

    /** Brings the halo up to date, and computes nothing meanwhile. */
    public void exchange() {
        start();
        await();
    }

    /**
     * Returns the time spent in {@link #start} and {@link #await}.
     *
     * @return ns since the declaration
     */
    public long communicationNs() {
        return communicationNs;
    }

    private void declareFaces(int axis) {
        for (int sign : new int[] {Qmp.PLUS, Qmp.MINUS}) {
            int direction = sign == Qmp.PLUS ? axis : axis + LocalLattice.AXES;
            MessageMemory halo = memory(lattice.halo(direction));
            MessageMemory face = memory(lattice.face(direction));
            channels.add(declared(qmp.declareReceiveRelative(halo, axis, sign, Qmp.DEFAULT_PRIORITY)));
            channels.add(declared(qmp.declareSendRelative(face, axis, sign, Qmp.DEFAULT_PRIORITY)));
        }
    }

    /** All endpoints declare corners in the same order, by which those of the same two endpoints match. */
    private void declareCorner(int up, int down) {
        MessageMemory halo = memory(lattice.cornerHalo(up, down));
        MessageMemory source = memory(lattice.cornerSource(up, down));
        int from = nodeAt(up, 1, down, -1);
        int to = nodeAt(up, -1, down, 1);
        channels.add(declared(qmp.declareReceiveFrom(halo, from, Qmp.DEFAULT_PRIORITY)));
        channels.add(declared(qmp.declareSendTo(source, to, Qmp.DEFAULT_PRIORITY)));
    }

    private int nodeAt(int axis, int step, int otherAxis, int otherStep) {
        int[] coordinates = qmp.getLogicalCoordinates();
        int[] extents = qmp.getLogicalDimensions();
        coordinates[axis] = Math.floorMod(coordinates[axis] + step, extents[axis]);
        coordinates[otherAxis] = Math.floorMod(coordinates[otherAxis] + otherStep, extents[otherAxis]);
        return qmp.getNodeNumberFrom(coordinates);
    }

    private MessageMemory memory(Blocks sites) {
        int sets = sites.first().length;
        long block = sites.block() * siteBytes;
        long stride = sites.stride() * siteBytes;
        if (sets == 1) {
            return declared(
                    qmp.declareStridedMsgmem(field, sites.first()[0] * siteBytes, block, sites.count(), stride));
        }
        long[] offsets = new long[sets];
        long[] blocks = new long[sets];
        int[] counts = new int[sets];
        long[] strides = new long[sets];
        for (int set = 0; set < sets; set++) {
            offsets[set] = sites.first()[set] * siteBytes;
            blocks[set] = block;
            counts[set] = sites.count();
            strides[set] = stride;
        }
        return declared(qmp.declareStridedArrayMsgmem(field, offsets, blocks, counts, strides));
    }

    private <T> T declared(T memoryOrHandle) {
        if (memoryOrHandle == null) {
            throw new IllegalStateException("halo exchange cannot be declared: " + qmp.getErrorString(null));
        }
        return memoryOrHandle;
    }

    private void check(QmpStatus status) {
        if (status != QmpStatus.SUCCESS) {
            throw new IllegalStateException("halo exchange failed: " + qmp.getErrorString(all));
        }
    }
}
