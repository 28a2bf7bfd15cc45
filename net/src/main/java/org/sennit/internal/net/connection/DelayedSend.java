package org.sennit.internal.net.connection;

import org.sennit.spi.network.NetworkSend;

/** The operation of a started message that could not go out at once; its owner asks it whether it is done. */
final class DelayedSend extends NetworkSend {
    @Override
    protected boolean isWhole() {
        return true;
    }
}
