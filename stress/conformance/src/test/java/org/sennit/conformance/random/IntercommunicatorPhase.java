package org.sennit.conformance.random;

import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.NULL_PROCESS;
import static org.sennit.Communicator.ROOT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.message.Request;
import org.sennit.message.Status;
import org.sennit.testkit.SeededRandom;

/** Two sides of the ranks: each member sends to all of the other side, and both sides call collectives together. */
final class IntercommunicatorPhase {
    private static final int TAG = 3;

    private IntercommunicatorPhase() {}

    static void run(Communicator world, SeededRandom random) {
        int size = world.size();
        if (size == 1) {
            return; // there is no other side
        }
        int cut = 1 + random.nextInt(size - 1);
        int longest = random.nextInt(4) == 0 ? 20_000 : 200;
        long seed = random.nextLong();
        boolean isLow = world.rank() < cut;
        try (Communicator side = world.split(isLow ? 0 : 1, 0);
                Intercommunicator inter = side.createIntercommunicator(0, world, isLow ? cut : 0, 5);
                Intercommunicator again = inter.duplicate()) {
            int sizeThere = isLow ? size - cut : cut;
            if (inter.remoteSize() != sizeThere || inter.size() != size - sizeThere) {
                throw new AssertionError(inter + ": " + inter.size() + " here, " + inter.remoteSize() + " there");
            }
            Traffic traffic = new Traffic(seed, isLow, longest);
            messages(inter, traffic);
            collectives(again, new Traffic(~seed, isLow, longest), random.nextInt(2) == 0);
            messages(again, new Traffic(seed + 1, isLow, longest));
        }
    }

    /** What the members of both sides send. */
    private record Traffic(long seed, boolean isLow, int longest) {
        byte[] bytes(boolean isFromLow, int source, int destination) {
            long number = seed + (isFromLow ? 1 : 0) + 2L * source + 1000L * destination;
            byte[] bytes = new byte[(int) Math.floorMod(number * 7919, (long) longest)];
            new MessageBytes(number).next(bytes, 0, bytes.length);
            return bytes;
        }

        void check(byte[] memory, int source, int destination, Status status) {
            byte[] expected = bytes(!isLow, source, destination);
            if (status.source() != source
                    || status.countBytes() != expected.length
                    || !Arrays.equals(memory, 0, expected.length, expected, 0, expected.length)) {
                throw new AssertionError("from " + source + " of the other side: " + status + ", not " + expected.length
                        + " bytes, or other bytes");
            }
        }
    }

    private static void messages(Intercommunicator inter, Traffic traffic) {
        int others = inter.remoteSize();
        boolean isAny = traffic.seed() % 2 == 0;
        List<Request> requests = new ArrayList<>();
        byte[][] memory = new byte[others][traffic.longest()];
        Status[] statuses = new Status[2 * others];
        Arrays.setAll(statuses, i -> new Status());
        for (int r = 0; r < others; r++) {
            requests.add(inter.nonblocking().receive(memory[r], isAny ? ANY_SOURCE : r, TAG));
        }
        for (int r = 0; r < others; r++) {
            requests.add(inter.nonblocking().send(traffic.bytes(traffic.isLow(), inter.rank(), r), r, TAG));
        }
        Request.awaitAll(requests.toArray(Request[]::new), statuses);
        boolean[] hasCome = new boolean[others];
        for (int r = 0; r < others; r++) {
            int source = statuses[r].source();
            if (hasCome[source] || !isAny && source != r) {
                throw new AssertionError("not from " + r + " of the other side, or twice: " + statuses[r]);
            }
            hasCome[source] = true;
            traffic.check(memory[r], source, inter.rank(), statuses[r]);
        }
    }

    private static void collectives(Intercommunicator inter, Traffic traffic, boolean isLowRoot) {
        inter.barrier();
        long[] own = {traffic.seed() + (traffic.isLow() ? 1000 : 2000) + inter.rank()};
        long[] all = new long[inter.remoteSize()];
        inter.allgather(own, all);
        for (int r = 0; r < all.length; r++) {
            equal(traffic.seed() + (traffic.isLow() ? 2000 : 1000) + r, all[r], "allgather");
        }
        boolean isRootSide = traffic.isLow() == isLowRoot;
        long[] word = {isRootSide && inter.rank() == 0 ? traffic.seed() : -1};
        inter.broadcast(word, !isRootSide ? 0 : inter.rank() == 0 ? ROOT : NULL_PROCESS);
        equal(isRootSide && inter.rank() != 0 ? -1 : traffic.seed(), word[0], "broadcast");
    }

    private static void equal(long expected, long actual, String what) {
        if (expected != actual) {
            throw new AssertionError(what + " between two sides: " + actual + ", not " + expected);
        }
    }
}
