package org.sennit.internal.endpoints.topology;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Extents of a grid for a number of members, as close to each other as there are. Of all products of as many factors it
 * is the one whose largest and smallest differ least, and of those the one with the smallest largest factor, then the
 * smallest second, and so on; extents that were given stay. Pure. (MPI 4.1, section 8.5.2; Träff and Lübbe,
 * "Specification guideline violations by MPI_Dims_create", EuroMPI 2015)
 */
public final class BalancedDimensions {
    private final int[] divisors; // ascending
    private final int[] chosen; // not increasing
    private int[] best;
    private int bestSpread = Integer.MAX_VALUE;

    private BalancedDimensions(int product, int factors) {
        divisors = divisorsOf(product);
        chosen = new int[factors];
    }

    /**
     * Fills in the extents that are 0.
     *
     * @param members the number of members, 1 and up
     * @param given an extent for each dimension, 0 for those to be found
     * @return all extents; those that were found do not increase
     * @throws SennitException ARG for fewer than one member; DIMS for an extent below 0, and when the members cannot be
     *     divided by the product of the extents that were given, or do not equal it where all were given; final
     */
    public static int[] of(int members, int... given) {
        Given.given(given, ErrorClass.ARG, "extents", "createDims");
        int left = check(members, given);
        int free = (int) Arrays.stream(given).filter(extent -> extent == 0).count();
        int[] extents = given.clone();
        if (free > 0) {
            BalancedDimensions search = new BalancedDimensions(left, free);
            search.choose(left, 0);
            int next = 0;
            for (int d = 0; d < extents.length; d++) {
                extents[d] = extents[d] == 0 ? search.best[next++] : extents[d];
            }
        }
        return extents;
    }

    /** Returns the product of the extents that are to be found. */
    private static int check(int members, int[] given) {
        String call = "operation=createDims members=" + members + " dims=" + Arrays.toString(given);
        if (members < 1) {
            throw new SennitException(ErrorClass.ARG, "no members: " + call);
        }
        long product = 1;
        boolean isOpen = false;
        for (int extent : given) {
            if (extent < 0) {
                throw new SennitException(ErrorClass.DIMS, "negative extent: " + call);
            }
            isOpen |= extent == 0;
            product = Math.min(product * Math.max(1, extent), Integer.MAX_VALUE + 1L); // once too large, always
        }
        if (isOpen ? members % product != 0 : members != product) {
            throw new SennitException(
                    ErrorClass.DIMS,
                    (isOpen
                                    ? "members cannot be divided by the extents that were given: "
                                    : "the extents do not multiply to the number of members: ")
                            + call);
        }
        return (int) (members / product);
    }

    /** Tries all factors for this place and those after it; the smallest first, so the first of equals stays. */
    private void choose(int left, int place) {
        int places = chosen.length - place;
        if (places == 1) {
            chosen[place] = left;
            int spread = chosen[0] - left;
            if ((place == 0 || left <= chosen[place - 1]) && spread < bestSpread) {
                bestSpread = spread;
                best = chosen.clone();
            }
            return;
        }
        for (int factor : divisors) {
            if (place > 0 && factor > chosen[place - 1]) {
                return;
            }
            if (left % factor == 0 && isLargeEnough(factor, places, left) && isNear(factor, place)) {
                chosen[place] = factor;
                choose(left / factor, place + 1);
            }
        }
    }

    /** Returns whether it may be the largest of the given number of factors. */
    private static boolean isLargeEnough(int factor, int factors, int product) {
        long power = 1;
        for (int i = 0; i < factors && power < product; i++) {
            power *= factor;
        }
        return power >= product;
    }

    private boolean isNear(int factor, int place) {
        return place == 0 || chosen[0] - factor < bestSpread;
    }

    private static int[] divisorsOf(int number) {
        IntStream small = IntStream.rangeClosed(1, (int) Math.sqrt(number)).filter(d -> number % d == 0);
        return small.flatMap(d -> IntStream.of(d, number / d))
                .sorted()
                .distinct()
                .toArray();
    }
}
