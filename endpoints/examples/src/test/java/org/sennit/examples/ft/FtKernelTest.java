package org.sennit.examples.ft;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.examples.npb.KernelTiming;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class FtKernelTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 66})
    void findsThePublishedChecksumsWithAnyNumberOfEndpointsAndAllAgree(int endpoints) {
        List<FtResult> results = run(endpoints, ProblemClass.S);
        assertTrue(results.get(0).isVerified(), () -> results.get(0).report());
        assertEquals(Collections.nCopies(endpoints, results.get(0)), results);
        assertEquals(endpoints, results.get(0).timing().endpoints());
    }

    @Test
    void transformsAGridThatIsNoCube() {
        List<FtResult> results = run(2, ProblemClass.W);
        assertTrue(results.get(0).isVerified(), () -> results.get(0).report());
    }

    @Test
    void isNotVerifiedWhenOneDigitOfOneChecksumIsWrongOrOneIsMissing() {
        List<Complex> published = ProblemClass.A.checksums();
        assertTrue(ProblemClass.A.isVerifiedBy(published));
        assertFalse(ProblemClass.A.isVerifiedBy(published.subList(0, 5)));
        for (int i = 0; i < published.size(); i++) {
            List<Complex> wrong = new ArrayList<>(published);
            Complex right = published.get(i);
            wrong.set(i, new Complex(right.re(), right.im() * (1 + 2e-12)));
            assertFalse(ProblemClass.A.isVerifiedBy(wrong));
            wrong.set(i, new Complex(Double.NaN, right.im()));
            assertFalse(ProblemClass.A.isVerifiedBy(wrong));
        }
    }

    @Test
    void reportsInTheMannerOfTheBenchmark() {
        FtResult good = new FtResult(ProblemClass.A, ProblemClass.A.checksums(), new KernelTiming(2, 4, 2));
        assertTrue(good.report().startsWith("\n VERIFICATION SUCCESSFUL\n Checksum 1   5.046735008193e+02  5.1140"));
        assertTrue(good.report().contains("\n Size             = 256 x 256 x 128\n"), good.report());
        assertTrue(good.report().contains("\n Mop/s total      = 3568.22\n"), good.report());
    }

    private static List<FtResult> run(int endpoints, ProblemClass problem) {
        FtResult[] results = new FtResult[endpoints];
        Job.run(endpoints, endpoint -> {
            results[endpoint.world().rank()] = FtKernel.run(endpoint.world(), problem, false);
        });
        return List.of(results);
    }
}
