package org.sennit.examples.qmp.lattice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class ExactSumTest {
    @Property(tries = 100)
    void hasTheSameBitsInEveryOrderAndDivision(@ForAll long seed) {
        Random random = new Random(seed);
        double[] terms = new double[200];
        BigDecimal exact = BigDecimal.ZERO;
        for (int k = 0; k < terms.length; k++) {
            terms[k] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(120) - 90);
            exact = exact.add(new BigDecimal(terms[k]));
        }
        double[] forward = new double[ExactSum.BINS];
        for (double term : terms) {
            ExactSum.add(forward, 0, term);
        }
        double[] shares = new double[3 * ExactSum.BINS];
        for (int k = terms.length - 1; k >= 0; k--) {
            ExactSum.add(shares, ExactSum.BINS * (k % 3), terms[k]);
        }
        double[] together = new double[ExactSum.BINS];
        for (int share : new int[] {2, 0, 1}) {
            for (int bin = 0; bin < ExactSum.BINS; bin++) {
                together[bin] += shares[ExactSum.BINS * share + bin];
            }
        }
        double sum = ExactSum.value(forward, 0);
        assertEquals(Double.doubleToLongBits(sum), Double.doubleToLongBits(ExactSum.value(together, 0)));
        assertEquals(exact.doubleValue(), sum, 4 * Math.ulp(exact.doubleValue()));
    }

    @Example
    void cancelsWithoutRounding() {
        double[] bins = new double[ExactSum.BINS];
        ExactSum.add(bins, 0, 1e10);
        ExactSum.add(bins, 0, 0x1p-200);
        ExactSum.add(bins, 0, -1e10);
        assertEquals(0x1p-200, ExactSum.value(bins, 0));
    }

    @Example
    void termsThatDoNotFitAreSeen() {
        for (double term : new double[] {Double.NaN, Double.POSITIVE_INFINITY, 0x1p40}) {
            double[] bins = new double[ExactSum.BINS];
            ExactSum.add(bins, 0, 1);
            ExactSum.add(bins, 0, term);
            ExactSum.add(bins, 0, 1);
            assertTrue(Double.isNaN(ExactSum.value(bins, 0)), "term " + term);
        }
    }
}
