package org.sennit.examples.ownership.md;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class MdRunTest {
    @ParameterizedTest
    @CsvSource({"1, 4", "2, 4", "3, 6", "4, 4", "8, 4"})
    void conservesEnergyMomentumAndAtomsWithTheSameBitsInAllWays(int endpoints, int cells) {
        MdResult[] results = new MdResult[endpoints];
        Job.run(endpoints, endpoint -> {
            results[endpoint.world().rank()] = MdRun.run(endpoint.world(), cells, 60);
        });
        assertTrue(results[0].conservation().isVerified(), results[0].report());
        assertEquals(4L * cells * cells * cells, results[0].atoms());
        assertEquals(Collections.nCopies(endpoints, results[0]), List.of(results));
        assertFalse(
                results[0]
                        .conservation()
                        .first()
                        .equals(results[0].conservation().last()),
                "nothing has moved");
    }

    @Test
    void hasTheSameEnergyAtFirstHoweverManyShareTheCube() {
        assertEquals(energy(1), energy(4), 1e-12);
    }

    @Test
    void refusesPartsThatAreThinnerThanTheForceReaches() {
        assertNull(MdRun.mistake(8, 4));
        assertTrue(MdRun.mistake(4, 27).startsWith("4 cells are too few for 27 endpoints"));
    }

    @Test
    void isNotVerifiedWhenAnythingIsLost() {
        State state = new State(-4, 1, 0, 10);
        double energy = Conservation.ENERGY_BOUND;
        double momentum = Conservation.MOMENTUM_BOUND;
        assertTrue(new Conservation(state, state, energy, momentum, true, true).isVerified());
        assertFalse(new Conservation(state, state, 2 * energy, momentum, true, true).isVerified());
        assertFalse(new Conservation(state, state, energy, 2 * momentum, true, true).isVerified());
        assertFalse(new Conservation(state, state, energy, momentum, false, true).isVerified());
        assertFalse(new Conservation(state, state, energy, momentum, true, false).isVerified());
        assertFalse(new Conservation(state, state, Double.NaN, momentum, true, true).isVerified());
    }

    private static double energy(int endpoints) {
        double[] energy = new double[1];
        Job.run(endpoints, endpoint -> {
            MdResult result = MdRun.run(endpoint.world(), 5, 1);
            if (endpoint.world().rank() == 0) {
                energy[0] = result.conservation().first().energy();
            }
        });
        return energy[0];
    }
}
