package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;

/**
 * Where the data of an access goes at its origin. Memory that only the caller's thread may write is stood in for, and written when
 * that thread takes the outcome. Upcalls write different bytes.
 */
final class ResultMemory {
    private final Object memory; // as the user gave it
    private final MemorySegment view;
    private final DataLayout layout;
    private final MemorySegment standIn; // packed; null: written at once

    private ResultMemory(Object memory, MemorySegment view, DataLayout layout, MemorySegment standIn) {
        this.memory = memory;
        this.view = view;
        this.layout = layout;
        this.standIn = standIn;
    }

    static ResultMemory of(Object memory, MemorySegment view, DataLayout layout, long length) {
        MemorySegment standIn =
                MemoryViews.isConfined(view) ? MemorySegment.ofArray(new long[Math.toIntExact(length + 7 >> 3)]) : null;
        return new ResultMemory(memory, view, layout, standIn);
    }

    boolean isForOneThread() {
        return standIn != null;
    }

    /** Where a part of the packed order lies in a row; null when it does not. */
    MemorySegment direct(long begin, long bytes) {
        if (standIn != null) {
            return standIn.asSlice(begin, bytes);
        }
        return layout.isContiguous() ? view.asSlice(layout.offsetBytes() + begin, bytes) : null;
    }

    void unpack(MemorySegment packed, long begin, long bytes) {
        LayoutCopy.unpack(packed, 0, view, layout.offsetBytes(), layout.orNullIfContiguous(), begin, bytes);
    }

    /** By the thread that takes the outcome. */
    void deliver(long length) {
        if (standIn != null) {
            unpack(standIn, 0, length);
        }
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(view, values, layout, length);
        }
    }
}
