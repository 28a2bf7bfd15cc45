package org.sennit.internal.shm.mapped;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.spi.network.VirtualConnection;

/** The host of this process, and which peers are on other hosts. Any thread. */
final class HostMap {
    /** Ends the host's name in the card of a process that shares memory with no other: equal to no other host. */
    private static final String ALONE = "-alone";

    private final String host;
    private final boolean isAlone;
    private final Set<Integer> elsewhere = ConcurrentHashMap.newKeySet();
    private final Set<VirtualConnection> withoutProcess = ConcurrentHashMap.newKeySet();

    /**
     * @param digest the identity of the host
     * @param isAlone whether this process shares memory with no other, for good: all peers are elsewhere
     */
    HostMap(String digest, boolean isAlone) {
        this.host = isAlone ? digest + ALONE : digest;
        this.isAlone = isAlone;
    }

    String host() {
        return host;
    }

    boolean isAlone() {
        return isAlone;
    }

    boolean isElsewhere(MappedCard card) {
        return isAlone || !card.host().equals(host);
    }

    /** Returns whether the peer of an underlying connection is known to be elsewhere. */
    boolean isElsewhere(VirtualConnection beneath) {
        return isAlone || elsewhere.contains(beneath.process()) || withoutProcess.contains(beneath);
    }

    /** Records a process's host; before the underlying module accepts it, since it may then connect to any lane. */
    void note(int process, MappedCard card) {
        if (isElsewhere(card)) {
            elsewhere.add(process);
        } else {
            elsewhere.remove(process);
        }
    }

    /** Notes that the peer of a connection by card alone is elsewhere; before anything is sent on it. */
    void noteElsewhere(VirtualConnection beneath) {
        withoutProcess.add(beneath);
    }
}
