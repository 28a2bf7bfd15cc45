package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.SennitException;

/**
 * The shared regions of one peer, mapped when they are first named. Those that the peer has released are let go when another
 * one comes; until then their memory is not free. Any thread.
 */
public final class PeerRegions {
    /** Failed attempts after which no more are made: the two processes do not see each other's files. */
    private static final int MOST_REFUSALS = 64;

    private final Map<Long, SharedFile> files = new ConcurrentHashMap<>();
    private final Map<Long, String> refused = new ConcurrentHashMap<>();

    /** None yet. */
    public PeerRegions() {}

    /**
     * Finds or maps a region.
     *
     * @param id its number at the peer
     * @param offer the text of {@link SharedFile#describe}
     * @return the memory, or null when it cannot be opened here: the peer may have another user or live in another container
     */
    public SharedFile open(long id, String offer) {
        SharedFile known = files.get(id);
        if (known != null) {
            return known;
        }
        if (refused.size() >= MOST_REFUSALS || refused.containsKey(id)) {
            return null;
        }
        files.values().removeIf(SharedFile::isReleased);
        try {
            SharedFile opened = SharedFileOffer.parse(offer).open(Arena.ofAuto());
            SharedFile first = files.putIfAbsent(id, opened);
            return first != null ? first : opened;
        } catch (SennitException e) {
            refused.put(id, e.getMessage());
            return null;
        }
    }

    /** Returns the number of mapped ones, for reports and tests. */
    public int mapped() {
        return files.size();
    }
}
