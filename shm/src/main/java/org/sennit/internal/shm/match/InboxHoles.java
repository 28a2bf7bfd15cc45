package org.sennit.internal.shm.match;

import java.util.Arrays;
import org.sennit.spi.context.RuntimeContext;

/**
 * Places of an inbox that were claimed by producers which then found no memory for a chunk. As soon as there is a chunk
 * with a claimed cell, its producer fills the cell with a message that matches nothing, or the consumer would
 * wait for it for ever. Guarded by the right to append.
 */
final class InboxHoles {
    private long[] positions = new long[4];
    private int count;

    /** Remembers a place; when there is no memory for even that, waits until there is. */
    void add(long position, RuntimeContext context) {
        while (count == positions.length) {
            try {
                positions = Arrays.copyOf(positions, 2 * count);
            } catch (OutOfMemoryError e) {
                context.yield(); // others fail too, and let go of what they had
            }
        }
        positions[count++] = position;
    }

    /** Fills the places that lie in a chunk. */
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
                InboxCell.write(chunk.cells, cell, ManyToOneInbox.VOID, InboxCell.IN_CELL);
                InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
            } else {
                positions[left++] = position;
            }
        }
        count = left;
    }
}
