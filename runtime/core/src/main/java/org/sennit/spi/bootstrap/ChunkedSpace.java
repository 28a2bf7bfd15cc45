package org.sennit.spi.bootstrap;

import java.util.HexFormat;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Values of any length and content over a space whose engine limits both, such as PMI-1 with 1,024 characters a value:
 * texts are written in letters, digits and a few marks, and long ones are cut into pieces under keys of their own.
 *
 * <p>A character that may not stand for itself is written as {@code %} and four hexadecimal digits of its
 * UTF-16 code. The first piece of a value stands under its key, behind the number of pieces and a colon; piece
 * i under the key, a dot and i.
 *
 * <p>Threads: as the space beneath.
 */
public final class ChunkedSpace implements KeyValueSpace {
    private static final HexFormat HEX = HexFormat.of();
    private static final String MARKS = "-_/+,@!~:";
    private static final int ESCAPE_LENGTH = 5;
    private static final int MOST_COUNT_LENGTH = 11; // ten digits and the colon

    private final KeyValueSpace beneath;
    private final int maxKeyLength;
    private final int pieceLength;

    /**
     * Makes a space over that of an engine.
     *
     * @param beneath the engine's; closed with this one
     * @param maxKeyLength the engine's longest key, in characters
     * @param maxValueLength the engine's longest value, in characters
     * @throws SennitException with {@link ErrorClass#ARG} when no value would fit; do not retry
     */
    public ChunkedSpace(KeyValueSpace beneath, int maxKeyLength, int maxValueLength) {
        if (maxKeyLength < 1 || maxValueLength <= MOST_COUNT_LENGTH) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "limits too small for any value: maxKeyLength=" + maxKeyLength + " maxValueLength=" + maxValueLength
                            + " least=" + (MOST_COUNT_LENGTH + 1));
        }
        this.beneath = beneath;
        this.maxKeyLength = maxKeyLength;
        this.pieceLength = maxValueLength - MOST_COUNT_LENGTH;
    }

    /**
     * {@inheritDoc}
     *
     * @throws SennitException with {@link ErrorClass#ARG} also when the key, written in the engine's
     *     characters, is too long for it
     */
    @Override
    public void put(String key, String value) {
        String name = encode(key);
        String text = encode(value);
        int pieces = Math.max(1, Math.ceilDiv(text.length(), pieceLength));
        int longest = pieces == 1 ? name.length() : keyOf(name, pieces - 1).length();
        if (longest > maxKeyLength) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "key too long for the engine: key=" + key + " length=" + longest + " most=" + maxKeyLength);
        }
        for (int i = 1; i < pieces; i++) {
            beneath.put(keyOf(name, i), piece(text, i));
        }
        beneath.put(name, pieces + ":" + piece(text, 0));
    }

    private String piece(String text, int index) {
        int from = index * pieceLength;
        return text.substring(from, Math.min(text.length(), from + pieceLength));
    }

    private static String keyOf(String name, int piece) {
        return name + "." + piece;
    }

    @Override
    public String get(String key) {
        String name = encode(key);
        String first = beneath.get(name);
        try {
            int colon = first.indexOf(':');
            int pieces = Integer.parseInt(first.substring(0, colon));
            StringBuilder text = new StringBuilder(first.substring(colon + 1));
            for (int i = 1; i < pieces; i++) {
                text.append(beneath.get(keyOf(name, i)));
            }
            return decode(text);
        } catch (IndexOutOfBoundsException | NumberFormatException malformed) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP, "malformed value, not put through a chunked space: key=" + key, malformed);
        }
    }

    /** Writes a text in characters that every engine takes; the dot is none of them. */
    private static String encode(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isPlain(c)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.toHexDigits(c));
            }
        }
        return encoded.toString();
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || MARKS.indexOf(c) >= 0;
    }

    private static String decode(CharSequence encoded) {
        StringBuilder text = new StringBuilder(encoded.length());
        for (int i = 0; i < encoded.length(); i++) {
            char c = encoded.charAt(i);
            if (c == '%') {
                text.append((char) HexFormat.fromHexDigits(encoded, i + 1, i + ESCAPE_LENGTH));
                i += ESCAPE_LENGTH - 1;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    @Override
    public void fence(String step, long timeoutNs) {
        beneath.fence(step, timeoutNs);
    }

    @Override
    public void fenceOfSurvivors(String step, long timeoutNs) {
        beneath.fenceOfSurvivors(step, timeoutNs);
    }

    @Override
    public void abort(int exitCode, String report) {
        beneath.abort(exitCode, report);
    }

    @Override
    public void close() {
        beneath.close();
    }
}
