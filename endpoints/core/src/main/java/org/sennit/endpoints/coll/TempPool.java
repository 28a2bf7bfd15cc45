package org.sennit.endpoints.coll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Temporary memory of the runs of one communicator: the last one given back is taken first. Keeps as many as were needed at
 * once. Any thread that drives the endpoint may call.
 */
final class TempPool {
    private static final int ALIGNMENT = 128;

    private MemorySegment[] spare = new MemorySegment[4];
    private int count;

    synchronized MemorySegment take(long bytes) {
        for (int i = count - 1; i >= 0; i--) {
            MemorySegment found = spare[i];
            if (found.byteSize() >= bytes) {
                spare[i] = spare[--count];
                return found;
            }
        }
        if (count > 0) {
            count--; // too small: a larger one takes its place
        }
        return Arena.ofAuto().allocate(bytes, ALIGNMENT);
    }

    synchronized void give(MemorySegment memory) {
        if (count < spare.length) {
            spare[count++] = memory;
        }
    }
}
