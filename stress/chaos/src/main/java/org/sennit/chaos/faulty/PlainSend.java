package org.sennit.chaos.faulty;

import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A send that nobody listens to but by {@link NetworkSend#whenDone}. */
final class PlainSend extends NetworkSend {
    @Override
    protected boolean onDataAvailable(VirtualConnection vc) {
        return true;
    }

    @Override
    protected void onFailure(VirtualConnection vc, Throwable cause) {
        // whoever wants to know asks failure()
    }
}
