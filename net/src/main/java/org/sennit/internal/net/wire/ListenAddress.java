package org.sennit.internal.net.wire;

/**
 * One socket on which a process can be reached, as a business card has it: {@code u:path}, {@code l:address:port} or
 * {@code n:address:port}, with an {@code s} behind the letter where it speaks TLS.
 *
 * @param reach from where
 * @param isTls whether only TLS is understood there
 * @param host the path of a Unix socket, else a numeric address (one of IPv6 holds colons)
 * @param port 1 to 65535; 0 for a Unix socket
 */
public record ListenAddress(Reach reach, boolean isTls, String host, int port) {
    /** The peers that can reach a socket. */
    public enum Reach {
        /** Peers of its host, by a path of the file system. */
        UNIX('u'),
        /** Peers of its host, by the loopback address. */
        LOOPBACK('l'),
        /** Peers of a network. */
        NETWORK('n');

        private final char letter;

        Reach(char letter) {
            this.letter = letter;
        }
    }

    /** Returns the text in a card. */
    public String text() {
        String place = reach == Reach.UNIX ? host : host + ":" + port;
        return reach.letter + (isTls ? "s:" : ":") + place;
    }

    /**
     * Reads the text.
     *
     * @param text from a card
     * @return what it says; null when it says nothing that can be understood
     */
    static ListenAddress parse(String text) {
        int colon = text.indexOf(':');
        boolean isTls = colon == 2 && text.charAt(1) == 's';
        if (colon < 1 || colon > 2 || (colon == 2 && !isTls)) {
            return null;
        }
        for (Reach reach : Reach.values()) {
            if (reach.letter == text.charAt(0)) {
                return place(reach, isTls, text.substring(colon + 1));
            }
        }
        return null;
    }

    private static ListenAddress place(Reach reach, boolean isTls, String text) {
        if (reach == Reach.UNIX) {
            return text.startsWith("/") ? new ListenAddress(reach, isTls, text, 0) : null;
        }
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            return null;
        }
        try {
            int port = Integer.parseInt(text, colon + 1, text.length(), 10);
            return port < 1 || port > 65535 ? null : new ListenAddress(reach, isTls, text.substring(0, colon), port);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return (reach == Reach.UNIX ? "unix " + host : host + ":" + port) + (isTls ? " (TLS)" : "");
    }
}
