package org.sennit.internal.net.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PauseDetectorTest {
    @Test
    void tellsAPauseOfThisProcessFromSilenceOfOthers() {
        PauseDetector pauses = new PauseDetector(1000, 5);
        assertEquals(1000, pauses.tick(1005));
        assertEquals(2900, pauses.tick(3905)); // a busy machine
        assertTrue(pauses.tick(8906) < 0); // stopped for 5 s
        assertEquals(1000, pauses.tick(9906));
        SilenceClock silence = new SilenceClock();
        silence.add(1000);
        assertEquals(3000, silence.add(2000));
        silence.restart();
        assertEquals(1000, silence.add(1000));
    }
}
