package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Operation;
import org.sennit.message.Request;

/** Collectives across the two sides of an intercommunicator whose ranks are spread unevenly. */
final class AcrossBehaviours {
    private static final int[] COUNTS = {0, 1, 13, 3000};

    private AcrossBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour(
                "collectivesAcrossEqualTheModel", world -> EndpointThreads.run(world, 2, AcrossBehaviours::across)));
    }

    /** Ranks 0, 1, 4, 6 and 7 against 2, 3 and 5: sides that share processes and sides that do not. */
    private static void across(Communicator all) {
        boolean isLow = all.rank() < 2 || all.rank() == 4 || all.rank() > 5;
        try (Communicator side = all.split(isLow ? 0 : 1, 0);
                Intercommunicator inter = side.createIntercommunicator(0, all, isLow ? 2 : 0, 7)) {
            int lowSize = isLow ? inter.size() : inter.remoteSize();
            for (int count : COUNTS) {
                unrooted(inter, isLow, count);
                for (int root = 0; root < all.size(); root++) {
                    boolean isRootLow = root < lowSize;
                    rooted(inter, isLow, isRootLow, isRootLow ? root : root - lowSize, count);
                }
            }
        }
    }

    /** All under way at once; what a member gives contains its side, its rank and whom it is for. */
    private static void unrooted(Intercommunicator inter, boolean isLow, int count) {
        long[] own = given(isLow, inter.rank(), 0, count);
        long[] gathered = new long[inter.remoteSize() * count];
        long[] sum = new long[count];
        long[] forEach = new long[inter.remoteSize() * count];
        for (int to = 0; to < inter.remoteSize(); to++) {
            System.arraycopy(given(isLow, inter.rank(), to, count), 0, forEach, to * count, count);
        }
        long[] exchanged = new long[inter.remoteSize() * count];
        List<Request> requests = new ArrayList<>();
        requests.add(inter.nonblocking().allgather(own, gathered));
        requests.add(inter.nonblocking().barrier());
        requests.add(inter.nonblocking().allreduce(own, sum, Operation.SUM));
        requests.add(inter.nonblocking().alltoall(forEach, exchanged));
        Request.awaitAll(requests.toArray(Request[]::new));
        inter.barrier();
        for (int i = 0; i < count; i++) {
            long expected = 0;
            for (int from = 0; from < inter.remoteSize(); from++) {
                expected += value(!isLow, from, 0, i);
                assertEquals(value(!isLow, from, 0, i), gathered[from * count + i]);
                assertEquals(value(!isLow, from, inter.rank(), i), exchanged[from * count + i]);
            }
            assertEquals(expected, sum[i]);
        }
    }

    private static void rooted(Intercommunicator inter, boolean isLow, boolean isRootLow, int root, int count) {
        boolean isRootSide = isLow == isRootLow;
        boolean isRoot = isRootSide && inter.rank() == root;
        int named = isRoot ? Communicator.ROOT : isRootSide ? Communicator.NULL_PROCESS : root;
        long[] memory = isRoot ? given(isRootLow, root, 0, count) : new long[count];
        inter.broadcast(memory, named);
        long[] own = given(isLow, inter.rank(), 0, count);
        long[] sum = new long[count];
        inter.reduce(own, sum, Operation.SUM, named);
        long[] gathered = new long[inter.remoteSize() * count];
        inter.gather(own, gathered, named);
        if (isRootSide) {
            for (int i = 0; isRoot && i < count; i++) {
                long expected = 0;
                for (int from = 0; from < inter.remoteSize(); from++) {
                    expected += value(!isLow, from, 0, i);
                    assertEquals(value(!isLow, from, 0, i), gathered[from * count + i]);
                }
                assertEquals(expected, sum[i]);
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            assertEquals(value(isRootLow, root, 0, i), memory[i]);
        }
    }

    private static long[] given(boolean isLow, int rank, int to, int count) {
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = value(isLow, rank, to, i);
        }
        return values;
    }

    private static long value(boolean isLow, int rank, int to, int index) {
        return (isLow ? 1_000_000_000L : 0) + rank * 10_000_000L + to * 1_000_000L + index;
    }
}
