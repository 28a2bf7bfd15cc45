package org.sennit.examples.ownership.fft2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Job;
import org.sennit.examples.ownership.ways.Way;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class FftRunTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 64", "2, 64", "3, 32", "4, 128", "7, 32", "5, 2", "4, 512"})
    void everyWayIsTheDirectTransformWithAnyNumberOfEndpointsAndAllAgree(int endpoints, int n) {
        FftResult[] results = new FftResult[endpoints];
        Job.run(endpoints, endpoint -> {
            results[endpoint.world().rank()] = FftRun.run(endpoint.world(), n, 1);
        });
        assertTrue(results[0].accuracy().isVerified(), results[0].report());
        assertEquals(Collections.nCopies(endpoints, results[0]), List.of(results));
        assertEquals(Way.values().length, results[0].times().all().size());
    }

    @Test
    void isNotVerifiedWithOneErrorAboveTheBoundOrBitsThatDiffer() {
        double good = Accuracy.BOUND;
        double bad = 2 * Accuracy.BOUND;
        assertTrue(new Accuracy(good, "", good, good, true).isVerified());
        assertFalse(new Accuracy(bad, "", good, good, true).isVerified());
        assertFalse(new Accuracy(good, "", bad, good, true).isVerified());
        assertFalse(new Accuracy(good, "", good, bad, true).isVerified());
        assertFalse(new Accuracy(good, "", good, good, false).isVerified());
        assertFalse(new Accuracy(Double.NaN, "", good, good, true).isVerified());
    }
}
