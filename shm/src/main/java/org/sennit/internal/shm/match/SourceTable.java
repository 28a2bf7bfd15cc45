package org.sennit.internal.shm.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * The reusable payload sources of a process, by number. An inbox cell carries the number, so that no reference is
 * stored for a message. Any thread may add and remove, which is rare; receivers look up.
 */
public final class SourceTable {
    private static final int FIRST_CAPACITY = 64;
    private static final VarHandle ENTRIES =
            FieldHandle.converting(MethodHandles.lookup(), SourceTable.class, "entries", PayloadSource[].class);

    // Replaced by a longer copy with release, read with acquire. An entry is written before its number is
    // published: the release store that publishes an inbox cell, and the acquire load that finds it, publish
    // the entry, too. jcstress: OwnershipStress.TableGrows.
    private PayloadSource[] entries = new PayloadSource[FIRST_CAPACITY];

    // Guarded by this object's monitor.
    private int[] free = new int[FIRST_CAPACITY];
    private int freeCount;
    private int used;

    /**
     * Adds a source.
     *
     * @param source not in the table
     * @return its number, until {@link #remove}
     */
    public synchronized int add(PayloadSource source) {
        int number = freeCount > 0 ? free[--freeCount] : used++;
        PayloadSource[] all = entries;
        if (number >= all.length) {
            all = Arrays.copyOf(all, 2 * all.length);
        }
        all[number] = source;
        ENTRIES.setRelease(this, all);
        return number;
    }

    /**
     * Removes a source. No message carries its number any more.
     *
     * @param number of a source that is in the table
     */
    public synchronized void remove(int number) {
        entries[number] = null;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = number;
    }

    /**
     * Returns the source with a number that the caller has read from a message.
     *
     * @param number what {@link #add} has given
     * @return the source; null when there is none of this number
     */
    public PayloadSource get(int number) {
        PayloadSource[] all = (PayloadSource[]) ENTRIES.getAcquire(this);
        return number >= 0 && number < all.length ? all[number] : null;
    }

    /** Returns the end of the range of numbers given so far: one more than the highest. */
    public synchronized int end() {
        return used;
    }

    /** Returns the number of sources in the table. */
    synchronized int size() {
        return used - freeCount;
    }
}
