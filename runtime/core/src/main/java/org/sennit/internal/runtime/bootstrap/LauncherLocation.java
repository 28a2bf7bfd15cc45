package org.sennit.internal.runtime.bootstrap;

import java.net.InetSocketAddress;

/** The location of the launcher's server, which listens before its clients start. */
record LauncherLocation(InetSocketAddress address, String place, boolean isSealed) implements ServerLocation {
    @Override
    public String keeper() {
        return "the launcher";
    }

    @Override
    public boolean isListening() {
        return true;
    }
}
