package org.sennit.examples.heat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ColourMapTest {
    private final ColourMap colours = new ColourMap();

    @Test
    void getsLighterAllTheWay() {
        double before = -1;
        for (int i = 0; i <= 1000; i++) {
            double lightness = lightness(colours.rgb(i / 1000f));
            assertTrue(lightness >= before - 0.5, "at " + i / 1000f); // half a step of rounding
            before = lightness;
        }
    }

    @Test
    void clampsWhatIsOutside() {
        assertEquals(colours.rgb(0), colours.rgb(-3));
        assertEquals(colours.rgb(1), colours.rgb(7));
    }

    private static double lightness(int rgb) {
        return 0.2126 * (rgb >> 16) + 0.7152 * (rgb >> 8 & 0xff) + 0.0722 * (rgb & 0xff);
    }
}
