package org.sennit.internal.runtime.bootstrap.engine;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Finds the address of a host's name. Any thread; may block for seconds. */
@FunctionalInterface
public interface HostLookup {
    /** The look-up of the system. */
    HostLookup SYSTEM = InetAddress::getByName;

    /**
     * Returns an address.
     *
     * @throws UnknownHostException the name is not known, perhaps not yet
     */
    InetAddress address(String host) throws UnknownHostException;
}
