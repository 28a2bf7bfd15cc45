package org.sennit.examples.qmp.halo;

import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/**
 * The clock of node 0 as another node sees it: separates waiting for what another node computes from the transfer of
 * what it has sent. The difference of two clocks is that of the quickest of several round trips, and wrong by half of
 * that at most. Used by the endpoint's thread.
 */
public final class NodeClock {
    private static final int ROUNDS = 16;

    private final long aheadNs;

    private NodeClock(long aheadNs) {
        this.aheadNs = aheadNs;
    }

    /**
     * Compares clocks, one node after the other. Blocks until this node's turn has passed; all nodes make the call.
     *
     * @param qmp this node
     * @return the clock
     */
    static NodeClock of(Qmp qmp) {
        int nodes = qmp.getNumberOfNodes();
        if (!qmp.isPrimaryNode()) {
            return new NodeClock(askAheadNs(new Pair(qmp, 0)));
        }
        for (int node = 1; node < nodes; node++) {
            answer(new Pair(qmp, node));
        }
        return new NodeClock(0);
    }

    /**
     * Returns the time.
     *
     * @return ns, the same on all nodes but for the error of the comparison
     */
    double nowNs() {
        return System.nanoTime() + aheadNs;
    }

    /**
     * Returns how much of a blocking call passed before what it waited for was sent.
     *
     * @param startNs when it began, by {@link System#nanoTime}
     * @param blockedNs how long it took
     * @param sentNs when the last message was sent, by this clock
     * @return from 0 to blockedNs
     */
    long waitedNs(long startNs, long blockedNs, double sentNs) {
        return (long) Math.clamp(sentNs - (startNs + aheadNs), 0, blockedNs);
    }

    private static void answer(Pair pair) {
        for (int round = 0; round < ROUNDS; round++) {
            pair.receive();
            pair.send(System.nanoTime());
        }
        pair.free();
    }

    private static long askAheadNs(Pair pair) {
        long shortestNs = Long.MAX_VALUE;
        long aheadNs = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long startNs = System.nanoTime();
            pair.send(startNs);
            long thereNs = pair.receive();
            long tookNs = System.nanoTime() - startNs;
            if (tookNs < shortestNs) {
                shortestNs = tookNs;
                aheadNs = thereNs - startNs - tookNs / 2;
            }
        }
        pair.free();
        return aheadNs;
    }

    /** Channels of a number to another node and back. */
    private static final class Pair {
        private final Qmp qmp;
        private final long[] out = new long[1];
        private final long[] in = new long[1];
        private final MessageMemory outMemory;
        private final MessageMemory inMemory;
        private final MessageHandle send;
        private final MessageHandle receive;

        Pair(Qmp qmp, int node) {
            this.qmp = qmp;
            outMemory = qmp.declareMsgmem(out, Long.BYTES);
            inMemory = qmp.declareMsgmem(in, Long.BYTES);
            send = qmp.declareSendTo(outMemory, node, Qmp.DEFAULT_PRIORITY);
            receive = qmp.declareReceiveFrom(inMemory, node, Qmp.DEFAULT_PRIORITY);
        }

        void send(long number) {
            out[0] = number;
            run(send);
        }

        long receive() {
            run(receive);
            return in[0];
        }

        void free() {
            qmp.freeMsghandle(send);
            qmp.freeMsghandle(receive);
            qmp.freeMsgmem(outMemory);
            qmp.freeMsgmem(inMemory);
        }

        private void run(MessageHandle handle) {
            if (qmp.start(handle) != QmpStatus.SUCCESS || qmp.await(handle) != QmpStatus.SUCCESS) {
                throw new IllegalStateException("comparison of clocks failed: " + qmp.getErrorString(handle));
            }
        }
    }
}
