package org.sennit.examples.qmp.algebra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class Matrix3Test {
    private static final double ROUNDING = 1e-13;
    private static final int OFFSET = 5;

    @Property(tries = 200)
    void productsAreSumsOverRowsAndColumns(@ForAll long seed) {
        Random random = new Random(seed);
        double[] a = matrix(random);
        double[] b = matrix(random);
        double[] start = matrix(random);

        double[] c = start.clone();
        Matrix3.multiply(c, OFFSET, a, OFFSET, b, OFFSET);
        assertSame(product(a, b), c);

        c = start.clone();
        Matrix3.addMultiplyDagger(c, OFFSET, a, OFFSET, b, OFFSET);
        assertSame(sum(start, product(a, dagger(b))), c);

        c = start.clone();
        Matrix3.addDaggerMultiply(c, OFFSET, a, OFFSET, b, OFFSET);
        assertSame(sum(start, product(dagger(a), b)), c);
    }

    @Property(tries = 200)
    void projectionIsInTheGroupAndKeepsWhatIs(@ForAll long seed) {
        double[] a = matrix(new Random(seed));
        Matrix3.unitarize(a, OFFSET);
        assertTrue(Matrix3.distanceFromGroup(a, OFFSET) < 1e-10, "distance");
        double[] again = a.clone();
        Matrix3.unitarize(again, OFFSET);
        assertSame(a, again);
    }

    @Property(tries = 100)
    void theTraceIsThatOfTheProduct(@ForAll long seed) {
        Random random = new Random(seed);
        double[] a = matrix(random);
        double[] b = matrix(random);
        double[] product = product(a, dagger(b));
        double trace = product[OFFSET] + product[OFFSET + 8] + product[OFFSET + 16];
        assertEquals(trace, Matrix3.realTraceDagger(part(a), part(b)), ROUNDING);
    }

    @Example
    void aPhaseIsNotInTheGroup() {
        double[] a = new double[Matrix3.DOUBLES];
        Matrix3.setUnit(a, 0);
        assertEquals(0, Matrix3.distanceFromGroup(a, 0));
        a[16] = -1;
        assertFalse(Matrix3.distanceFromGroup(a, 0) < 1);
    }

    private static double[] part(double[] a) {
        return java.util.Arrays.copyOfRange(a, OFFSET, OFFSET + Matrix3.DOUBLES);
    }

    private static double[] matrix(Random random) {
        return random.doubles(OFFSET + Matrix3.DOUBLES, -1, 1).toArray();
    }

    private static double[] dagger(double[] a) {
        double[] result = new double[a.length];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                result[OFFSET + 6 * i + 2 * j] = a[OFFSET + 6 * j + 2 * i];
                result[OFFSET + 6 * i + 2 * j + 1] = -a[OFFSET + 6 * j + 2 * i + 1];
            }
        }
        return result;
    }

    private static double[] product(double[] a, double[] b) {
        double[] result = new double[a.length];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 3; k++) {
                    double ar = a[OFFSET + 6 * i + 2 * k];
                    double ai = a[OFFSET + 6 * i + 2 * k + 1];
                    double br = b[OFFSET + 6 * k + 2 * j];
                    double bi = b[OFFSET + 6 * k + 2 * j + 1];
                    result[OFFSET + 6 * i + 2 * j] += ar * br - ai * bi;
                    result[OFFSET + 6 * i + 2 * j + 1] += ar * bi + ai * br;
                }
            }
        }
        return result;
    }

    private static double[] sum(double[] a, double[] b) {
        double[] result = a.clone();
        for (int k = 0; k < result.length; k++) {
            result[k] += b[k];
        }
        return result;
    }

    private static void assertSame(double[] expected, double[] actual) {
        for (int k = OFFSET; k < actual.length; k++) {
            assertEquals(expected[k], actual[k], ROUNDING, "part " + (k - OFFSET));
        }
    }
}
