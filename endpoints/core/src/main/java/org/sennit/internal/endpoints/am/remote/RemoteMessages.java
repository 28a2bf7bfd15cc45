package org.sennit.internal.endpoints.am.remote;

import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.am.operation.OpenOperations;
import org.sennit.internal.endpoints.am.operation.OperationFailures;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.progress.Condition;

/** The active messages of a process to and from other processes. Any thread. */
public final class RemoteMessages {
    /** The endpoints of the process, in their communicators. Any thread. */
    @FunctionalInterface
    public interface Targets {
        /** Returns the target of a message that arrives over a connection; null when the endpoint has gone. */
        EndpointScope scope(VirtualConnection vc, int endpoint, int contextId);
    }

    private final FailedPeers failedPeers;
    private final OperationFailures failures;
    private final Targets targets;
    private final OperationTable<SentMessage> sent = new OperationTable<>(this::newSent);
    private final OperationTable<ReceivedMessage> received = new OperationTable<>(ReceivedMessage::new);

    /**
     * Makes those of a process.
     *
     * @param failedPeers the failures that it knows
     * @param targets its endpoints
     */
    public RemoteMessages(FailedPeers failedPeers, Targets targets) {
        this.failedPeers = failedPeers;
        this.failures = new OperationFailures(failedPeers);
        this.targets = targets;
    }

    private SentMessage newSent() {
        return new SentMessage(sent, failures);
    }

    /**
     * Begins a message, which is to be sent at once.
     *
     * @param from the origin
     * @param source its rank
     * @param to an endpoint of another process
     */
    public SentMessage between(EndpointScope from, int source, Peer to) {
        return sent.take().between(from, source, to);
    }

    /** Returns the condition that the data sent from an endpoint so far is in place; see {@link DataFence}. */
    public Condition dataIsThereOfAll(EndpointScope from, OpenOperations deferred) {
        return new DataFence(from, deferred, sent);
    }

    /** Returns whether a message of an endpoint is not complete. */
    public boolean isSending(EndpointWork from) {
        for (int place = 0; place < sent.size(); place++) {
            SentMessage message = sent.at(place);
            if (message != null && message.id() != 0 && message.isFrom(from)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives up messages.
     *
     * @param from the origin
     * @param to the target
     * @param error the error that the origin gets
     */
    public void purge(EndpointScope from, Peer to, SennitException error) {
        for (long id : sent.idsOf(each -> each.from() == from && each.peer() == to)) {
            SentMessage message = sent.find(id);
            if (message != null) {
                message.fail(id, error);
            }
        }
    }

    /** Ends what is under way with peers that have failed. */
    public void peersFailed() {
        failures.endAll(sent);
        for (long id : received.idsOf(each -> causeOf(each) != null)) {
            endOfFailedSource(received.find(id), id);
        }
    }

    private Throwable causeOf(ReceivedMessage message) {
        return failedPeers.causeOf(message.sourceProcess());
    }

    /**
     * Ends a message that waits for data, where its origin had failed before it was entered: others have been ended
     * then.
     */
    void checkSource(ReceivedMessage message, long id) {
        OperationTable.hasEntered();
        if (failedPeers.count() > 0) {
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

    OperationTable<SentMessage> sent() {
        return sent;
    }

    OperationTable<ReceivedMessage> received() {
        return received;
    }

    Targets targets() {
        return targets;
    }
}
