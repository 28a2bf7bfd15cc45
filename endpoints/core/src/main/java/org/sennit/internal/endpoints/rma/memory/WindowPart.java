package org.sennit.internal.endpoints.rma.memory;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import org.sennit.internal.runtime.memory.OwnMemory;

/**
 * The part of a window that one member contributes, in this process or in another one. Immutable except for attached
 * memory. Any thread: the collective that creates the window publishes it.
 */
public final class WindowPart {
    /** Where the memory comes from. */
    private enum Kind {
        /** From the program, or from another process that executes the accesses. */
        GIVEN,
        /** From the runtime, which frees it after all members have closed the window. */
        ALLOCATED,
        /** From another process: it is mapped here, but not in every process. */
        MAPPED,
        /** It is attached later. */
        DYNAMIC
    }

    private final int rank;
    private final Region region; // null in a dynamic window, and where it is not reached directly
    private final AttachedMemory attached; // null in any other, and in another process
    private final int displacementUnit;
    private final long sizeBytes;
    private final boolean isDynamic;
    private final boolean isMapped;
    private final Found whole; // what is found where no memory is attached: one object for all accesses

    // Fast path: the memory, where it is a whole array of elements of 8 bytes, or off the heap and aligned to them;
    // else null, and for a mapped file of the program, after whose accesses the general path looks for faults.
    private final long[] longs;
    private final double[] doubles;
    private final MemorySegment words;
    private final long wordsAddress; // of the same, where the runtime has allocated it and may access it bare; else 0
    private final long lastWord; // the highest displacement at which one of these may begin; −1 for none

    private WindowPart(
            int rank, Kind kind, Region region, AttachedMemory attached, int displacementUnit, long sizeBytes) {
        this.isMapped = kind == Kind.MAPPED;
        this.rank = rank;
        this.region = region;
        this.attached = attached;
        this.displacementUnit = displacementUnit;
        this.sizeBytes = sizeBytes;
        this.isDynamic = kind == Kind.DYNAMIC;
        this.whole = new Found(region, 0);
        boolean isInWords = region != null && sizeBytes >= Long.BYTES && region.isAligned(0, Long.BYTES);
        Object whole = isInWords && region.address() == 0 ? region.array() : null;
        this.longs = whole instanceof long[] array && isAll(region, array.length) ? array : null;
        this.doubles = whole instanceof double[] array && isAll(region, array.length) ? array : null;
        this.words = isInWords && region.array() == null && !region.isFile() ? region.segment() : null;
        this.wordsAddress = words != null && kind == Kind.ALLOCATED ? OwnMemory.base(words) : 0;
        this.lastWord =
                longs == null && doubles == null && words == null ? -1 : (sizeBytes - Long.BYTES) / displacementUnit;
    }

    private static boolean isAll(Region region, int length) {
        return region.sizeBytes() == (long) length * Long.BYTES;
    }

    /** Makes the part of a member of this process in memory of the program, which may be a file that is cut short. */
    public static WindowPart of(int rank, MemorySegment memory, int displacementUnit) {
        return new WindowPart(rank, Kind.GIVEN, Region.of(memory), null, displacementUnit, memory.byteSize());
    }

    /**
     * Makes the part of a member in memory of the runtime, whose arena is asked in each access. A mapped file of the
     * runtime keeps its length, so that no access looks for faults.
     */
    public static WindowPart own(int rank, MemorySegment memory, int displacementUnit) {
        return new WindowPart(rank, Kind.GIVEN, Region.own(memory), null, displacementUnit, memory.byteSize());
    }

    /** Makes the part of a member of this process in memory that is freed after all members have closed the window. */
    public static WindowPart allocated(int rank, MemorySegment memory, int displacementUnit) {
        return new WindowPart(rank, Kind.ALLOCATED, Region.own(memory), null, displacementUnit, memory.byteSize());
    }

    /** Makes the part of a member of this process to which memory is attached later. */
    public static WindowPart dynamic(int rank) {
        return new WindowPart(rank, Kind.DYNAMIC, null, new AttachedMemory(), 1, 0);
    }

    /** Makes the part of a member in another process, which executes the accesses. */
    public static WindowPart remote(int rank, long sizeBytes, int displacementUnit, boolean isDynamic) {
        return new WindowPart(rank, isDynamic ? Kind.DYNAMIC : Kind.GIVEN, null, null, displacementUnit, sizeBytes);
    }

    /**
     * Makes the part of a member in another process that this process maps, but not every other process: the member's
     * process executes the updates for which there is no atomic instruction.
     */
    public static WindowPart mapped(int rank, MemorySegment memory, int displacementUnit) {
        return new WindowPart(rank, Kind.MAPPED, Region.own(memory), null, displacementUnit, memory.byteSize());
    }

    /** Returns the member's rank. */
    public int rank() {
        return rank;
    }

    /** Returns whether accesses are executed in the member's process. */
    public boolean isRemote() {
        return region == null && attached == null;
    }

    /**
     * Returns whether updates that are not atomic by themselves are executed in the member's process, and all else
     * here.
     */
    public boolean isMapped() {
        return isMapped;
    }

    /** Returns whether memory is attached to the part. */
    public boolean isDynamic() {
        return isDynamic;
    }

    /** Returns the attached memory; null where the window is not dynamic, and in another process. */
    public AttachedMemory attached() {
        return attached;
    }

    /** Returns the memory; null in a dynamic window, and where it is not reached directly. */
    public Region region() {
        return region;
    }

    /** Returns how many bytes a displacement counts. */
    public int displacementUnit() {
        return displacementUnit;
    }

    /** Returns the size in bytes; 0 in a dynamic window. */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Fast path: where an element of 8 bytes lies, in bytes.
     *
     * @return a multiple of 8 in {@link #longs}, {@link #doubles} or {@link #words}; −1 where the general path has to
     *     look
     */
    public long wordAt(long displacement) {
        long offset = displacement * displacementUnit; // which is too large only beyond the last word
        return displacement >= 0 && displacement <= lastWord && (offset & Long.BYTES - 1) == 0 ? offset : -1;
    }

    /** Returns the whole memory when it is an array of longs; else null. */
    public long[] longs() {
        return longs;
    }

    /** Returns the whole memory when it is an array of doubles; else null. */
    public double[] doubles() {
        return doubles;
    }

    /** Returns the whole memory when it is off the heap, aligned to 8 bytes, and no file of the program; else null. */
    public MemorySegment words() {
        return words;
    }

    /**
     * Fast path: the address of {@link #words} for accesses through {@link OwnMemory#EVERYTHING}, which ask for no
     * arena; 0 where there is none.
     */
    public long wordsAddress() {
        return wordsAddress;
    }

    /** Finds bytes of the window; null when they do not lie in one memory. */
    public Found find(long first, long end) {
        if (isRemote()) { // what is attached there is not known here
            return first >= 0 && (isDynamic || end <= sizeBytes) ? whole : null;
        }
        if (region != null) {
            return first >= 0 && end <= region.sizeBytes() ? whole : null;
        }
        Map.Entry<Long, Region> candidate = attached.at(first);
        return candidate != null
                        && end <= candidate.getKey() + candidate.getValue().sizeBytes()
                ? new Found(candidate.getValue(), candidate.getKey())
                : null;
    }

    /**
     * Memory of the window.
     *
     * @param region the memory; null in another process
     * @param start where it begins in the window, in bytes
     */
    public record Found(Region region, long start) {}
}
