package org.sennit.internal.endpoints.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A pool of temporary memory for the runs of one communicator, last in, first out. Keeps as many pieces as were needed
 * at once, up to a limit in bytes, so that the memory of one huge call is not kept. Any thread that drives the endpoint
 * may call.
 */
final class TempPool {
    private static final int ALIGNMENT = 128;

    private final MemorySegment[] spare = new MemorySegment[4];
    private final long mostBytes;
    private int count;
    private long keptBytes;

    TempPool(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    synchronized MemorySegment take(long bytes) {
        for (int i = count - 1; i >= 0; i--) {
            if (spare[i].byteSize() >= bytes) {
                return remove(i);
            }
        }
        if (count > 0) {
            remove(count - 1); // too small: replaced by a larger one
        }
        return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    private MemorySegment remove(int i) {
        MemorySegment found = spare[i];
        spare[i] = spare[--count];
        spare[count] = null;
        keptBytes -= found.byteSize();
        return found;
    }

    synchronized void give(MemorySegment memory) {
        if (count < spare.length && keptBytes + memory.byteSize() <= mostBytes) {
            spare[count++] = memory;
            keptBytes += memory.byteSize();
        }
    }

    /** Returns the bytes kept. */
    synchronized long keptBytes() {
        return keptBytes;
    }
}
