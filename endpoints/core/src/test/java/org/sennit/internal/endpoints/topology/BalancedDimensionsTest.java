package org.sennit.internal.endpoints.topology;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Extents of grids: balanced as no other product is, what was given kept, errors where nothing fits. */
@Deadline(seconds = 60)
class BalancedDimensionsTest {
    @Test
    void areThoseOfTheStandardsExamples() {
        assertArrayEquals(new int[] {3, 2}, BalancedDimensions.of(6, 0, 0));
        assertArrayEquals(new int[] {7, 1}, BalancedDimensions.of(7, 0, 0));
        assertArrayEquals(new int[] {2, 3, 1}, BalancedDimensions.of(6, 0, 3, 0));
        assertFails(ErrorClass.DIMS, 7, 0, 3, 0);
    }

    @Test
    void areBalancedWhereGreedyFactorsAreNot() {
        assertArrayEquals(new int[] {6, 6}, BalancedDimensions.of(36, 0, 0));
        assertArrayEquals(new int[] {4, 4, 4}, BalancedDimensions.of(64, 0, 0, 0));
        assertArrayEquals(new int[] {6, 4, 3}, BalancedDimensions.of(72, 0, 0, 0));
    }

    @Test
    void multiplyToTheMembersDoNotIncreaseAndDifferLeastOfAll() {
        for (int members = 1; members <= 512; members++) {
            for (int dimensions = 1; dimensions <= 4; dimensions++) {
                int[] dims = BalancedDimensions.of(members, new int[dimensions]);
                String call = members + " " + Arrays.toString(dims);
                assertEquals(members, Arrays.stream(dims).reduce(1, (a, b) -> a * b), call);
                for (int d = 1; d < dimensions; d++) {
                    assertEquals(true, dims[d] <= dims[d - 1], call);
                }
                int spread = leastSpread(members, dimensions, 1, members);
                assertEquals(spread, dims[0] - dims[dimensions - 1], call);
            }
        }
    }

    /** Tries all products of factors from a least to a largest one, and all least and largest ones. */
    private static int leastSpread(int product, int factors, int from, int to) {
        for (int spread = 0; ; spread++) {
            for (int least = from; least + spread <= to; least++) {
                if (isProduct(product, factors, least, least + spread)) {
                    return spread;
                }
            }
        }
    }

    private static boolean isProduct(int product, int factors, int least, int largest) {
        if (factors == 0) {
            return product == 1;
        }
        for (int factor = least; factor <= Math.min(largest, product); factor++) {
            if (product % factor == 0 && isProduct(product / factor, factors - 1, least, largest)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void keepWhatWasGiven() {
        assertArrayEquals(new int[] {3, 2, 5, 2}, BalancedDimensions.of(60, 3, 0, 5, 0));
        assertArrayEquals(new int[] {3, 4}, BalancedDimensions.of(12, 3, 4));
        assertArrayEquals(new int[] {1, 1, 1}, BalancedDimensions.of(1, 0, 1, 0));
        assertArrayEquals(new int[0], BalancedDimensions.of(1));
    }

    @Test
    void areFoundForManyMembersAndDimensions() {
        assertArrayEquals(new int[] {46341, 46339}, BalancedDimensions.of(46341 * 46339, 0, 0));
        assertArrayEquals(new int[] {Integer.MAX_VALUE, 1, 1}, BalancedDimensions.of(Integer.MAX_VALUE, 0, 0, 0));
        int[] dims = BalancedDimensions.of(2_095_133_040, new int[10]); // no number below 2³¹ has more divisors
        assertEquals(2_095_133_040L, Arrays.stream(dims).asLongStream().reduce(1, (a, b) -> a * b));
    }

    @Test
    void areAnErrorWhereNothingFits() {
        assertFails(ErrorClass.DIMS, 12, 5, 0);
        assertFails(ErrorClass.DIMS, 12, 3, 3);
        assertFails(ErrorClass.DIMS, 12, -3, 0);
        assertFails(ErrorClass.DIMS, 2);
        assertFails(ErrorClass.DIMS, 12, 1 << 30, 4, 0);
        assertFails(ErrorClass.ARG, 0, 0);
    }

    private static void assertFails(ErrorClass errorClass, int members, int... given) {
        SennitException error = assertThrows(SennitException.class, () -> BalancedDimensions.of(members, given));
        assertEquals(errorClass, error.errorClass(), error.getMessage());
    }
}
