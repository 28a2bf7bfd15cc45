package org.sennit.examples.heat;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads the portable grey map format, plain (P2) and binary (P5), with samples of one or two bytes.
 *
 * <p>One thread for each stream. Surprise: only the first picture of a file is read. Source: the
 * format's own description in Netpbm, {@code pgm(5)}.
 */
final class PortableGreyMap {
    private static final int LARGEST_WHITE = 65_535;

    private final InputStream in;

    private PortableGreyMap(InputStream in) {
        this.in = in;
    }

    /**
     * Reads a picture from its first byte on.
     *
     * @throws PictureFormatException if the stream is not such a picture, or ends early
     */
    static Picture read(InputStream in) throws IOException {
        try {
            return new PortableGreyMap(in).read();
        } catch (EOFException end) {
            throw new PictureFormatException("the file ends in the middle of the picture");
        }
    }

    private Picture read() throws IOException {
        int first = in.read();
        int kind = in.read();
        if (first != 'P' || (kind != '2' && kind != '5')) {
            throw new PictureFormatException("not a grey map (P2 or P5)");
        }
        int width = number();
        int height = number();
        int white = number();
        if (!Picture.isSizeAccepted(width, height)) {
            throw new PictureFormatException("unusable size " + width + "x" + height);
        }
        if (white < 1 || white > LARGEST_WHITE) {
            throw new PictureFormatException("white is " + white + ", not 1 to " + LARGEST_WHITE);
        }
        boolean isPlain = kind == '2';
        float[] brightness = new float[width * height];
        for (int i = 0; i < brightness.length; i++) {
            int sample = isPlain ? number() : binarySample(white);
            brightness[i] = Math.min(sample, white) / (float) white;
        }
        return new Picture(width, height, brightness);
    }

    private int binarySample(int white) throws IOException {
        int high = white > 255 ? octet() : 0;
        return high << 8 | octet();
    }

    private int octet() throws IOException {
        int octet = in.read();
        if (octet < 0) {
            throw new EOFException();
        }
        return octet;
    }

    /** Reads a decimal number and the one character that ends it; skips blanks and comments before. */
    private int number() throws IOException {
        int c = octet();
        while (c == '#' || Character.isWhitespace(c)) {
            if (c == '#') {
                skipLine();
            }
            c = octet();
        }
        long value = 0;
        if (!isDigit(c)) {
            throw new PictureFormatException("a number expected, found code " + c);
        }
        while (isDigit(c)) {
            value = value * 10 + (c - '0');
            if (value > Integer.MAX_VALUE) {
                throw new PictureFormatException("a number is too large");
            }
            c = in.read(); // the last sample of a plain map may end the file
        }
        return (int) value;
    }

    private void skipLine() throws IOException {
        int c = octet();
        while (c != '\n' && c != '\r') {
            c = octet();
        }
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }
}
