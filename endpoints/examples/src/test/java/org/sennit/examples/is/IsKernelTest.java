package org.sennit.examples.is;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.examples.npb.KernelTiming;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class IsKernelTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 7, 100})
    void findsThePublishedRanksAndSortsWithAnyNumberOfEndpointsAndAllAgree(int endpoints) {
        List<IsResult> results = run(endpoints, ProblemClass.S);
        assertTrue(results.get(0).isVerified(), () -> results.get(0).report());
        assertEquals(Collections.nCopies(endpoints, results.get(0)), results);
        assertEquals(endpoints, results.get(0).timing().endpoints());
    }

    @Test
    void findsThePublishedRanksOfClassW() {
        List<IsResult> results = run(3, ProblemClass.W);
        assertTrue(results.get(0).isVerified(), () -> results.get(0).report());
    }

    @Test
    void isNotVerifiedWhenOneRankIsWrongOrTheKeysAreNotSorted() {
        KernelTiming timing = new KernelTiming(2, 4, 2);
        assertTrue(new IsResult(ProblemClass.A, 50, true, timing).isVerified());
        assertFalse(new IsResult(ProblemClass.A, 49, true, timing).isVerified());
        assertFalse(new IsResult(ProblemClass.A, 50, false, timing).isVerified());
    }

    @Test
    void reportsInTheMannerOfTheBenchmark() {
        String report = new IsResult(ProblemClass.A, 50, true, new KernelTiming(2, 4, 2)).report();
        assertTrue(report.startsWith("\n VERIFICATION SUCCESSFUL\n Right ranks      50 of 50\n"), report);
        assertTrue(report.contains("\n Mop/s total      = 41.94\n"), report);
    }

    private static List<IsResult> run(int endpoints, ProblemClass problem) {
        IsResult[] results = new IsResult[endpoints];
        Job.run(endpoints, endpoint -> {
            results[endpoint.world().rank()] = IsKernel.run(endpoint.world(), problem, false);
        });
        return List.of(results);
    }
}
