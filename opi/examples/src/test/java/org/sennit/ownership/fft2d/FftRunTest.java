package org.sennit.ownership.fft2d;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.endpoints.api.Job;
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
        assertEquals(Way.values().length, results[0].times().size());
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

    @Test
    void gainsAreRelativeToSendAndReceive() {
        List<WayTime> times = List.of(
                new WayTime(Way.SEND_RECEIVE, 1000, 900, 400),
                new WayTime(Way.GIVE_TAKE, 800, 700, 200),
                new WayTime(Way.FUSED, 700, 600, 50));
        FftResult result = new FftResult(64, 2, 1, 16, times, new Accuracy(0, "all values", 0, 0, true));
        assertEquals(0, result.gainPercent(Way.SEND_RECEIVE));
        assertEquals(30, result.gainPercent(Way.FUSED), 1e-9);
        assertEquals(50, result.communicationGainPercent(Way.GIVE_TAKE), 1e-9);
        assertEquals(75, result.communicationGainPercent(Way.FUSED), 1e-9);
        assertTrue(result.report().contains("give/take, fused"), result.report());
    }
}
