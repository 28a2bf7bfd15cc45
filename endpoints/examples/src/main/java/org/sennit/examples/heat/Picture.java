package org.sennit.examples.heat;

/**
 * A picture of one brightness for each pixel, 0 black to 1 white, row after row from the top; for
 * heat, brightness is temperature.
 *
 * <p>The array is not copied: the caller gives it away. Any thread may read.
 *
 * @param width pixels of a row, at least 1
 * @param height rows, at least 1
 * @param brightness {@code width * height} values
 */
record Picture(int width, int height, float[] brightness) {
    /** Most pixels that are accepted: the field twice, in four-byte floats, is 2 GiB at this size. */
    static final long MAX_PIXELS = 1L << 28;

    Picture {
        if (width < 1 || height < 1 || brightness.length != (long) width * height) {
            throw new IllegalArgumentException("width=" + width + " height=" + height + " length=" + brightness.length);
        }
    }

    static boolean isSizeAccepted(long width, long height) {
        return width >= 1 && height >= 1 && width <= MAX_PIXELS / height;
    }
}
