package org.sennit.internal.endpoints.am;

import java.util.function.Function;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.am.remote.ActiveArrivals;
import org.sennit.internal.endpoints.am.remote.RemoteMessages;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.spi.network.VirtualConnection;

/** The state shared by the active messages of all endpoints of a process. Any thread. */
public final class ActiveProcess {
    private final ProcessDevice device;
    private final MemoryUses memoryUses; // null unless in checked mode
    private final Function<LocalEndpoint, ActiveEndpoint> maker = this::make; // one object for all messages
    private final RemoteMessages messages;
    private final RemoteCalls calls;

    /**
     * Makes that of a process.
     *
     * @param device its devices; no connection yet
     */
    @SuppressWarnings("this-escape") // no packet comes before there is a connection
    public ActiveProcess(ProcessDevice device) {
        this.device = device;
        this.memoryUses = device.isChecked() ? new MemoryUses() : null;
        this.messages = new RemoteMessages(device.failedPeers(), this::scope);
        this.calls = new RemoteCalls(device.failedPeers(), this::endpoint);
        device.active(() -> new ActiveArrivals(messages, calls));
    }

    /** Returns the user's memory that operations of this process have; always the same; null unless in checked mode. */
    public MemoryUses memoryUses() {
        return memoryUses;
    }

    /** Returns the messages to and from other processes. */
    public RemoteMessages messages() {
        return messages;
    }

    /** Returns the operations of the runtime that other processes execute. */
    public RemoteCalls calls() {
        return calls;
    }

    /** Counts the calls and answers that may end waits. */
    public UnmarkedPackets unmarked() {
        return device.unmarked();
    }

    /** Returns an endpoint of this process; always the same for one endpoint. */
    public ActiveEndpoint endpoint(LocalEndpoint endpoint) {
        return endpoint.extension(ActiveEndpoint.class, maker);
    }

    private ActiveEndpoint make(LocalEndpoint endpoint) {
        return new ActiveEndpoint(this, endpoint, device.context());
    }

    /**
     * Returns the scope of an endpoint in a communicator, for a message that arrives; null when the endpoint has gone.
     */
    private ActiveScope scope(VirtualConnection vc, int endpoint, int contextId) {
        LocalEndpoint local = device.arrivalEndpoint(vc, endpoint);
        return local == null ? null : endpoint(local).scope(contextId);
    }

    /** Peers have failed: what was under way with them ends. */
    void peersFailed() {
        messages.peersFailed();
        calls.peersFailed();
    }

    /**
     * Called when a handler or a window has been opened: remote traffic may arrive at any time while all endpoints
     * compute.
     */
    public void engage() {
        device.engage();
    }

    /** Called when what {@link #engage} was called for has been closed. */
    public void disengage() {
        device.disengage();
    }
}
