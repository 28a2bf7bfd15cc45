package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.runtime.affinity.HostShare;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.JobDescription;
import org.sennit.spi.network.BusinessCard;

/**
 * The exchange between the processes of a job at the start: endpoints, incarnation, business card, agreed options, and
 * the processors that they may use. Belongs to the thread that starts the process.
 */
final class StartExchange {
    private final JobDescription job;
    private final ProcessDevice device;
    private final List<Device> devices;

    // In the order of the processes.
    final List<Peer> peers = new ArrayList<>();
    final List<HostShare> shares = new ArrayList<>();

    final Map<Integer, RemoteProcess> others = new HashMap<>();

    /**
     * Makes the exchange; nothing has been published yet.
     *
     * @param job which process this is, and of how many
     * @param device makes handles of the others
     * @param devices those of the endpoints here
     */
    StartExchange(JobDescription job, ProcessDevice device, List<Device> devices) {
        this.job = job;
        this.device = device;
        this.devices = devices;
    }

    /** Ends the exchange where there is no other process. */
    void alone() {
        addOwn(HostShare.own(devices.size()));
    }

    private void addOwn(HostShare own) {
        for (Device each : devices) {
            LocalEndpoint endpoint = each.self();
            peers.add(new Peer(new EndpointAddress(job.process(), job.incarnation(), endpoint.id()), endpoint, null));
        }
        shares.add(own);
    }

    /** Notifies the others and waits for all; throws when one is missing at the deadline, or has other options. */
    void exchange(Bootstrap bootstrap, Options options, BusinessCard card) {
        HostShare own = HostShare.own(devices.size());
        // One value a process: each put and get is a round trip, and the launcher's core is short at the start.
        String agreed = AgreedOptions.publish(options);
        bootstrap
                .space()
                .put(
                        "process." + job.process(),
                        devices.size() + " " + job.incarnation() + " " + card.text() + " " + agreed + " " + own.word());
        bootstrap.space().fence("start", TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS)));
        List<String> keys = new ArrayList<>();
        for (int p = 0; p < job.processes(); p++) {
            keys.add("process." + p); // its own as well: the answer is then in the order of the processes
        }
        List<String> values = bootstrap.space().getAll(keys);
        String first = null;
        for (int p = 0; p < job.processes(); p++) {
            if (p == job.process()) {
                addOwn(own);
                first = p == 0 ? agreed : first;
                AgreedOptions.compare(first, p, agreed);
                continue;
            }
            String[] words = values.get(p).split(" ");
            first = p == 0 ? words[3] : first;
            AgreedOptions.compare(first, p, words[3]);
            RemoteProcess process = device.remoteProcess(p, new BusinessCard(words[2]));
            others.put(p, process);
            shares.add(HostShare.of(words[4], Integer.parseInt(words[0])));
            for (int e = 0; e < Integer.parseInt(words[0]); e++) {
                peers.add(new Peer(new EndpointAddress(p, Integer.parseInt(words[1]), e), null, process));
            }
        }
    }
}
