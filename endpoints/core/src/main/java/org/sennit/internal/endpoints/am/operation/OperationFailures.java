package org.sennit.internal.endpoints.am.operation;

import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Ends operations in other processes whose targets have failed. Any thread. */
public final class OperationFailures {
    private final FailedPeers failedPeers;

    /**
     * Makes that of a process.
     *
     * @param failedPeers the failures that it knows
     */
    public OperationFailures(FailedPeers failedPeers) {
        this.failedPeers = failedPeers;
    }

    /** Ends an operation that has just been entered, where its peer had failed before: others have been ended then. */
    public void checkAlive(Peer to, RemoteOperation operation, long id) {
        OperationTable.hasEntered();
        Throwable cause = failedPeers.count() == 0 ? null : failedPeers.causeOf(to.address());
        if (cause != null) {
            operation.fail(id, failed(operation, cause));
        }
    }

    /** Ends the operations of a table whose peers have failed; called when some have. */
    public <T extends RemoteOperation> void endAll(OperationTable<T> table) {
        for (long id : table.idsOf(each -> causeOf(each.peer()) != null)) {
            T operation = table.find(id);
            Throwable cause = operation == null ? null : causeOf(operation.peer());
            if (cause != null) {
                operation.fail(id, failed(operation, cause));
            }
        }
    }

    private Throwable causeOf(Peer peer) {
        return peer == null ? null : failedPeers.causeOf(peer.address()); // null: the operation is over meanwhile
    }

    private static SennitException failed(RemoteOperation operation, Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "the target has failed: " + operation.describe() + " cause=" + cause.getMessage(),
                cause);
    }
}
