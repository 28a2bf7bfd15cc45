package org.sennit.internal.launch.doctor;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** Tries a path to an {@link EchoServer}: connects, sends little, then much. Blocks for at most three time-outs. */
final class PathProbe {
    /** Little goes through, much does not. */
    static final String SMALL_ONLY = "small frames pass, large ones do not";

    private static final String FINE = "ok from ";

    private PathProbe() {}

    /** Returns whether an answer of {@link #probe} says that all is well. */
    static boolean isFine(String answer) {
        return answer != null && answer.startsWith(FINE);
    }

    /** Returns the address here from which a path goes that is well. */
    static String source(String answer) {
        return answer.substring(FINE.length());
    }

    /** Returns what {@link #isFine}, or what is wrong. */
    static String probe(String address, int port, byte[] word) {
        return probe(address, port, word, EchoServer.TIMEOUT_MS);
    }

    /** As {@link #probe(String, int, byte[])}, with a time-out in milliseconds. */
    static String probe(String address, int port, byte[] word, int timeoutMs) {
        boolean isConnected = false;
        boolean hasAnswered = false;
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(address), port), timeoutMs);
            isConnected = true;
            socket.setSoTimeout(timeoutMs);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(word);
            if (in.read() != 1) {
                return "another program answers there";
            }
            hasAnswered = true;
            // Both sides hold less than this on the way, so neither may write all before the other reads.
            Thread writer = Thread.ofPlatform().daemon().start(() -> {
                try {
                    socket.getOutputStream().write(new byte[EchoServer.LARGE_BYTES]);
                } catch (IOException peerGone) {
                    // The reader finds out.
                }
            });
            in.readFully(new byte[EchoServer.LARGE_BYTES]);
            writer.join();
            return FINE + NameCheck.digits(socket.getLocalAddress());
        } catch (SocketTimeoutException silence) {
            return hasAnswered
                    ? SMALL_ONLY
                    : isConnected ? "connected, then silence" : "no answer (a firewall drops it?)";
        } catch (NoRouteToHostException none) {
            return "no route";
        } catch (ConnectException refused) {
            return "refused (a firewall rejects it?)";
        } catch (IOException broken) {
            return hasAnswered ? SMALL_ONLY : String.valueOf(broken.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
