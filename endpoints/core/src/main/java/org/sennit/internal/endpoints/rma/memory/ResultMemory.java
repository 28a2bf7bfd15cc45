package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;

/**
 * The memory at the origin that receives the data of an access. For memory confined to the caller's thread the upcalls
 * write a stand-in, which that thread copies when it takes the outcome; the completion of the request orders the two.
 * Upcalls of one access write disjoint bytes.
 */
public final class ResultMemory {
    private final Object memory; // as the user gave it
    private final MemorySegment view;
    private final DataLayout layout;
    private final MemorySegment standIn; // packed; null: upcalls write the memory itself

    private ResultMemory(Object memory, MemorySegment view, DataLayout layout, MemorySegment standIn) {
        this.memory = memory;
        this.view = view;
        this.layout = layout;
        this.standIn = standIn;
    }

    /**
     * Returns the room for results in a memory of the caller.
     *
     * @param memory as the caller gave it
     * @param view of it
     */
    public static ResultMemory of(Object memory, MemorySegment view, DataLayout layout, long length) {
        MemorySegment standIn =
                MemoryViews.isConfined(view) ? MemorySegment.ofArray(new long[Math.toIntExact(length + 7 >> 3)]) : null;
        return new ResultMemory(memory, view, layout, standIn);
    }

    /** Returns whether only the thread that the memory is confined to can take the outcome. */
    public boolean isForOneThread() {
        return standIn != null;
    }

    /** Returns the memory of a range of the packed data; null when it is not contiguous there. */
    public MemorySegment direct(long begin, long bytes) {
        if (standIn != null) {
            return standIn.asSlice(begin, bytes);
        }
        return layout.isContiguous() ? view.asSlice(layout.offsetBytes() + begin, bytes) : null;
    }

    /** Returns the caller's memory that an access writes, where it lies in a row; else null. */
    public MemorySegment inUse(long length) {
        return memory instanceof boolean[] || !layout.isContiguous()
                ? null
                : view.asSlice(layout.offsetBytes(), length);
    }

    /** Copies a range of the packed data to the memory. */
    public void unpack(MemorySegment packed, long begin, long bytes) {
        LayoutCopy.unpack(packed, 0, view, layout.offsetBytes(), layout.orNullIfContiguous(), begin, bytes);
    }

    /** Copies the stand-in to the memory; called by the thread that takes the outcome. */
    public void deliver(long length) {
        if (standIn != null) {
            unpack(standIn, 0, length);
        }
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(view, values, layout, length);
        }
    }
}
