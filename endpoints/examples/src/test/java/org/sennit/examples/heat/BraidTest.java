package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BraidTest {
    @Test
    void drawsAnySizeWithoutLeavingIt() {
        for (int[] size : new int[][] {{1, 1}, {2, 3}, {1, 400}, {400, 1}, {97, 31}}) {
            Picture braid = Braid.draw(size[0], size[1]);
            assertEquals(size[0], braid.width());
            assertEquals(size[1], braid.height());
        }
    }

    @Test
    void isMostlyColdWithThreeTemperaturesOfStrands() {
        Picture braid = Braid.draw(300, 200);
        int hot = 0;
        int strands = 0;
        for (float temperature : braid.brightness()) {
            assertTrue(temperature >= 0 && temperature <= 1);
            hot += temperature > 0 ? 1 : 0;
            strands |= temperature == 1f ? 1 : temperature == 0.86f ? 2 : temperature == 0.72f ? 4 : 0;
        }
        assertEquals(7, strands);
        assertTrue(hot > 300 && hot < 300 * 200 / 4, "hot=" + hot);
    }
}
