package org.sennit.examples.qmp.learning;

import static org.sennit.qmp.ChannelCalls.MINUS;
import static org.sennit.qmp.ChannelCalls.PLUS;

import java.util.Locale;
import org.sennit.Job;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/**
 * The program {@code torus}: heat spreads on a lattice that goes round in both directions, and none is lost.
 *
 * <p>For users of QMP: the lattice is laid out, the halo is declared once, as strided channels in all directions, and
 * each step starts it, waits, and computes; sums are global and in place.
 */
public final class Torus {
    private static final int SITES = 96;
    private static final int STEPS = 500;
    private static final double LOST = 1e-9; // of the heat, by rounding

    private final Qmp qmp;
    private final int width; // sites of this node along axis 0
    private final int height;
    private final int row; // sites in memory from one line to the next: a line has a ghost at each end

    private final double[] heat;
    private final double[] next;

    private Torus(Qmp qmp) {
        this.qmp = qmp;
        this.width = qmp.getSubgridDimensions()[0];
        this.height = qmp.getSubgridDimensions()[1];
        this.row = width + 2;
        this.heat = new double[row * (height + 2)];
        this.next = new double[heat.length];
    }

    /**
     * Runs four nodes in this JVM, or what the launcher says.
     *
     * @param args options of QMP
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Qmp qmp = Qmp.of(endpoint, args);
            if (!qmp.layoutGrid(new int[] {SITES, SITES}, 2)) {
                throw new IllegalStateException(qmp.getErrorString(null));
            }
            new Torus(qmp).run();
            qmp.finalizeMsgPassing();
        });
    }

    private void run() {
        if (qmp.isPrimaryNode()) {
            heat[row + 1] = 1e6; // one hot site
        }
        double before = total();
        MessageHandle halo = declareHalo();
        for (int step = 0; step < STEPS; step++) {
            check(qmp.start(halo));
            check(qmp.await(halo));
            spread();
        }
        double after = total();
        qmp.freeMsghandle(halo);
        if (Math.abs(after - before) > LOST * before) {
            throw new IllegalStateException("heat was lost: before=" + before + " after=" + after);
        }
        if (qmp.isPrimaryNode()) {
            System.out.printf(
                    Locale.ROOT,
                    "%d steps on %d x %d sites, %d x %d nodes: %.3f of %.3f left%n",
                    STEPS,
                    SITES,
                    SITES,
                    qmp.getLogicalDimensions()[0],
                    qmp.getLogicalDimensions()[1],
                    after,
                    before);
        }
    }

    /**
     * Declares the messages of the halo: the outermost lines of this node's sites go to the neighbors, and theirs are
     * stored beside them.
     */
    private MessageHandle declareHalo() {
        MessageHandle[] parts = {
            qmp.declareReceiveRelative(column(0), 0, MINUS, 0),
            qmp.declareReceiveRelative(column(width + 1), 0, PLUS, 0),
            qmp.declareReceiveRelative(line(0), 1, MINUS, 0),
            qmp.declareReceiveRelative(line(height + 1), 1, PLUS, 0),
            qmp.declareSendRelative(column(1), 0, MINUS, 0),
            qmp.declareSendRelative(column(width), 0, PLUS, 0),
            qmp.declareSendRelative(line(1), 1, MINUS, 0),
            qmp.declareSendRelative(line(height), 1, PLUS, 0)
        };
        return qmp.declareMultiple(parts, parts.length);
    }

    private MessageMemory column(int x) {
        return qmp.declareStridedMsgmem(heat, bytes(row + x), bytes(1), height, bytes(row));
    }

    private MessageMemory line(int y) {
        return qmp.declareMsgmem(heat, bytes(y * row + 1), bytes(width));
    }

    private static long bytes(int sites) {
        return (long) sites * Double.BYTES;
    }

    private void spread() {
        for (int y = 1; y <= height; y++) {
            for (int i = y * row + 1; i <= y * row + width; i++) {
                next[i] = 0.5 * heat[i] + 0.125 * (heat[i - 1] + heat[i + 1] + heat[i - row] + heat[i + row]);
            }
        }
        System.arraycopy(next, 0, heat, 0, heat.length);
    }

    private double total() {
        double[] sum = {0};
        for (int y = 1; y <= height; y++) {
            for (int x = 1; x <= width; x++) {
                sum[0] += heat[y * row + x];
            }
        }
        check(qmp.sumDoubleExtended(sum));
        return sum[0];
    }

    private void check(QmpStatus status) {
        if (status != QmpStatus.SUCCESS) {
            throw new IllegalStateException(qmp.getErrorString(null));
        }
    }
}
