package org.sennit.internal.runtime.bootstrap.engine;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sennit.internal.runtime.bootstrap.root.MeetingServer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * Lets processes find each other where all know beforehand on which host process 0 is, at which ports it may listen,
 * and the secret of the job: process 0 listens at the first port that is free, the others try all of them. Immutable.
 */
public final class KnownMeeting {
    private final EnginePlace place;
    private final List<String> hosts;
    private final List<Integer> ports;
    private final boolean isOneHost;
    private final HostLookup lookup;

    /**
     * Describes the place.
     *
     * @param hosts names or addresses of the host of process 0, the most promising first
     * @param ports the ports, the same in all processes, at least one
     * @param isOneHost whether all processes are on that host
     * @param lookup finds the addresses of the hosts
     */
    public KnownMeeting(
            EnginePlace place, List<String> hosts, List<Integer> ports, boolean isOneHost, HostLookup lookup) {
        this.lookup = lookup;
        this.place = place;
        this.hosts = List.copyOf(hosts);
        this.ports = List.copyOf(ports);
        this.isOneHost = isOneHost;
    }

    /**
     * Opens the server, in process 0; the others look for it when they join a job.
     *
     * @param jobId a name that no other job on this host has
     * @param hostProcesses how many processes of the job are on this host
     * @param secret what all of them hold
     * @param context clock and threads of the server
     * @throws SennitException BOOTSTRAP: no port is free; do not retry
     */
    public EngineProcess enter(String jobId, int hostProcesses, byte[] secret, RuntimeContext context) {
        MeetingServer server = place.process() == 0 ? open(secret, context) : null;
        List<InetSocketAddress> addresses = new ArrayList<>();
        if (server != null) {
            addresses.add(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), server.address().getPort()));
        } else {
            for (int port : ports) {
                hosts.forEach(host -> addresses.add(InetSocketAddress.createUnresolved(host, port)));
            }
        }
        String where = "at port " + ports.stream().map(String::valueOf).collect(Collectors.joining(", ")) + " of "
                + String.join(", ", hosts);
        return new EngineProcess(
                place,
                jobId,
                hostProcesses,
                secret,
                new CandidateLocation(addresses, where, addresses.size() > 1, lookup),
                server,
                EngineControl.NONE);
    }

    private MeetingServer open(byte[] secret, RuntimeContext context) {
        InetAddress address = isOneHost ? InetAddress.getLoopbackAddress() : new InetSocketAddress(0).getAddress();
        try {
            for (int port : ports) {
                try {
                    return new MeetingServer(
                            new InetSocketAddress(address, port), null, place.processes(), secret, context);
                } catch (BindException taken) {
                    // The next one.
                }
            }
        } catch (IOException cannot) {
            throw new SennitException(ErrorClass.BOOTSTRAP, "process 0 can open no port: " + cannot, cannot);
        }
        throw new SennitException(
                ErrorClass.BOOTSTRAP,
                "process 0 can open none of the ports " + ports + " of this host: another program has each of them");
    }
}
