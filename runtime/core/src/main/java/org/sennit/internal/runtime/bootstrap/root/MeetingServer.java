package org.sennit.internal.runtime.bootstrap.root;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.runtime.bootstrap.server.KeyValueServer;
import org.sennit.internal.runtime.bootstrap.server.ServerEvents;
import org.sennit.spi.context.RuntimeContext;

/**
 * The key-value server in process 0 of a job that no launcher of ours watches. Notifies each process of deaths and of
 * the end of the job; it ends no process.
 *
 * <p>Threads: any; events arrive on the server's.
 */
public final class MeetingServer implements ServerEvents, Closeable {
    /** Longest wait for the others to leave: they have all come to the job's end, or have failed. */
    static final long DEPARTURE_NS = TimeUnit.SECONDS.toNanos(20);

    private final KeyValueServer server;

    /**
     * Listens.
     *
     * @param address where; port 0: of the system's choice
     * @param job the name of the only job; null: any number of jobs of these processes
     * @param secret what they must prove to hold
     * @param context clock, threads and random numbers
     * @throws IOException the port cannot be opened
     */
    public MeetingServer(InetSocketAddress address, String job, int processes, byte[] secret, RuntimeContext context)
            throws IOException {
        this.server = KeyValueServer.at(address, job, processes, secret, this, context);
    }

    /** Returns the address by which this process reaches it. */
    public InetSocketAddress address() {
        return server.address();
    }

    @Override
    public void aborted(int process, int status, String report) {
        server.tellAborted(process, server.nameOf(process) + " has ended the job: " + report);
    }

    @Override
    public void uncaught(int process, String report) {
        // Only launched processes report one.
    }

    @Override
    public void lost(int process, int lost, String why) {
        String who = server.nameOf(lost);
        expel(
                lost,
                process == lost ? who + " leaves: " + why : server.nameOf(process) + " has lost " + who + ": " + why);
    }

    @Override
    public void late(int process, String why) {
        server.giveUp(process, why);
    }

    @Override
    public void disconnected(int process) {
        expel(process, server.nameOf(process) + " has died: its connection to process 0 has ended");
    }

    private void expel(int process, String why) {
        server.giveUp(process, "has died before this step");
        server.tellDied(process, why);
    }

    /** Waits until no process is connected, for {@link #DEPARTURE_NS} at most. */
    void awaitDepartures() {
        server.awaitDepartures(DEPARTURE_NS);
    }

    /**
     * Waits until every process has left a job, or is gone, for {@link #DEPARTURE_NS} at most.
     *
     * @param session the job's number on this server
     */
    public void awaitLeft(int session) {
        server.awaitLeft(session, DEPARTURE_NS);
    }

    @Override
    public void close() {
        server.close();
    }
}
