package org.sennit.examples.qmp.fermion;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Job;
import org.sennit.examples.qmp.lattice.LatticeSize;
import org.sennit.qmp.Qmp;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 120)
class DslashRunTest {
    @ParameterizedTest
    @CsvSource({"4, 4, 4, 4", "2, 4, 4, 6"})
    void theOperatorIsRightAndItsInverseHasTheSameBitsForEveryNumberOfEndpoints(int x, int y, int z, int t) {
        DslashArguments arguments = arguments(x, y, z, t);
        DslashResult alone = run(1, arguments);
        assertTrue(alone.isVerified(), alone.report(arguments));
        for (int endpoints : new int[] {2, 4, 8}) {
            DslashResult shared = run(endpoints, arguments);
            assertTrue(shared.isVerified(), shared.report(arguments));
            assertEquals(alone.iterations(), shared.iterations());
            assertEquals(alone.solutionSquare(), shared.solutionSquare());
            assertEquals(alone.residual(), shared.residual());
        }
    }

    @Test
    void aResidualThatIsNotReachedIsSeen() {
        DslashArguments arguments = arguments(2, 2, 2, 2);
        arguments.iterations = 2;
        DslashResult result = run(1, arguments);
        assertEquals(2, result.iterations());
        assertFalse(result.isVerified(), result.report(arguments));
    }

    private static DslashArguments arguments(int x, int y, int z, int t) {
        DslashArguments arguments = new DslashArguments();
        arguments.lattice = new LatticeSize(x, y, z, t);
        arguments.beta = 6;
        arguments.sweeps = 4;
        arguments.overRelax = 1;
        arguments.seed = 4;
        arguments.kappa = 0.11;
        arguments.applications = 2;
        arguments.tolerance = 1e-7;
        arguments.iterations = 1000;
        return arguments;
    }

    private static DslashResult run(int endpoints, DslashArguments arguments) {
        DslashResult[] results = new DslashResult[endpoints];
        Job.run(endpoints, endpoint -> {
            Qmp qmp = Qmp.of(endpoint);
            results[endpoint.world().rank()] = DslashRun.run(qmp, arguments, done -> {});
            qmp.finalizeMsgPassing();
        });
        return results[0];
    }
}
