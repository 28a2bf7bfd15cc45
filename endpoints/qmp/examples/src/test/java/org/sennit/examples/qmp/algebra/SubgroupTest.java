package org.sennit.examples.qmp.algebra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class SubgroupTest {
    private static final double ROUNDING = 1e-12;

    @Property(tries = 100)
    void theProjectionTellsTheTraceOfAllProducts(@ForAll Subgroup subgroup, @ForAll long seed) {
        Random random = new Random(seed);
        double[] w = random.doubles(Matrix3.DOUBLES, -1, 1).toArray();
        double[] a = new double[4];
        double k = subgroup.project(w, a);
        double[] difference = new double[2];
        for (int i = 0; i < 2; i++) {
            double[] g = element(random);
            double[] gw = w.clone();
            subgroup.multiplyLeft(g, gw, 0);
            // Re tr(g w) = k Re tr(g a) + what g does not change, and Re tr(g a) = 2 (g a)[0]
            double product = g[0] * a[0] - g[1] * a[1] - g[2] * a[2] - g[3] * a[3];
            difference[i] = realTrace(gw) - 2 * k * product;
        }
        assertEquals(difference[0], difference[1], ROUNDING);
    }

    @Property(tries = 100)
    void productsStayInTheGroup(@ForAll Subgroup subgroup, @ForAll long seed) {
        Random random = new Random(seed);
        double[] u = random.doubles(Matrix3.DOUBLES, -1, 1).toArray();
        Matrix3.unitarize(u, 0);
        double[] unchanged = u.clone();
        double[] g = element(random);
        subgroup.multiplyLeft(g, u, 0);
        assertTrue(Matrix3.distanceFromGroup(u, 0) < 1e-10, "distance");
        subgroup.multiplyLeft(new double[] {g[0], -g[1], -g[2], -g[3]}, u, 0);
        assertArrayEquals(unchanged, u, ROUNDING);
    }

    @Property(tries = 100)
    void elementsMultiplyAsMatrices(@ForAll Subgroup subgroup, @ForAll long seed) {
        Random random = new Random(seed);
        double[] h = element(random);
        double[] a = element(random);
        double[] g = new double[4];
        Subgroup.multiplyDagger(h, a, g);
        assertArrayEquals(matrix(subgroup, h), product(subgroup, g, matrix(subgroup, a)), ROUNDING);
        Subgroup.squareDagger(a, g);
        double[] reflected = product(subgroup, g, matrix(subgroup, a));
        assertArrayEquals(matrix(subgroup, new double[] {a[0], -a[1], -a[2], -a[3]}), reflected, ROUNDING);
    }

    @Example
    void whatVanishesIsProjectedToOne() {
        double[] a = new double[4];
        assertEquals(0, Subgroup.FIRST_THIRD.project(new double[Matrix3.DOUBLES], a));
        assertArrayEquals(new double[] {1, 0, 0, 0}, a);
    }

    private static double[] element(Random random) {
        double[] g = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double norm = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2] + g[3] * g[3]);
        for (int k = 0; k < 4; k++) {
            g[k] /= norm;
        }
        return g;
    }

    private static double[] matrix(Subgroup subgroup, double[] g) {
        double[] unit = new double[Matrix3.DOUBLES];
        Matrix3.setUnit(unit, 0);
        return product(subgroup, g, unit);
    }

    private static double[] product(Subgroup subgroup, double[] g, double[] u) {
        double[] result = u.clone();
        subgroup.multiplyLeft(g, result, 0);
        return result;
    }

    private static double realTrace(double[] u) {
        return u[0] + u[8] + u[16];
    }
}
