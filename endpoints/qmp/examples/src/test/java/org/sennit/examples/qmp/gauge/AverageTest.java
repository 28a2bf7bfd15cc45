package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class AverageTest {
    @Test
    void independentValuesHaveTheErrorOfTheMean() {
        double[] values = new Random(1).doubles(10_000).toArray();
        Average average = Average.of(values);
        assertEquals(0.5, average.mean(), 0.015);
        assertEquals(Math.sqrt(1.0 / 12 / values.length), average.error(), 0.5 * average.error());
    }

    @Test
    void valuesThatFollowEachOtherHaveALargerError() {
        double[] independent = new Random(1).doubles(4096).toArray();
        double[] repeated = new double[8 * independent.length];
        for (int k = 0; k < repeated.length; k++) {
            repeated[k] = independent[k / 8];
        }
        double ratio = Average.of(repeated).error() / Average.of(independent).error();
        assertTrue(ratio > 0.9, "ratio " + ratio); // and not 1/sqrt(8)
    }

    @Test
    void oneValueHasNoError() {
        Average average = Average.of(new double[] {3});
        assertEquals(3, average.mean());
        assertTrue(Double.isNaN(average.error()));
    }
}
