package org.sennit.internal.runtime.bootstrap.engine;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.sennit.internal.runtime.bootstrap.ServerLocation;

/**
 * Several addresses at one of which process 0 listens, tried in turn until it has answered at one of them. Any thread.
 */
final class CandidateLocation implements ServerLocation {
    private final List<InetSocketAddress> addresses;
    private final String place;
    private final boolean isGuess;
    private final HostLookup lookup;
    private int next; // guarded by this

    /**
     * Makes it.
     *
     * @param addresses the addresses, at least one; one that is unresolved is looked up anew at each try
     * @param place what errors call them all
     * @param isGuess whether servers of other jobs may be found there
     * @param lookup looks up
     */
    public CandidateLocation(List<InetSocketAddress> addresses, String place, boolean isGuess, HostLookup lookup) {
        this.lookup = lookup;
        this.addresses = List.copyOf(addresses);
        this.place = place;
        this.isGuess = isGuess;
    }

    /** Process 0 has answered at the address last asked for: the next link begins there. */
    synchronized void reached() {
        next = (next + addresses.size() - 1) % addresses.size();
    }

    @Override
    public InetSocketAddress address() {
        InetSocketAddress address = nextOne();
        try {
            return address.isUnresolved()
                    ? new InetSocketAddress(lookup.address(address.getHostString()), address.getPort())
                    : address;
        } catch (UnknownHostException notYet) {
            return address; // to which no socket connects
        }
    }

    private synchronized InetSocketAddress nextOne() {
        InetSocketAddress address = addresses.get(next);
        next = (next + 1) % addresses.size();
        return address;
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
