package org.sennit.internal.endpoints.am.call;

import org.sennit.spi.network.NetworkSend;

/** The send of a call or of its answer, where the network queues it. Reused with that. */
final class CallSend extends NetworkSend {
    @Override
    protected boolean isWhole() {
        return true;
    }
}
