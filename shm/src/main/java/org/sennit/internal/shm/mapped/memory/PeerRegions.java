package org.sennit.internal.shm.mapped.memory;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.SennitException;

/**
 * The shared regions of one peer, mapped when they are first named. Those that the peer has released are let go when
 * another one comes; until then their memory is not free. Any thread.
 */
public final class PeerRegions {
    /** Failed attempts after which no more are made: the two processes do not see each other's files. */
    private static final int MOST_REFUSALS = 64;

    // Sorted by number; replaced as a whole under this object's monitor, read by any thread (volatile).
    private volatile Mapped mapped = new Mapped(new long[0], new SharedFile[0]);
    private final Map<Long, String> refused = new ConcurrentHashMap<>();

    /** The regions that are mapped, by their sorted numbers. */
    private record Mapped(long[] ids, SharedFile[] files) {
        SharedFile find(long id) {
            int at = Arrays.binarySearch(ids, id);
            return at < 0 ? null : files[at];
        }

        Mapped with(long id, SharedFile file) {
            TreeMap<Long, SharedFile> all = new TreeMap<>();
            for (int i = 0; i < ids.length; i++) {
                if (!files[i].isReleased()) {
                    all.put(ids[i], files[i]);
                }
            }
            all.put(id, file);
            return new Mapped(
                    all.keySet().stream().mapToLong(Long::longValue).toArray(),
                    all.values().toArray(SharedFile[]::new));
        }
    }

    /**
     * Finds a region that is mapped. Allocates nothing.
     *
     * @param id its number at the peer
     * @return the memory, or null when it has not been opened
     */
    public SharedFile find(long id) {
        return mapped.find(id);
    }

    /**
     * Finds or maps a region.
     *
     * @param id its number at the peer
     * @param offer the text of {@link SharedFile#describe}
     * @return the memory, or null when it cannot be opened here: the peer may have another user or
     *     live in another container
     */
    public synchronized SharedFile open(long id, String offer) {
        SharedFile known = mapped.find(id);
        if (known != null) {
            return known;
        }
        if (refused.size() >= MOST_REFUSALS || refused.containsKey(id)) {
            return null;
        }
        try {
            SharedFile opened = SharedFileOffer.parse(offer).open(Arena.ofAuto());
            mapped = mapped.with(id, opened);
            return opened;
        } catch (SennitException e) {
            refused.put(id, e.getMessage());
            return null;
        }
    }
}
