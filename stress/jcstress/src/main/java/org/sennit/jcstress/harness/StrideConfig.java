package org.sennit.jcstress.harness;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.infra.runners.ForkedTestConfig;
import org.openjdk.jcstress.infra.runners.ResourceEstimator;

/**
 * Begins the search for the number of states that fit with all of them. They nearly always do; jcstress begins with one
 * and has some 35 sizes, five times each and in new threads, which takes several times as long as the test.
 *
 * <p>Threads: one.
 */
final class StrideConfig extends ForkedTestConfig {
    StrideConfig(DataInputStream in) throws IOException {
        super(in);
    }

    @Override
    public void adjustStrideCount(ResourceEstimator estimator) {
        if (!allFit(estimator)) {
            super.adjustStrideCount(estimator);
        }
    }

    private boolean allFit(ResourceEstimator estimator) {
        long[] bytesAndNs = new long[2];
        try {
            estimator.runWith(strideSize * strideCount, bytesAndNs);
        } catch (OutOfMemoryError e) {
            return false;
        }
        return bytesAndNs[0] <= (long) maxFootprintMB << 20 && bytesAndNs[1] <= TimeUnit.MILLISECONDS.toNanos(time);
    }
}
