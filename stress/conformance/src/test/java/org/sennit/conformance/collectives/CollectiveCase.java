package org.sennit.conformance.collectives;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.testkit.SeededRandom;

/**
 * One call of a collective by all members of a communicator, and the serial model of it: which numbers each member
 * gives, and what a reduction of them is. All members draw the same case from the same seed.
 *
 * @param seed what it was drawn from
 * @param collective which
 * @param size how many members
 * @param root the root's rank, used by those that have one
 * @param count elements of a block; of those with blocks of different lengths the longest
 * @param type of the elements
 * @param operation of reductions
 * @param isInPlace whether the operand lies in the result's memory, where the collective allows it
 * @param driver how it is called
 * @param sendKind where the operand lies
 * @param receiveKind where the result goes
 */
public record CollectiveCase(
        long seed,
        Collective collective,
        int size,
        int root,
        int count,
        NumberType type,
        ModelOperation operation,
        boolean isInPlace,
        Driver driver,
        Buffer.Kind sendKind,
        Buffer.Kind receiveKind) {

    /** The sizes that are asked for, and those beside the length of a line of a team (112 bytes). */
    private static final List<Integer> COUNTS =
            List.of(0, 1, 2, 13, 14, 15, 28, 29, 112, 113, 400, 10_000, 10_001, 10_001);

    static final int LONGEST = 1_000_003;
    private static final int[] CORE_COUNTS = {13, 400};
    private static final long MOST_BYTES = 4 << 20;
    private static final long MOST_BYTES_OF_LONGEST = 24 << 20;

    /** How a collective is called. */
    public enum Driver {
        /** The bare call. */
        BLOCKING,
        /** A request. */
        NONBLOCKING,
        /** Started twice, with other numbers. */
        PERSISTENT
    }

    /**
     * Draws one.
     *
     * @param seed from what
     * @param size how many members
     * @param mostCount the largest count
     * @return the case
     */
    public static CollectiveCase of(long seed, int size, int mostCount) {
        SeededRandom random = new SeededRandom(seed);
        Collective collective = random.oneOf(Collective.values());
        NumberType type = random.oneOf(NumberType.values());
        ModelOperation[] operations = Arrays.stream(ModelOperation.values())
                .filter(o -> o.suits(type))
                .toArray(ModelOperation[]::new);
        boolean isReal = random.nextInt(6) == 0;
        NumberType chosen = isReal ? NumberType.DOUBLE : type;
        ModelOperation operation = isReal ? ModelOperation.SUM : random.oneOf(operations);
        int count = random.nextInt(40) == 0 ? LONGEST : COUNTS.get(random.nextInt(COUNTS.size()));
        long unit = collective.blocksOfAll(size) * chosen.bytes; // all members lie in one JVM, or its neighbors
        count = count <= mostCount ? count : count % (mostCount + 1);
        while (unit * count > (count == LONGEST ? MOST_BYTES_OF_LONGEST : MOST_BYTES)) {
            count = count == LONGEST ? 10_001 : count / 10;
        }
        return new CollectiveCase(
                seed,
                collective,
                size,
                random.nextInt(size),
                count,
                chosen,
                operation,
                random.nextInt(4) == 0,
                random.oneOf(Driver.values()),
                random.oneOf(Buffer.Kind.values()),
                random.oneOf(Buffer.Kind.values()));
    }

    /**
     * The cases of every run, whatever its share of time: each collective by each driver, once below the length that
     * goes in one line and once above, once in place where that is allowed.
     *
     * @param round of which run: numbers and memories differ
     * @param size how many members
     * @return the cases
     */
    static List<CollectiveCase> core(long round, int size) {
        List<CollectiveCase> cases = new ArrayList<>();
        for (Collective collective : Collective.values()) {
            for (Driver driver : Driver.values()) {
                for (int count : CORE_COUNTS) {
                    CollectiveCase drawn = of(~round * 1000 + cases.size(), size, count);
                    cases.add(new CollectiveCase(
                            drawn.seed,
                            collective,
                            size,
                            drawn.root,
                            count,
                            drawn.type,
                            drawn.operation,
                            count == CORE_COUNTS[0],
                            driver,
                            drawn.sendKind,
                            drawn.receiveKind));
                }
            }
        }
        return cases;
    }

    /** The length of the block between two ranks where lengths differ, the same in both directions. */
    int count(int rank, int other) {
        long hash = mix(seed ^ mix(Math.min(rank, other) * 64L + Math.max(rank, other) + 1));
        return switch ((int) (hash & 3)) {
            case 0 -> 0;
            case 1 -> count;
            default -> count - (int) Math.floorMod(hash >> 8, count + 1L);
        };
    }

    /** The number at a place of what a rank gives to another, or at a place of a block of its operand. */
    long value(int start, int from, int to, int index) {
        long hash = mix(mix(seed + start) + (from * 64L + to) * 0x1_0000_0001L * 0x9E37L + index);
        if (type == NumberType.DOUBLE) { // such that every order of a sum gives another one
            double size = Math.scalb(1.0, (int) (hash & 63) - 32);
            return Double.doubleToRawLongBits(size * ((hash >> 12) * 0x1p-52));
        } else if (type == NumberType.FLOAT) {
            float size = Math.scalb(1.0f, (int) (hash & 15) - 8);
            return Float.floatToRawIntBits(size * ((int) (hash >> 40) * 0x1p-24f));
        }
        return type.cut((hash & 7 << 20) == 0 ? 0 : hash);
    }

    /** The reduction of what the ranks from one to before another give for a block, by the canonical tree. */
    long reduced(int start, int first, int end, int block, int index) {
        if (end - first == 1) {
            return value(start, first, block, index);
        }
        int middle = first + Integer.highestOneBit(end - first - 1);
        long left = reduced(start, first, middle, block, index);
        return operation.combine(type, left, reduced(start, middle, end, block, index));
    }

    private static long mix(long bits) {
        long z = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
