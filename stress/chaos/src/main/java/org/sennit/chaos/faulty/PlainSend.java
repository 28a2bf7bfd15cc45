package org.sennit.chaos.faulty;

import org.sennit.runtime.netmod.NetworkSend;
import org.sennit.runtime.netmod.VirtualConnection;

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
