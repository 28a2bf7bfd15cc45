package org.sennit.internal.runtime.bootstrap;

import java.io.IOException;
import java.net.Socket;
import jdk.net.ExtendedSocketOptions;

/**
 * Makes the kernels of both hosts ask each other whether a silent connection is still there, so that a host that is cut
 * off is noticed. By the kernel and not by the processes: one that is stopped, as by Ctrl-Z, is not taken for lost.
 *
 * <p>Threads: stateless.
 */
public final class KeepAlive {
    /** Seconds of silence before the first question. */
    private static final int IDLE_S = 5;

    /** Seconds between probes. */
    private static final int INTERVAL_S = 3;

    /** Questions without an answer after which the connection ends. */
    private static final int QUESTIONS = 5;

    private KeepAlive() {}

    /**
     * Turns it on; where the system has no such intervals, with its own.
     *
     * @param socket a connected socket
     * @throws IOException the socket is closed
     */
    public static void on(Socket socket) throws IOException {
        socket.setKeepAlive(true);
        if (socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
            socket.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, IDLE_S);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, INTERVAL_S);
            socket.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, QUESTIONS);
        }
    }
}
