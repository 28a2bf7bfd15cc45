package org.sennit.examples.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.examples.npb.KernelTiming;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class CgKernelTest {
    @ParameterizedTest
    @EnumSource(names = {"S", "W"})
    void findsThePublishedZetaAlone(ProblemClass problem) {
        CgResult result = run(1, problem)[0];
        assertTrue(result.isVerified(), result::toString);
        assertEquals(problem.publishedZeta(), result.zeta(), 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 8})
    void findsItWithAnyNumberOfEndpointsAndAllAgree(int endpoints) {
        CgResult[] results = run(endpoints, ProblemClass.S);
        assertTrue(results[0].isVerified(), results[0]::toString);
        assertEquals(1, Arrays.stream(results).distinct().count(), () -> Arrays.toString(results));
        assertEquals(endpoints, results[0].timing().endpoints());
        assertEquals(1, results[0].timing().processes());
        assertEquals(78_148, results[0].nonzeros());
    }

    @Test
    void givesTheSameBitsInEveryRun() {
        double first = run(3, ProblemClass.S)[0].zeta();
        double second = run(3, ProblemClass.S)[0].zeta();
        assertEquals(Double.doubleToRawLongBits(first), Double.doubleToRawLongBits(second));
    }

    @Test
    void reportsInTheMannerOfTheBenchmark() {
        KernelTiming timing = new KernelTiming(0.5, 4, 2);
        CgResult good = new CgResult(ProblemClass.S, 8.5971775078648, 1e-15, 78_148, timing);
        assertTrue(good.report().contains("\n VERIFICATION SUCCESSFUL\n"));
        assertTrue(good.report().contains("\n Class            = S\n"));
        assertTrue(good.report().contains("\n Mop/s total      = 133.31\n"), good.report());
        CgResult bad = new CgResult(ProblemClass.S, 8.6, 1e-15, 78_148, timing);
        assertTrue(bad.report().contains("\n VERIFICATION UNSUCCESSFUL\n"));
    }

    private static CgResult[] run(int endpoints, ProblemClass problem) {
        CgResult[] results = new CgResult[endpoints];
        Job.run(endpoints, endpoint -> {
            results[endpoint.world().rank()] = CgKernel.run(endpoint.world(), problem, false);
        });
        return results;
    }
}
