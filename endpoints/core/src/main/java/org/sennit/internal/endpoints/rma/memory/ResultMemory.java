package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.memory.ReusedMemory;
import org.sennit.message.DataLayout;

/**
 * The memory at the origin that receives the data of an access. For memory confined to the caller's thread the upcalls
 * write a stand-in, which that thread copies when it takes the outcome; the completion of the request orders the two.
 * Upcalls of one access write disjoint bytes. Set by the thread that makes the access; used again by later ones.
 */
public final class ResultMemory {
    private Object memory; // as the user gave it
    private MemorySegment view; // null: there are no results
    private DataLayout layout;
    private MemorySegment standIn; // packed; null: upcalls write the memory itself
    private final ReusedMemory standInRoom = ReusedMemory.ofWords();

    /**
     * Says where the results go; returns this.
     *
     * @param given as the caller gave it
     * @param viewed of it; null: there are no results
     */
    public ResultMemory set(Object given, MemorySegment viewed, DataLayout gaps) {
        memory = given;
        view = viewed;
        layout = gaps;
        standIn = null;
        return this;
    }

    /** Becomes the same as another one, for an access of a length that upcalls end. */
    public void setForUpcalls(ResultMemory other, long length) {
        boolean hasResults = other != null && other.view != null;
        set(hasResults ? other.memory : null, hasResults ? other.view : null, hasResults ? other.layout : null);
        standIn = hasResults && MemoryViews.isConfined(view) ? standInRoom.of(length) : null;
    }

    /** Lets go of the memory. */
    public void clear() {
        set(null, null, null);
        standInRoom.end();
    }

    /** Returns whether there are results. */
    public boolean isWanted() {
        return view != null;
    }

    /** Returns whether only the thread that the memory is confined to can take the outcome. */
    public boolean isForOneThread() {
        return standIn != null;
    }

    /** Returns the memory that upcalls write in packed order, from {@link #directAt} on; null when they must unpack. */
    public MemorySegment direct() {
        return standIn != null ? standIn : layout.isContiguous() ? view : null;
    }

    /** Returns where a position of the packed data is in the memory of {@link #direct}. */
    public long directAt(long begin) {
        return standIn != null ? begin : layout.offsetBytes() + begin;
    }

    /** Returns the caller's memory that an access writes, where it lies in a row; else null. */
    public MemorySegment inUse(long length) {
        return memory instanceof boolean[] || !layout.isContiguous()
                ? null
                : view.asSlice(layout.offsetBytes(), length);
    }

    /** Copies packed bytes, from a position on, to where a range of the packed data belongs. In an upcall. */
    public void take(MemorySegment packed, long from, long begin, long bytes) {
        MemorySegment direct = direct();
        if (direct == null) {
            unpack(packed, from, begin, bytes);
        } else {
            MemorySegment.copy(packed, from, direct, directAt(begin), bytes);
            MappedFaults.throwPending(direct);
        }
    }

    private void unpack(MemorySegment packed, long from, long begin, long bytes) {
        LayoutCopy.unpack(packed, from, view, layout.offsetBytes(), layout.orNullIfContiguous(), begin, bytes);
    }

    /** Copies the stand-in to the memory; called by the thread that takes the outcome. */
    public void deliver(long length) {
        if (standIn != null) {
            unpack(standIn, 0, 0, length);
        }
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(view, values, layout, length);
        }
    }
}
