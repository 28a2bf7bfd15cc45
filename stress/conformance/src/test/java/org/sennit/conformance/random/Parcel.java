package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import org.sennit.testkit.SeededRandom;

/**
 * An object that a rank of a random program sends to another.
 *
 * @param id its number in the program
 * @param source who sends it
 * @param destination to whom
 * @param tag with which tag
 * @param way how it is sent
 * @param seed what it is
 */
record Parcel(int id, int source, int destination, int tag, Way way, long seed) {
    /** How an object is sent. */
    enum Way {
        /** One blocking call. */
        BLOCKING,
        /** A request, completed later. */
        NONBLOCKING,
        /** By reference where the receiver is in the same JVM. */
        SHARED
    }

    /** The object of a round. */
    Object value(int round) {
        SeededRandom random = new SeededRandom(seed + round);
        int length = random.nextInt(random.nextInt(8) == 0 ? 20_000 : 40);
        return switch (random.nextInt(way == Way.SHARED ? 3 : 5)) { // what may change cannot be shared
            case 0 -> null;
            case 1 -> "object " + id + " of " + seed + "x".repeat(length);
            case 2 -> seed;
            case 3 -> {
                long[] numbers = new long[length];
                java.util.Arrays.setAll(numbers, i -> seed * 31 + i);
                yield numbers;
            }
            default -> {
                List<Integer> list = new ArrayList<>();
                for (int i = 0; i < length; i++) {
                    list.add(random.nextInt(1000));
                }
                yield list;
            }
        };
    }

    @Override
    public String toString() {
        return "object " + id + ": " + way + " from " + source + " to " + destination + " tag " + tag;
    }
}
