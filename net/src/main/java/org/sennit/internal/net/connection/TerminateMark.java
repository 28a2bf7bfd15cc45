package org.sennit.internal.net.connection;

import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** Stands in the queue of pending sends where terminate was called: what is behind it belongs to the next socket. */
final class TerminateMark extends NetworkSend {
    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        return true;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        // the break of the connection is reported by itself
    }
}
