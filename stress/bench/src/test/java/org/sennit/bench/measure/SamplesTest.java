package org.sennit.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void sumsUpToMedianBestAnd99thPercentile() {
        Samples samples = new Samples();
        for (int ns = 1; ns <= 100; ns++) {
            samples.record(ns);
        }
        Summary summary = samples.summary();
        assertEquals(100, summary.count());
        assertEquals(50, summary.medianNs(), 0.5);
        assertEquals(1, summary.bestNs());
        assertEquals(99, summary.p99Ns(), 0.5);
    }

    @Test
    void keepsTenthsOfANanosecond() {
        Samples samples = new Samples();
        samples.record(52.3);
        assertEquals(52.3, samples.summary().medianNs(), 0.05);
    }

    @Test
    void hasNothingToSayAfterAReset() {
        Samples samples = new Samples();
        samples.record(7);
        samples.reset();
        assertSame(Summary.NONE, samples.summary());
    }
}
