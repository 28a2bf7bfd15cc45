package org.sennit.internal.shm.match;

import java.util.Arrays;
import org.sennit.spi.context.RuntimeContext;

/**
 * Positions claimed by producers that could not allocate a chunk for them. The producer that appends a chunk with such
 * a position publishes a message there that matches nothing; otherwise the consumer would wait for it for ever. Guarded
 * by the right to append.
 */
final class InboxHoles {
    private long[] positions = new long[4];
    private int count;

    /** Remembers a position; waits until there is memory for that. */
    void add(long position, RuntimeContext context) {
        while (count == positions.length) {
            try {
                positions = Arrays.copyOf(positions, 2 * count);
            } catch (OutOfMemoryError e) {
                context.yield(); // others fail too, and release memory
            }
        }
        positions[count++] = position;
    }

    /** Fills the positions that lie in a chunk. */
    void fill(InboxChunk chunk) {
        if (count == 0) {
            return;
        }
        long first = chunk.firstAcquire();
        int left = 0;
        for (int i = 0; i < count; i++) {
            long position = positions[i];
            if (position >= first && position < first + chunk.capacity) {
                long cell = chunk.cell(position);
                InboxCell.write(chunk.cells, cell, InboxCell.VOID, InboxCell.IN_CELL);
                InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
            } else {
                positions[left++] = position;
            }
        }
        count = left;
    }
}
