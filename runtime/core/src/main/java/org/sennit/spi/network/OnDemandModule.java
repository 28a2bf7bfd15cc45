package org.sennit.spi.network;

/**
 * Optional interface of a {@link NetworkModule} that opens next to nothing until the first contact with a peer: a
 * program that sends nothing to other processes starts and ends without what its connections would load.
 */
public interface OnDemandModule {
    /**
     * Says how all peers become known. A module lets a peer in only when it knows it, so a device without this
     * interface connects to all of them at the start; with it, when the device first wants a connection, or when a peer
     * does. Another job that looks whether sockets were left behind may be taken for a peer, which costs the opening
     * and nothing else. Caller: the device, once, between {@link NetworkModule#init} and the first
     * {@link NetworkModule#connect}.
     *
     * @param connectAll calls {@link NetworkModule#connect} for every peer; run at most once, by any thread, with no
     *     lock of the module held, when a peer has asked for a connection
     * @return whether it may be run: false where the module is open already, and the device connects at once
     */
    boolean onFirstContact(Runnable connectAll);
}
