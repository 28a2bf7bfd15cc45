package org.sennit.internal.net.wire;

import java.util.ArrayList;
import java.util.List;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;

/**
 * The address of the first lane in a business card of tcp: {@code tcp:incarnation:host|socket|socket…}. Its reader
 * selects the socket. The other lanes are in {@link LaneCard}.
 *
 * @param incarnation the incarnation of the process that listens there
 * @param host identifies the host of a process: processes with equal texts are on one host
 * @param sockets where it listens, the best for each reach first; at least one
 */
public record TcpAddress(int incarnation, String host, List<ListenAddress> sockets) {
    private static final String PREFIX = "tcp:";
    private static final char SEPARATOR = '|';

    /** Copies the list. */
    public TcpAddress {
        sockets = List.copyOf(sockets);
    }

    /**
     * Makes the card.
     *
     * @throws SennitException with {@link ErrorClass#ARG} when there are more sockets than a card has room for, or a
     *     path holds what a card may not
     */
    public BusinessCard toCard() {
        StringBuilder text =
                new StringBuilder(PREFIX).append(incarnation).append(':').append(host);
        sockets.forEach(socket -> text.append(SEPARATOR).append(socket.text()));
        return new BusinessCard(text.toString());
    }

    /**
     * Reads a card.
     *
     * @return what it says
     * @throws SennitException with {@link ErrorClass#ARG} when it is not a card of tcp; do not retry
     */
    public static TcpAddress of(BusinessCard card) {
        String[] parts = card.text().split("\\|", -1);
        String head = parts[0];
        int colon = head.indexOf(':', PREFIX.length());
        if (!head.startsWith(PREFIX) || colon < 0 || colon == head.length() - 1 || parts.length < 2) {
            throw notACard(card, null);
        }
        List<ListenAddress> sockets = new ArrayList<>();
        for (int i = 1; i < parts.length && !LaneCard.isLane(parts[i]); i++) {
            ListenAddress socket = ListenAddress.parse(parts[i]);
            if (socket == null) {
                throw notACard(card, null);
            }
            sockets.add(socket);
        }
        if (sockets.isEmpty()) {
            throw notACard(card, null);
        }
        try {
            int incarnation = Integer.parseInt(head, PREFIX.length(), colon, 10);
            return new TcpAddress(incarnation, head.substring(colon + 1), sockets);
        } catch (NumberFormatException e) {
            throw notACard(card, e);
        }
    }

    static SennitException notACard(BusinessCard card, Exception cause) {
        return new SennitException(
                ErrorClass.ARG, "not a business card of tcp (tcp:incarnation:host|socket…), card=" + card, cause);
    }
}
