package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.sennit.active.ActiveVector;

/**
 * For checked mode: the user's memory that operations of a process have and that is not the program's again. Finds operations that
 * are given memory of another one. Any thread.
 */
public final class MemoryUses {
    private final List<Use> uses = new ArrayList<>(); // guarded by this

    /** Memory of one operation, until {@link #end}. Immutable; compared by identity. */
    public static final class Use {
        private final MemoryRanges ranges;
        private final boolean isWritten;
        private final String operation;

        private Use(MemoryRanges ranges, boolean isWritten, String operation) {
            this.ranges = ranges;
            this.isWritten = isWritten;
            this.operation = operation;
        }

        private boolean conflicts(Use other) {
            return (isWritten || other.isWritten) && ranges.overlaps(other.ranges);
        }
    }

    MemoryUses() {}

    /** Describes the use of a target vector, which data is written to. */
    static Use of(ActiveVector target, String operation) {
        return new Use(MemoryRanges.of(target), true, operation);
    }

    /**
     * Describes the use of consecutive bytes.
     *
     * @param memory the memory
     * @param offset of the first byte
     * @param bytes how many
     * @param isWritten whether the operation writes them; else it reads them
     * @param operation for the error of another one
     * @return the use, which has not begun
     */
    public static Use of(MemorySegment memory, long offset, long bytes, boolean isWritten, String operation) {
        return new Use(MemoryRanges.of(memory, offset, bytes), isWritten, operation);
    }

    /**
     * Returns the operation that has some of the memory, where one of the two writes it.
     *
     * @param use that is to begin
     * @return the text of that operation; null for none
     */
    public synchronized String conflict(Use use) {
        for (Use each : uses) {
            if (each.conflicts(use)) {
                return each.operation;
            }
        }
        return null;
    }

    /**
     * Begins a use.
     *
     * @param use from {@link #of}
     */
    public synchronized void begin(Use use) {
        uses.add(use);
    }

    /**
     * Ends a use: the memory is the program's again.
     *
     * @param use that has begun; null does nothing
     */
    public synchronized void end(Use use) {
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i) == use) {
                uses.remove(i);
                return;
            }
        }
    }
}
