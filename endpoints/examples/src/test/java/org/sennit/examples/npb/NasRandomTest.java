package org.sennit.examples.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NasRandomTest {
    private static final BigInteger MULTIPLIER = BigInteger.valueOf(5).pow(13);
    private static final BigInteger MODULUS = BigInteger.TWO.pow(46);

    @Test
    void followsTheRecurrenceExactly() {
        NasRandom random = new NasRandom(NasRandom.SEED);
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
        NasRandom random = new NasRandom(NasRandom.SEED);
        for (int k = 0; k < steps; k++) {
            random.next();
        }
        BigInteger jump = MULTIPLIER.modPow(BigInteger.valueOf(steps), MODULUS);
        BigInteger expected = BigInteger.valueOf(NasRandom.SEED).multiply(jump).mod(MODULUS);
        assertEquals(expected.longValueExact(), random.state());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 63, 64, 1000, 99_999})
    void skipsToWhereDrawingOneByOneLeads(int count) {
        NasRandom drawn = new NasRandom(NasRandom.SEED);
        for (int k = 0; k < count; k++) {
            drawn.next();
        }
        NasRandom skipped = new NasRandom(NasRandom.SEED);
        skipped.skip(count);
        assertEquals(drawn.state(), skipped.state());
        assertEquals(drawn.next(), skipped.next());
    }

    @Test
    void staysInsideTheOpenUnitInterval() {
        NasRandom random = new NasRandom(NasRandom.SEED);
        double sum = 0;
        for (int k = 0; k < 100_000; k++) {
            double drawn = random.next();
            assertTrue(drawn > 0 && drawn < 1);
            sum += drawn;
        }
        assertEquals(0.5, sum / 100_000, 0.005);
    }
}
