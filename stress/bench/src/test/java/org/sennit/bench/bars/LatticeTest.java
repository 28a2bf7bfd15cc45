package org.sennit.bench.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.sennit.examples.qmp.gauge.Su3Arguments;

class LatticeTest {
    @Test
    void takesTheProgramsOwnDefaults() {
        Su3Arguments arguments = LatticeTimes.arguments();
        assertNull(arguments.mistake());
        assertEquals(Su3Arguments.Start.COLD, arguments.start);
    }
}
