package org.sennit.internal.endpoints.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sennit.internal.endpoints.device.peer.EndpointTable;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.device.peer.RemoteProcesses;
import org.sennit.internal.endpoints.device.remote.FailureNotice;
import org.sennit.internal.endpoints.device.remote.WatchArrival;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/**
 * The known other processes of the job, and the packets to them that are not messages: those of the job's watch, and
 * notices that an endpoint has failed. Any thread.
 */
public final class OtherProcesses {
    private final RemoteProcesses processes = new RemoteProcesses();
    private final EndpointTable endpoints;

    OtherProcesses(EndpointTable endpoints) {
        this.endpoints = endpoints;
    }

    /** Returns the table of them. */
    RemoteProcesses table() {
        return processes;
    }

    /**
     * Returns a process that is known.
     *
     * @param process its number
     * @return the handle, or null when it is not known
     */
    public RemoteProcess known(int process) {
        return processes.of(process);
    }

    /** Returns the processes to which endpoints that have ended may have sent something. */
    public List<Integer> used() {
        return processes.all().stream()
                .filter(RemoteProcess::isUsed)
                .map(RemoteProcess::process)
                .toList();
    }

    /**
     * Notifies each process to which an endpoint may have sent something that the endpoint has failed; returns their
     * numbers.
     */
    List<Integer> tellFailed(int endpoint, SennitException cause) {
        List<Integer> known = new ArrayList<>();
        for (RemoteProcess each : processes.all()) {
            if (each.isUsed()) {
                try {
                    FailureNotice.send(each.connectionsOf(endpoint), endpoint, cause.getMessage());
                    known.add(each.process());
                } catch (RuntimeException e) { // the network has been closed
                    cause.addSuppressed(e);
                }
            }
        }
        return known;
    }

    /**
     * Sends a process-level packet to another process; any thread, does not block.
     *
     * @param process its number
     * @param kind what it is
     * @param number belongs to the kind
     * @param payload belongs to the kind
     * @return whether it was sent; false when the process has died, which is reported elsewhere, or cannot be reached
     *     now
     */
    public boolean sendWatch(int process, int kind, int number, byte[] payload) {
        try {
            WatchArrival.send(List.of(processes.of(process).connection()), kind, number, payload);
            return true;
        } catch (RuntimeException e) {
            return false;
        }
    }

    /**
     * As {@link #sendWatch}, over every connection that may have carried messages, behind those messages: when the last
     * of the packets arrives, all of them have arrived.
     *
     * @param process the number of the other process
     * @param kind what it is
     * @param number belongs to the kind
     * @param payload belongs to the kind
     * @return the number of connections used; 0 when the process has died, or cannot be reached now
     */
    public int sendWatchBehindAll(int process, int kind, int number, byte[] payload) {
        try {
            Set<VirtualConnection> connections = processes.of(process).connectionsOfAll(endpoints.used());
            WatchArrival.send(connections, kind, number, payload);
            return connections.size();
        } catch (RuntimeException e) {
            return 0;
        }
    }
}
