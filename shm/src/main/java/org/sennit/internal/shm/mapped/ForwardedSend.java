package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VectorConnection;
import org.sennit.spi.network.VirtualConnection;

/**
 * Sends another operation's batches through the underlying connection. Belongs to that connection's loop once it is
 * sent.
 */
final class ForwardedSend extends NetworkSend {
    private final NetworkSend operation;
    private final VirtualConnection outer;

    ForwardedSend(NetworkSend operation, VirtualConnection outer) {
        this.operation = operation;
        this.outer = outer;
    }

    void start(VirtualConnection inner) {
        if (operation.payload() != null) {
            inner.send(this, header(operation), operation.payload());
        } else {
            inner.require(VectorConnection.class).sendVector(this, header(operation), operation.slices());
        }
    }

    private static MemorySegment header(NetworkSend operation) {
        return operation.header().asSlice(0, operation.headerLength());
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection inner) {
        if (operation.batchSent(outer)) {
            return true;
        }
        if (operation.payload() != null) {
            again(header(operation), operation.payload());
        } else {
            again(header(operation), operation.slices());
        }
        return false;
    }

    @Override
    protected void onFailure(VirtualConnection inner, Throwable cause) {
        if (isUnsent()) {
            operation.failUnsent(outer, cause);
        } else {
            operation.fail(outer, cause);
        }
    }
}
