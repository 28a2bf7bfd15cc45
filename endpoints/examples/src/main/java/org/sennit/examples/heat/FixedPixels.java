package org.sennit.examples.heat;

/**
 * The pixels that keep the temperature they start with: always the border, and any others that the user gives.
 *
 * <p>A byte for each pixel, 1 where fixed, so that it travels as an array. Any thread.
 */
final class FixedPixels {
    private FixedPixels() {}

    /** Returns the border alone. */
    static byte[] border(Picture picture) {
        int width = picture.width();
        int height = picture.height();
        byte[] fixed = new byte[width * height];
        for (int x = 0; x < width; x++) {
            fixed[x] = 1;
            fixed[(height - 1) * width + x] = 1;
        }
        for (int y = 0; y < height; y++) {
            fixed[y * width] = 1;
            fixed[y * width + width - 1] = 1;
        }
        return fixed;
    }

    /** Returns the border, and wherever {@code mask}, a picture of the same size, is at least so bright. */
    static byte[] borderAndBright(Picture mask, float threshold) {
        byte[] fixed = border(mask);
        for (int i = 0; i < fixed.length; i++) {
            if (mask.brightness()[i] >= threshold) {
                fixed[i] = 1;
            }
        }
        return fixed;
    }
}
