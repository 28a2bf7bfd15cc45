package org.sennit.examples.cg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProblemClassTest {
    @Test
    void isVerifiedToTenDigitsOnly() {
        double zeta = ProblemClass.A.publishedZeta();
        assertTrue(ProblemClass.A.isVerifiedBy(zeta * (1 + 9e-11)));
        assertFalse(ProblemClass.A.isVerifiedBy(zeta * (1 + 2e-10)));
        assertFalse(ProblemClass.A.isVerifiedBy(Double.NaN));
    }

    @Test
    void countsOperationsAsAllReportsDo() {
        // From the benchmark's formula by hand: 2 * 15 * 14000 * (3 + 132 + 25 * (5 + 132) + 3).
        assertEquals(1_496_460_000.0, ProblemClass.A.nominalOperations());
    }
}
