package org.sennit.internal.endpoints.am;

import java.util.function.Function;
import org.sennit.internal.endpoints.device.ProcessDevice;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/** The state shared by the active messages of all endpoints of a process. Any thread. */
public final class ActiveProcess {
    private final ProcessDevice device;
    private final MemoryUses memoryUses; // null unless in checked mode
    private final Function<LocalEndpoint, ActiveEndpoint> maker = this::make; // one object for all messages
    private final RemoteCalls calls = new RemoteCalls(this);
    private final OperationTable<SentMessage> sent = new OperationTable<>(this::newSent);
    private final OperationTable<ReceivedMessage> received = new OperationTable<>(ReceivedMessage::new);
    private final OperationTable<PendingCall> pending = new OperationTable<>(this::newPending);

    /**
     * Makes that of a process.
     *
     * @param device its devices; no connection yet
     */
    @SuppressWarnings("this-escape") // no packet comes before there is a connection
    public ActiveProcess(ProcessDevice device) {
        this.device = device;
        this.memoryUses = device.isChecked() ? new MemoryUses() : null;
        device.active(() -> new ActiveArrivals(this));
    }

    private SentMessage newSent() {
        return new SentMessage(sent);
    }

    private PendingCall newPending() {
        return new PendingCall(pending);
    }

    /** Returns the user's memory that operations of this process have; always the same; null unless in checked mode. */
    public MemoryUses memoryUses() {
        return memoryUses;
    }

    OperationTable<SentMessage> sent() {
        return sent;
    }

    OperationTable<ReceivedMessage> received() {
        return received;
    }

    OperationTable<PendingCall> pending() {
        return pending;
    }

    /** Returns whether a message of an endpoint to another process is not complete. Any thread. */
    boolean isSending(ActiveEndpoint from) {
        for (int place = 0; place < sent.size(); place++) {
            SentMessage message = sent.at(place);
            if (message != null && message.id() != 0 && message.isFrom(from)) {
                return true;
            }
        }
        return false;
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
    ActiveScope scope(VirtualConnection vc, int endpoint, int contextId) {
        LocalEndpoint local = device.arrivalEndpoint(vc, endpoint);
        return local == null ? null : endpoint(local).scope(contextId);
    }

    /** Ends an operation that has just been entered, where its peer had failed before: others have been ended then. */
    void checkAlive(Peer to, RemoteOperation operation, long id) {
        OperationTable.hasEntered();
        Throwable cause =
                device.failedPeers().count() == 0 ? null : device.failedPeers().causeOf(to.address());
        if (cause != null) {
            operation.fail(id, failed(operation, cause));
        }
    }

    private static SennitException failed(RemoteOperation operation, Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "the target has failed: " + operation.describe() + " cause=" + cause.getMessage(),
                cause);
    }

    /** Peers have failed: what was under way with them ends. */
    void peersFailed() {
        endAll(sent);
        endAll(pending);
        for (long id : received.idsOf(each -> causeOf(each) != null)) {
            endOfFailedSource(received.find(id), id);
        }
    }

    private Throwable causeOf(ReceivedMessage message) {
        return device.failedPeers().causeOf(message.sourceProcess());
    }

    /**
     * Ends a message that waits for data, where its origin had failed before it was entered: others have been ended
     * then.
     */
    void checkSource(ReceivedMessage message, long id) {
        OperationTable.hasEntered();
        if (device.failedPeers().count() > 0) {
            endOfFailedSource(message, id);
        }
    }

    private void endOfFailedSource(ReceivedMessage message, long id) {
        Throwable cause = message == null ? null : causeOf(message);
        if (cause != null && received.remove(id)) {
            received.drop(message); // not used again: data of it may be arriving
            if (message.guard().close()) {
                message.sourceFailed(cause);
            }
        }
    }

    /** Called when the data of a message has been written, after its origin had failed meanwhile. */
    void endOfWrite(ReceivedMessage message) {
        message.sourceFailed(causeOf(message)); // a failure that was known is never forgotten
    }

    private <T extends RemoteOperation> void endAll(OperationTable<T> table) {
        for (long id : table.idsOf(each -> causeOf(each) != null)) {
            T operation = table.find(id);
            Peer peer = operation == null ? null : operation.peer();
            Throwable cause = peer == null ? null : device.failedPeers().causeOf(peer.address());
            if (cause != null) {
                operation.fail(id, failed(operation, cause));
            }
        }
    }

    private Throwable causeOf(RemoteOperation operation) {
        Peer peer = operation.peer(); // null: it is over meanwhile
        return peer == null ? null : device.failedPeers().causeOf(peer.address());
    }

    /**
     * Gives up the messages to an endpoint of another process.
     *
     * @param from the origin
     * @param to the target
     * @param error the error that the origin gets
     */
    public void purge(ActiveScope from, Peer to, SennitException error) {
        for (long id : sent.idsOf(each -> each.from() == from && each.peer() == to)) {
            SentMessage message = sent.find(id);
            if (message != null) {
                message.fail(id, error);
            }
        }
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
