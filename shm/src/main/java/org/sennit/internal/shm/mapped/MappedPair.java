package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.internal.shm.mapped.ring.RingReader;
import org.sennit.internal.shm.mapped.ring.RingWriter;
import org.sennit.internal.shm.mapped.ring.ShortHeader;
import org.sennit.spi.context.RuntimeContext;

/**
 * One side's view of the memory that two processes share for one connection. Immutable; each part documents its
 * threads.
 */
final class MappedPair {
    final RingWriter out;
    final RingReader in;

    /** The sleepers of this process; read by the peer. */
    final SleepSlots own;

    /** The sleepers of the peer. */
    final SleepSlots peer;

    final MemorySegment largeOut;
    final MemorySegment largeIn;
    final int maxRecordBytes;
    final int mostArrayBytes; // of a message out of an array

    /** Maps a file that this side has made (the first) or opened (the second). */
    MappedPair(RuntimeContext context, SharedFile file, PairDescriptor layout, boolean isFirst) {
        MemorySegment memory = file.segment();
        this.out = new RingWriter(context, layout.ring(memory, isFirst));
        this.in = new RingReader(layout.ring(memory, !isFirst));
        this.own = new SleepSlots(layout.sleepers(memory, isFirst));
        this.peer = new SleepSlots(layout.sleepers(memory, !isFirst));
        this.largeOut = layout.large(memory, isFirst);
        this.largeIn = layout.large(memory, !isFirst);
        this.maxRecordBytes = out.maxRecordBytes();
        this.mostArrayBytes = ShortHeader.mostArrayBytes(out);
    }
}
