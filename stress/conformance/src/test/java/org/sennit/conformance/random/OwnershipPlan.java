package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import org.sennit.testkit.SeededRandom;

/**
 * A random program of gives, takes, sends, receives, objects and collectives of ownership, the same on all ranks.
 * Whether a message is given or sent, and taken or received, is no part of matching: any of the four may meet.
 *
 * @param seed of the program
 * @param order how the ranks do their parts, so that it cannot deadlock
 * @param isWild by rank, whether it takes from any source, whatever the tag
 * @param items what is done, in one order for all
 */
record OwnershipPlan(long seed, Order order, boolean[] isWild, List<Item> items) {
    private static final long[] EDGES = {0, 1, 31, 32, 64, 88, 255, 256, 257, 1000, 4096, 8191, 32_767, 32_769};
    private static final long[] LONG_EDGES = {65_536, 65_537, 131_073, 262_145, 1 << 20};

    /** How a message leaves. */
    enum Leaving {
        GIVE,
        GIVE_NONBLOCKING,
        GIVE_PERSISTENT,
        SEND
    }

    /** How it arrives. */
    enum Arriving {
        TAKE,
        TAKE_NONBLOCKING,
        TAKE_PERSISTENT,
        RECEIVE
    }

    /** What all do together. */
    enum Together {
        SCATTER,
        GATHER,
        ALLTOALL
    }

    /** A message, an object, or a collective. */
    sealed interface Item permits Passing, Present, Collective {}

    /**
     * A message.
     *
     * @param number of the message
     * @param source its sender's rank
     * @param destination its receiver's
     * @param tag its tag
     * @param communicator 0 or 1
     * @param lengthBytes its length
     * @param leaving how it leaves
     * @param arriving how it arrives, in the place of this message
     * @param isTooLong whether its receiver wants less
     * @param isPassedOn whether a buffer is given that has been taken before, where there is one
     * @param isKept whether the taker keeps the buffer for a while
     */
    record Passing(
            int number,
            int source,
            int destination,
            int tag,
            int communicator,
            long lengthBytes,
            Leaving leaving,
            Arriving arriving,
            boolean isTooLong,
            boolean isPassedOn,
            boolean isKept)
            implements Item {}

    /**
     * An object that is given by reference, on communicator 1 with a tag of its own; inside a JVM, and refused
     * elsewhere.
     *
     * @param number of the message
     * @param source its giver's rank
     * @param destination its taker's
     */
    record Present(int number, int source, int destination) implements Item {
        static final int TAG = 100;

        /** What is given; sometimes nothing. */
        Parcel parcel() {
            return number % 8 == 0 ? null : new Parcel(number);
        }
    }

    /** No immutable thing, and it refers to itself. */
    static final class Parcel {
        private final int[] numbers;
        private final Object[] cycle = {this, null};

        Parcel(int number) {
            this.numbers = new int[] {number, ~number};
            this.cycle[1] = cycle;
        }

        boolean isOf(int number) {
            return numbers[0] == number && numbers[1] == ~number && cycle[0] == this && cycle[1] == cycle;
        }
    }

    /**
     * A collective.
     *
     * @param number of the collective
     * @param kind which one
     * @param root its root
     * @param isNonblocking whether it is started and waited for
     */
    record Collective(int number, Together kind, int root, boolean isNonblocking) implements Item {
        /** The length of the buffer from one rank to another. */
        long lengthBytes(int from, int to) {
            return EDGES[(number * 31 + from * 7 + to * 3) % EDGES.length];
        }
    }

    static OwnershipPlan of(long seed, int ranks) {
        SeededRandom random = new SeededRandom(seed);
        Order order = random.oneOf(Order.values());
        boolean[] isWild = new boolean[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            isWild[rank] = order != Order.IN_TURN && random.nextInt(3) == 0;
        }
        List<Item> items = new ArrayList<>();
        int count = 1 + random.nextInt(20 * ranks);
        int tags = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            if (random.nextInt(12) == 0) {
                items.add(new Collective(
                        i, random.oneOf(Together.values()), random.nextInt(ranks), random.nextBoolean()));
                continue;
            }
            if (random.nextInt(10) == 0) {
                items.add(new Present(i, random.nextInt(ranks), random.nextInt(ranks)));
                continue;
            }
            int destination = random.nextInt(ranks);
            long length = random.nextInt(16) == 0 ? pick(random, LONG_EDGES) : pick(random, EDGES);
            items.add(new Passing(
                    i,
                    random.nextInt(ranks),
                    destination,
                    random.nextInt(tags),
                    isWild[destination] ? 0 : random.nextInt(2),
                    length,
                    random.oneOf(Leaving.values()),
                    random.oneOf(Arriving.values()),
                    !isWild[destination] && length > 0 && random.nextInt(16) == 0,
                    random.nextInt(2) == 0,
                    random.nextInt(2) == 0));
        }
        return new OwnershipPlan(seed, order, isWild, List.copyOf(items));
    }

    private static long pick(SeededRandom random, long[] lengths) {
        return lengths[random.nextInt(lengths.length)];
    }

    /** The longest message. */
    long longestBytes() {
        return items.stream()
                .mapToLong(item -> item instanceof Passing p ? p.lengthBytes() : 0)
                .max()
                .orElse(0);
    }

    String text() {
        StringBuilder text = new StringBuilder("program seed=" + seed + " order=" + order);
        for (int rank = 0; rank < isWild.length; rank++) {
            text.append(isWild[rank] ? " wild=" + rank : "");
        }
        items.forEach(item -> text.append("\n  ").append(item));
        return text.toString();
    }
}
