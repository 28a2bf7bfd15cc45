package org.sennit.internal.net.connection;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

/**
 * The text of the C library, in its language, for a refused connection. By this text alone the JDK's sockets tell a
 * refusal from a time-out: both are a {@link ConnectException}. Immutable.
 */
final class RefusalTexts {
    private static final String ENGLISH = "Connection refused";

    /** ECONNREFUSED as Netty's native transport names it, in any language; the transport exists on Linux only. */
    private static final String NATIVE = "error(-111)";

    private static final int LONGEST_MS = 1000;

    private final String words;

    RefusalTexts(String words) {
        this.words = words == null || words.isBlank() ? ENGLISH : words;
    }

    /** The texts of this system: provoked once, when the text of an error is not the English one. */
    private static final class OfSystem {
        private static final RefusalTexts WORDS = new RefusalTexts(provoke());
    }

    /** Connects to a port of the loopback interface that is taken and at which no process listens. */
    private static String provoke() {
        try (SocketChannel taken = SocketChannel.open();
                SocketChannel refused = SocketChannel.open()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            refused.socket().connect(taken.getLocalAddress(), LONGEST_MS);
            return ENGLISH;
        } catch (ConnectException e) {
            return e.getMessage();
        } catch (IOException e) { // there is no such interface, or it answers nothing
            return ENGLISH;
        }
    }

    /** Returns whether the text of a {@link ConnectException} says that the host has refused. */
    static boolean areIn(String message) {
        return message.contains(ENGLISH) || message.contains(NATIVE) || OfSystem.WORDS.isSaidBy(message);
    }

    boolean isSaidBy(String message) {
        return message.contains(words);
    }
}
