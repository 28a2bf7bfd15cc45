package org.sennit.internal.net.connection;

import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** The operation of a started message that could not go out at once; its owner asks it whether it is done. */
final class QueuedSend extends NetworkSend {
    @Override
    protected boolean isWhole() {
        return true;
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        return true;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        // the owner reads failure()
    }
}
