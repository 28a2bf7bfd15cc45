package org.sennit.examples.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class NasRandomTest {
    private static final BigInteger MULTIPLIER = BigInteger.valueOf(5).pow(13);
    private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

    @Test
    void followsTheRecurrenceExactly() {
        NasRandom random = new NasRandom(NasRandom.CG_SEED);
        BigInteger expected = BigInteger.valueOf(314_159_265L);
        for (int k = 1; k <= 10_000; k++) {
            expected = expected.multiply(MULTIPLIER).mod(MODULUS);
            double drawn = random.next();
            assertEquals(expected.longValueExact(), random.state(), "x(" + k + ")");
            assertEquals(expected.longValueExact(), drawn * 0x1p46, "scaled exactly");
        }
    }

    @Test
    void jumpsToTheStateThatThePowerOfTheMultiplierGives() {
        int steps = 1_000_003;
        NasRandom random = new NasRandom(NasRandom.CG_SEED);
        for (int k = 0; k < steps; k++) {
            random.next();
        }
        BigInteger jump = MULTIPLIER.modPow(BigInteger.valueOf(steps), MODULUS);
        BigInteger expected =
                BigInteger.valueOf(NasRandom.CG_SEED).multiply(jump).mod(MODULUS);
        assertEquals(expected.longValueExact(), random.state());
    }

    @Test
    void staysInsideTheOpenUnitInterval() {
        NasRandom random = new NasRandom(NasRandom.CG_SEED);
        double sum = 0;
        for (int k = 0; k < 100_000; k++) {
            double drawn = random.next();
            assertTrue(drawn > 0 && drawn < 1);
            sum += drawn;
        }
        assertEquals(0.5, sum / 100_000, 0.005);
    }
}
