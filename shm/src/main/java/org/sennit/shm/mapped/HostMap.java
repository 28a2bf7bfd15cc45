package org.sennit.shm.mapped;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** On which host this process says it is, and which of the others are elsewhere. Any thread. */
final class HostMap {
    /** What a card says behind the host of a process that shares memory with nobody: equal to no other host. */
    private static final String ALONE = "-alone";

    private final String host;
    private final boolean isAlone;
    private final Set<Integer> elsewhere = ConcurrentHashMap.newKeySet();

    /**
     * @param digest the identity of the host
     * @param isAlone whether this process shares memory with nobody, for good: everybody is elsewhere
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

    /** Whether a process is known to be elsewhere. */
    boolean isElsewhere(int process) {
        return isAlone || elsewhere.contains(process);
    }

    /** Notes where a process is; before the module beneath lets it in, from when on it may come by any lane. */
    boolean note(int process, MappedCard card) {
        boolean isElsewhere = isElsewhere(card);
        if (isElsewhere) {
            elsewhere.add(process);
        } else {
            elsewhere.remove(process);
        }
        return isElsewhere;
    }
}
