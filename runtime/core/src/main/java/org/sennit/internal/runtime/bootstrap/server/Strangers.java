package org.sennit.internal.runtime.bootstrap.server;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The connections that have not proved the job's secret yet, bounded in number. Where one more comes a random one is
 * closed: neither those that came first nor those that come fastest keep a member out, which tries again if it is hit.
 *
 * <p>Threads: any.
 */
final class Strangers {

    private final int max;
    private final RandomGenerator random;

    /** Guarded by this. */
    private final List<Socket> sockets = new ArrayList<>();

    /** Admits at most max connections at a time. */
    Strangers(int max, RandomGenerator random) {
        this.max = max;
        this.random = random;
    }

    /** A connection has been accepted; closes another one if there are too many. */
    synchronized void add(Socket socket) {
        if (sockets.size() >= max) {
            closeOne();
        }
        sockets.add(socket);
    }

    /** A connection has proved the secret, or has ended; false when it was closed before. */
    synchronized boolean remove(Socket socket) {
        return sockets.remove(socket);
    }

    /** Makes room: closes a random one. */
    synchronized void closeOne() {
        if (!sockets.isEmpty()) {
            int last = sockets.size() - 1;
            int victim = random.nextInt(last + 1);
            Socket socket = sockets.set(victim, sockets.get(last));
            sockets.remove(last);
            closeQuietly(socket);
        }
    }

    /** Closes all. */
    synchronized void close() {
        sockets.forEach(Strangers::closeQuietly);
        sockets.clear();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Its descriptor is free in any case.
        }
    }
}
