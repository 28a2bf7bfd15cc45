package org.sennit.examples.heat;

/**
 * Colors for temperatures from 0 to 1, dark blue over violet, red and orange to a pale yellow, with
 * lightness rising all the way, so that it also reads in print and by color-blind eyes.
 *
 * <p>Immutable; any thread. Values outside 0 to 1 take the color of the nearer end.
 */
final class ColorMap {
    private static final int SHADES = 1024;

    /** Temperature, red, green, blue; straight lines in between. */
    private static final float[][] ANCHORS = {
        {0.00f, 4, 4, 18},
        {0.12f, 30, 12, 74},
        {0.30f, 98, 18, 112},
        {0.48f, 172, 38, 96},
        {0.64f, 226, 76, 56},
        {0.80f, 250, 142, 30},
        {0.92f, 250, 212, 80},
        {1.00f, 254, 252, 214},
    };

    private final int[] shades = new int[SHADES];

    ColorMap() {
        for (int i = 0; i < SHADES; i++) {
            shades[i] = mixed((float) i / (SHADES - 1));
        }
    }

    /** Returns the color as 0xRRGGBB. */
    int rgb(float temperature) {
        int shade = Math.round(temperature * (SHADES - 1));
        return shades[Math.clamp(shade, 0, SHADES - 1)];
    }

    private static int mixed(float temperature) {
        int upper = 1;
        while (upper < ANCHORS.length - 1 && temperature > ANCHORS[upper][0]) {
            upper++;
        }
        float[] below = ANCHORS[upper - 1];
        float[] above = ANCHORS[upper];
        float share = (temperature - below[0]) / (above[0] - below[0]);
        int rgb = 0;
        for (int channel = 1; channel <= 3; channel++) {
            float mixed = below[channel] + share * (above[channel] - below[channel]);
            rgb = rgb << 8 | Math.round(mixed);
        }
        return rgb;
    }
}
