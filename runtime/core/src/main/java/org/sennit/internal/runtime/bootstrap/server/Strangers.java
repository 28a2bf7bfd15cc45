package org.sennit.internal.runtime.bootstrap.server;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The connections that have not proved the job's secret, bounded in number. An addition beyond the bound closes a
 * random one, so that neither old nor fast strangers keep a member of the job out for long; a member that is hit tries
 * again.
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

    /** Adds an accepted connection; closes a random one if there are too many. */
    synchronized void add(Socket socket) {
        if (sockets.size() >= max) {
            closeOne();
        }
        sockets.add(socket);
    }

    /** Removes a connection that has proved the secret or has ended; returns false if it was closed before. */
    synchronized boolean remove(Socket socket) {
        return sockets.remove(socket);
    }

    /** Closes a random connection. */
    synchronized void closeOne() {
        if (!sockets.isEmpty()) {
            int last = sockets.size() - 1;
            int victim = random.nextInt(last + 1);
            Socket socket = sockets.set(victim, sockets.get(last));
            sockets.remove(last);
            closeQuietly(socket);
        }
    }

    /** Closes all connections. */
    synchronized void close() {
        sockets.forEach(Strangers::closeQuietly);
        sockets.clear();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // Its descriptor is free anyway.
        }
    }
}
