package org.sennit.internal.endpoints.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * What the members of one process have in common of a window. Each enters its own part before the collective that ends the
 * creation, whose signals publish it; the rest is made by the first that asks, under this object's lock.
 */
final class WindowTable {
    /** Where the memory of each member of a shared window begins, at least. */
    private static final long ALIGNMENT = 64;

    private final WindowPart[] parts;
    private final long[] sizes;
    private final int[] units;
    private ControlWords words;
    private boolean isDivided;

    WindowTable(int members) {
        this.parts = new WindowPart[members];
        this.sizes = new long[members];
        this.units = new int[members];
    }

    void enter(int rank, WindowPart part) {
        parts[rank] = part;
    }

    /** Of a shared window: what the member wants of the memory of all. */
    void want(int rank, long bytes, int displacementUnit) {
        sizes[rank] = bytes;
        units[rank] = displacementUnit;
    }

    WindowPart[] parts() {
        return parts;
    }

    /** The words of the locks. */
    synchronized ControlWords words() {
        if (words == null) {
            words = new ControlWords(
                    Arena.ofAuto().allocate(ControlWords.bytes(parts.length), ALIGNMENT), parts.length);
        }
        return words;
    }

    /** The bytes that the members want together: of consecutive ranks they lie one behind the other. */
    long totalBytes() {
        long total = 0;
        for (long size : sizes) {
            total = Math.addExact(total, size);
        }
        return total;
    }

    /** Divides the memory of a shared window among the members, once. */
    synchronized void divide(MemorySegment memory) {
        if (isDivided) {
            return;
        }
        isDivided = true;
        long at = 0;
        for (int rank = 0; rank < parts.length; rank++) {
            parts[rank] = WindowPart.of(memory.asSlice(at, sizes[rank]), units[rank]);
            at += sizes[rank];
        }
    }
}
