package org.sennit.examples.qmp.gauge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.examples.qmp.lattice.LatticeSize;
import org.sennit.qmp.Qmp;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 120)
class Su3RunTest {
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 60})
    void thePlaquetteHasItsLimitsAtStrongAndWeakCoupling(double beta) {
        Su3Arguments arguments = arguments(4, 4, 4, 4);
        arguments.beta = beta;
        arguments.thermalize = 30;
        arguments.sweeps = 150;
        Su3Result result = run(2, arguments);
        assertNotNull(result.published());
        assertTrue(result.isVerified(), result.report(arguments));
    }

    @Tag("stress")
    @ParameterizedTest
    @EnumSource
    void thePlaquetteIsThePublishedOneFromBothStarts(Su3Arguments.Start start) {
        Su3Arguments arguments = arguments(8, 8, 8, 8);
        arguments.start = start;
        arguments.thermalize = 100;
        arguments.sweeps = 200;
        Su3Result result = run(2, arguments);
        assertEquals(0.5937, result.published().plaquette());
        assertTrue(result.isVerified(), result.report(arguments));
    }

    @ParameterizedTest
    @CsvSource({"4, 4, 4, 4", "2, 4, 6, 8", "8, 2, 4, 2"})
    void theConfigurationHasTheSameBitsForEveryNumberOfEndpoints(int x, int y, int z, int t) {
        Su3Arguments arguments = arguments(x, y, z, t);
        arguments.start = Su3Arguments.Start.HOT;
        arguments.thermalize = 0;
        arguments.sweeps = 3;
        Su3Result alone = run(1, arguments);
        for (int endpoints : new int[] {2, 4, 8}) {
            Su3Result shared = run(endpoints, arguments);
            assertEquals(alone.checksum(), shared.checksum(), "configuration on " + endpoints + " endpoints");
            assertEquals(plaquettes(alone), plaquettes(shared), "plaquettes on " + endpoints + " endpoints");
        }
    }

    @Test
    void anotherSeedIsAnotherConfiguration() {
        Su3Arguments arguments = arguments(2, 2, 2, 2);
        Su3Result one = run(1, arguments);
        arguments.seed++;
        assertTrue(run(1, arguments).checksum() != one.checksum(), "checksum");
    }

    @Test
    void refusesALatticeThatCannotBeDivided() {
        assertNull(run(3, arguments(4, 4, 4, 4)));
    }

    private static List<Double> plaquettes(Su3Result result) {
        return result.records().stream().map(SweepRecord::plaquette).toList();
    }

    private static Su3Arguments arguments(int x, int y, int z, int t) {
        Su3Arguments arguments = new Su3Arguments();
        arguments.lattice = new LatticeSize(x, y, z, t);
        arguments.beta = 6;
        arguments.sweeps = 2;
        arguments.overRelax = 1;
        arguments.seed = 20;
        arguments.start = Su3Arguments.Start.COLD;
        return arguments;
    }

    /** The result of the primary node. */
    private static Su3Result run(int endpoints, Su3Arguments arguments) {
        Su3Result[] results = new Su3Result[endpoints];
        Job.run(endpoints, endpoint -> {
            Qmp qmp = Qmp.of(endpoint);
            results[endpoint.world().rank()] = Su3Run.run(qmp, arguments, done -> {});
            qmp.finalizeMsgPassing();
        });
        return results[0];
    }
}
