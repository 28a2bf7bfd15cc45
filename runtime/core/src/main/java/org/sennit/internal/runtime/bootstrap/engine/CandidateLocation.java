package org.sennit.internal.runtime.bootstrap.engine;

import java.net.InetSocketAddress;
import java.util.List;
import org.sennit.internal.runtime.bootstrap.ServerLocation;

/**
 * Several addresses at one of which process 0 listens, tried in turn. Used by the thread that opens a link, and by one at a time.
 */
public final class CandidateLocation implements ServerLocation {
    private final List<InetSocketAddress> addresses;
    private final String place;
    private final boolean isGuess;
    private int next;

    /**
     * Makes it.
     *
     * @param addresses the addresses, at least one; one that is unresolved is looked up anew at each try
     * @param place what errors call them all
     * @param isGuess whether servers of other jobs may be found there
     */
    public CandidateLocation(List<InetSocketAddress> addresses, String place, boolean isGuess) {
        this.addresses = List.copyOf(addresses);
        this.place = place;
        this.isGuess = isGuess;
    }

    @Override
    public InetSocketAddress address() {
        InetSocketAddress address = addresses.get(next);
        next = (next + 1) % addresses.size();
        return address.isUnresolved() ? new InetSocketAddress(address.getHostString(), address.getPort()) : address;
    }

    @Override
    public String keeper() {
        return "process 0";
    }

    @Override
    public String place() {
        return place;
    }

    @Override
    public boolean isListening() {
        return false;
    }

    @Override
    public boolean isGuess() {
        return isGuess;
    }
}
