package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ColorMapTest {
    private final ColorMap colors = new ColorMap();

    @Test
    void getsLighterAllTheWay() {
        double before = -1;
        for (int i = 0; i <= 1000; i++) {
            double lightness = lightness(colors.rgb(i / 1000f));
            assertTrue(lightness >= before - 0.5, "at " + i / 1000f); // half a step of rounding
            before = lightness;
        }
    }

    @Test
    void clampsWhatIsOutside() {
        assertEquals(colors.rgb(0), colors.rgb(-3));
        assertEquals(colors.rgb(1), colors.rgb(7));
    }

    private static double lightness(int rgb) {
        return 0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 0xff) + 0.0722 * (rgb & 0xff);
    }
}
