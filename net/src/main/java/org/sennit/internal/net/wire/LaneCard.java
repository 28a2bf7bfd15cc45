package org.sennit.internal.net.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.sennit.internal.net.wire.ListenAddress.Reach;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.BusinessCard;

/**
 * The business card of a process with all its lanes: the card of the first ({@link TcpAddress}), and for each further
 * one {@code |+port,port…}. Such a lane listens where the first does: on the same addresses with those ports, in their
 * order, and beside its Unix socket under the same name with a dot and the lane behind it.
 *
 * @param lanes where each listens; at least one
 */
public record LaneCard(List<TcpAddress> lanes) {
    private static final String LANE = "+";

    /** Copies the list. */
    public LaneCard {
        lanes = List.copyOf(lanes);
    }

    /**
     * Returns whether a part of a card is about a further lane.
     *
     * @param part what is between two bars
     * @return true when it is no socket of the first
     */
    static boolean isLane(String part) {
        return part.startsWith(LANE);
    }

    /**
     * Returns the path of a further lane's Unix socket.
     *
     * @param path the first one's
     * @param lane 1 and up
     */
    public static String unixPath(String path, int lane) {
        return path + "." + lane;
    }

    /**
     * Makes the card.
     *
     * @throws SennitException with {@link ErrorClass#ARG} when there are more sockets than a card has room for
     */
    public BusinessCard toCard() {
        StringBuilder text = new StringBuilder(lanes.getFirst().toCard().text());
        for (TcpAddress lane : lanes.subList(1, lanes.size())) {
            StringJoiner ports = new StringJoiner(",", "|" + LANE, "");
            lane.sockets().stream()
                    .filter(socket -> socket.reach() != Reach.UNIX)
                    .forEach(socket -> ports.add(String.valueOf(socket.port())));
            text.append(ports);
        }
        return new BusinessCard(text.toString());
    }

    /**
     * Reads a card.
     *
     * @return what it says
     * @throws SennitException with {@link ErrorClass#ARG} when it is not a card of tcp; do not retry
     */
    public static LaneCard of(BusinessCard card) {
        TcpAddress first = TcpAddress.of(card);
        List<TcpAddress> lanes = new ArrayList<>();
        lanes.add(first);
        for (String part : card.text().split("\\|", -1)) {
            if (isLane(part)) {
                lanes.add(lane(card, first, part.substring(LANE.length()), lanes.size()));
            }
        }
        if (lanes.size() > LaneNumber.MOST_LANES) {
            throw TcpAddress.notACard(card, null);
        }
        return new LaneCard(lanes);
    }

    private static TcpAddress lane(BusinessCard card, TcpAddress first, String text, int lane) {
        String[] ports = text.isEmpty() ? new String[0] : text.split(",", -1);
        List<ListenAddress> sockets = new ArrayList<>();
        int next = 0;
        for (ListenAddress of : first.sockets()) {
            if (of.reach() == Reach.UNIX) {
                sockets.add(new ListenAddress(of.reach(), of.isTls(), unixPath(of.host(), lane), 0));
            } else if (next < ports.length) {
                sockets.add(new ListenAddress(of.reach(), of.isTls(), of.host(), port(card, ports[next++])));
            } else {
                throw TcpAddress.notACard(card, null);
            }
        }
        if (next < ports.length) {
            throw TcpAddress.notACard(card, null);
        }
        return new TcpAddress(first.incarnation(), first.host(), sockets);
    }

    private static int port(BusinessCard card, String text) {
        try {
            int port = Integer.parseInt(text);
            if (port >= 1 && port <= 65535) {
                return port;
            }
        } catch (NumberFormatException e) {
            throw TcpAddress.notACard(card, e);
        }
        throw TcpAddress.notACard(card, null);
    }
}
