package org.sennit.spi.network;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The textual address of a process in one network module; put into the key-value space by its owner and handed to
 * {@link NetworkModule#connect} by its peers. Immutable; only the module that made it understands it.
 *
 * @param text at most {@value #MAX_LENGTH} printable ASCII characters without blanks, so that it passes through every
 *     process manager's key-value space
 */
public record BusinessCard(String text) {
    /** The longest card, in characters. */
    public static final int MAX_LENGTH = 512;

    /**
     * Checks the text.
     *
     * @throws SennitException with {@link ErrorClass#ARG} when the text is null, empty, too long or holds a blank or
     *     another character that is not printable ASCII; do not retry
     */
    public BusinessCard {
        if (text == null || text.isEmpty() || text.length() > MAX_LENGTH) {
            throw new SennitException(
                    ErrorClass.ARG, "a business card has 1 to " + MAX_LENGTH + " characters, card=" + text);
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~') {
                throw new SennitException(
                        ErrorClass.ARG, "a business card has printable ASCII without blanks only, position=" + i);
            }
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
