package org.sennit.internal.endpoints.comm;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.am.ActiveProcess;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.RemoteProcess;
import org.sennit.internal.endpoints.ownership.OwnershipProcess;
import org.sennit.spi.bootstrap.JobDescription;

/**
 * The state shared by all endpoints of a process: the job, the devices, and the handles of the other processes. Any
 * thread may call.
 */
public final class ProcessState {
    private final JobDescription description;
    private final JobState job;
    private final ProcessDevice device;
    private final Map<Integer, RemoteProcess> others;
    private final SharedComms sharedComms = new SharedComms();
    private final ContextIds contextIds;
    private final OwnershipProcess ownership;
    private final ActiveProcess active;
    private final Map<Integer, EndpointState> endpoints = new ConcurrentHashMap<>(); // by their ids; any thread

    /**
     * Makes the state of a process after the bootstrap.
     *
     * @param others the other processes by their numbers
     */
    public ProcessState(
            JobDescription description, JobState job, ProcessDevice device, Map<Integer, RemoteProcess> others) {
        this.description = description;
        this.job = job;
        this.device = device;
        this.others = Map.copyOf(others);
        this.contextIds = new ContextIds(description.process(), description.processes());
        this.ownership = new OwnershipProcess(description.process(), device);
        this.active = new ActiveProcess(device);
    }

    /** Returns the number of this process; its number in the job. */
    public int process() {
        return description.process();
    }

    /** Returns the number of processes of the job on this host, 1 or more. */
    public int hostProcesses() {
        return Math.max(1, description.hostProcesses());
    }

    /**
     * Returns the peer at an address.
     *
     * @param address where it lives
     * @param identity the address by which members know it
     */
    public Peer peer(EndpointAddress address, EndpointAddress identity) {
        if (address.process() == description.process()) {
            LocalEndpoint local = device.endpoint(address.endpoint());
            return new Peer(address, identity, local, null);
        }
        return new Peer(address, identity, null, others.get(address.process()));
    }

    /** Counts a new endpoint. */
    void opened(EndpointState endpoint) {
        endpoints.put(endpoint.device().self().id(), endpoint);
    }

    /** Called when an endpoint that a communicator has made is closed. */
    void closed(EndpointState endpoint) {
        endpoints.remove(endpoint.device().self().id());
    }

    /**
     * Returns whether an endpoint of this process takes no part in a communicator, because of a failure.
     *
     * @param endpoint its id here
     * @param maker the id of the one that has taken part in the construction: the same, or the one that has made it
     * @param parent the context id of the parent
     * @param number of the construction, among those of the parent
     * @param contextId of the communicator
     */
    public Absence absence(int endpoint, int maker, int parent, int number, int contextId) {
        EndpointState asked = endpoints.get(endpoint);
        EndpointState able = asked != null && asked.hasHad(contextId) ? asked : endpoints.get(maker);
        return able == null ? Absence.NONE : able.absence(parent, number, contextId);
    }

    /**
     * Returns the communicator of an endpoint of this process.
     *
     * @param endpoint its id here
     * @param contextId that of the communicator
     * @return null when it is not open
     */
    public CommContext communicator(int endpoint, int contextId) {
        EndpointState own = endpoints.get(endpoint);
        return own == null ? null : own.communicatorOf(contextId);
    }

    public JobState job() {
        return job;
    }

    public ProcessDevice device() {
        return device;
    }

    /** Returns the object that passes memory to and from other processes. */
    public OwnershipProcess ownership() {
        return ownership;
    }

    /** Returns the active messages of this process. */
    public ActiveProcess active() {
        return active;
    }

    /** Returns the shared state of communicators that are being made. */
    public SharedComms sharedComms() {
        return sharedComms;
    }

    /** Returns the context ids that this process gives to new communicators. */
    public ContextIds contextIds() {
        return contextIds;
    }
}
