package org.sennit.net.wire;

import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.BusinessCard;

/**
 * What a business card of tcp says: {@code tcp:host:port:incarnation}, the host as a numeric address without blanks (an
 * IPv6 address may hold colons).
 *
 * @param host a numeric address
 * @param port 1 to 65535
 * @param incarnation the incarnation of the process that listens there
 */
public record TcpAddress(String host, int port, int incarnation) {
    private static final String PREFIX = "tcp:";

    /**
     * Makes the card.
     *
     * @return the card
     */
    public BusinessCard toCard() {
        return new BusinessCard(PREFIX + host + ":" + port + ":" + incarnation);
    }

    /**
     * Reads a card.
     *
     * @param card the card
     * @return what it says
     * @throws SennitException with {@link ErrorClass#ARG} when it is not a card of tcp; do not retry
     */
    public static TcpAddress of(BusinessCard card) {
        String text = card.text();
        int incarnationColon = text.lastIndexOf(':');
        int portColon = text.lastIndexOf(':', incarnationColon - 1);
        if (!text.startsWith(PREFIX) || portColon <= PREFIX.length()) {
            throw notACard(card, null);
        }
        try {
            int port = Integer.parseInt(text, portColon + 1, incarnationColon, 10);
            if (port < 1 || port > 65535) {
                throw notACard(card, null);
            }
            return new TcpAddress(
                    text.substring(PREFIX.length(), portColon),
                    port,
                    Integer.parseInt(text.substring(incarnationColon + 1)));
        } catch (NumberFormatException e) {
            throw notACard(card, e);
        }
    }

    private static SennitException notACard(BusinessCard card, Exception cause) {
        return new SennitException(
                ErrorClass.ARG, "not a business card of tcp (tcp:host:port:incarnation), card=" + card, cause);
    }
}
