package org.sennit.internal.endpoints.device;

import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.message.Status;

/**
 * A device that sees every operation: the short ways, on which small messages go past it, are not taken. For devices that
 * check or tell of what their endpoint does.
 */
abstract class FullPathDevice extends Device {
    FullPathDevice(LocalEndpoint self, ImmediateProtocol immediate, RemoteSender remote, boolean isShared) {
        super(self, immediate, remote, isShared);
    }

    FullPathDevice(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            boolean keepsForThreads) {
        super(self, immediate, remote, isShared, keepsForThreads);
    }

    /** None. */
    @Override
    public final int immediateBytes() {
        return -1;
    }

    @Override
    public final boolean receiveAtOnce(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        return false;
    }

    @Override
    public final boolean receiveArrived(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        return false;
    }

    @Override
    public final PayloadSource takeAtOnce(int contextId, int source, int tag, long mostBytes, Status status) {
        return null;
    }
}
