package org.sennit.qmp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.CleanWindows;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Starting declared channels and waiting for them allocates nothing. */
@Deadline(seconds = 60)
class SteadyStateTest {
    private static final int STEPS = 100;
    private static final long LIMIT_SECONDS = 20;
    private static final int SITES = 4;
    private static final int LINK_BYTES = 18 * Double.BYTES;

    @Test
    void aHaloOfStridedFacesAllocatesNothing() {
        Nodes.run(4, qmp -> {
            MessageHandle halo = halo(qmp);
            awaitCleanWindows(qmp, () -> {
                qmp.start(halo);
                assertEquals(QmpStatus.SUCCESS, qmp.await(halo));
            });
        });
    }

    @Test
    void aPairThatIsPolledAndWaitedForAllocatesNothing() {
        Nodes.run(2, qmp -> {
            assertTrue(qmp.declareLogicalTopology(new int[] {2}, 1));
            MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(new byte[64], 64), 0, 1, 0);
            MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(new byte[64], 64), 0, -1, 0);
            MessageHandle[] both = {receive, send};
            awaitCleanWindows(qmp, () -> {
                qmp.start(receive);
                qmp.start(send);
                qmp.isComplete(receive);
                assertEquals(QmpStatus.SUCCESS, qmp.awaitAll(both, 2));
            });
        });
    }

    @Test
    void aSumOfShortArraysAllocatesNothing() {
        Nodes.run(2, qmp -> {
            double[] x = {1};
            double[] several = {1, 2, 3, 4};
            awaitCleanWindows(qmp, () -> {
                qmp.sumDouble(x);
                qmp.maxDouble(x);
                qmp.sumDoubleArray(several, 4);
                qmp.barrier();
            });
        });
    }

    /** Both faces along each axis of a lattice of matrices, out of the middle and into ghost cells. */
    private static MessageHandle halo(Qmp qmp) {
        assertTrue(qmp.declareLogicalTopology(new int[] {2, 2}, 2));
        int row = SITES * LINK_BYTES;
        MessageHandle[] parts = new MessageHandle[8];
        AlignedMemory lattice = qmp.allocateMemory((long) SITES * row);
        AlignedMemory ghosts = qmp.allocateMemory(4L * row);
        for (int axis = 0; axis < 2; axis++) {
            for (int side = 0; side < 2; side++) {
                int i = 2 * axis + side;
                long first = side == 0 ? 0 : SITES - 1;
                MessageMemory face = axis == 0
                        ? qmp.declareStridedMsgmem(lattice, first * LINK_BYTES, LINK_BYTES, SITES, row)
                        : qmp.declareMsgmem(lattice, first * row, row);
                int sign = side == 0 ? ChannelCalls.MINUS : ChannelCalls.PLUS;
                parts[i] = qmp.declareSendRelative(face, axis, sign, 0);
                MessageMemory ghost = qmp.declareMsgmem(ghosts, (long) i * row, row);
                parts[4 + i] = qmp.declareReceiveRelative(ghost, axis, sign, 0);
            }
        }
        return qmp.declareMultiple(parts, 8);
    }

    private static void awaitCleanWindows(Qmp qmp, Runnable step) {
        long startNs = System.nanoTime();
        CleanWindows last = new CleanWindows(0);
        int[] goesOn = {1};
        while (goesOn[0] > 0) {
            step.run();
            long before = AllocatedBytes.ofThisThread();
            for (int i = 0; i < STEPS; i++) {
                step.run();
            }
            last.add(AllocatedBytes.ofThisThread() - before);
            boolean isLate = last.isHopeless() || System.nanoTime() - startNs > Deadlines.ns(LIMIT_SECONDS);
            goesOn[0] = last.isSteady() ? 0 : isLate ? -1000 : 1; // one that is late ends all
            qmp.sumInt(goesOn);
            if (goesOn[0] < 0) {
                break;
            }
        }
        last.assertSteady("node=" + qmp.getNodeNumber());
    }
}
