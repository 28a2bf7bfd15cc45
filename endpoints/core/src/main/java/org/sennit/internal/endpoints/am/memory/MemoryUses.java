package org.sennit.internal.endpoints.am.memory;

import java.lang.foreign.MemorySegment;
import java.util.IdentityHashMap;
import java.util.Map;
import org.sennit.active.ActiveVector;

/**
 * For checked mode: the user memory that operations of a process have in use. Finds operations that are given memory of
 * another one. Any thread.
 */
public final class MemoryUses {
    // By array, or for off-heap memory. Guarded by this, as are the serial numbers of uses.
    private final Map<Object, RangesInUse> inUse = new IdentityHashMap<>();
    private long lastSerial;

    /** Memory of one operation, until {@link #end}. */
    public static final class Use {
        private final MemoryRanges ranges;
        private final boolean isWritten;
        private final String operation;
        private long serial; // not 0 from its beginning to its end; guarded by the uses

        private Use(MemoryRanges ranges, boolean isWritten, String operation) {
            this.ranges = ranges;
            this.isWritten = isWritten;
            this.operation = operation;
        }
    }

    /** Makes that of a process. */
    public MemoryUses() {}

    /** Describes the use of a target vector, which data is written to. */
    public static Use of(ActiveVector target, String operation) {
        return new Use(MemoryRanges.of(target), true, operation);
    }

    /**
     * Describes the use of consecutive bytes.
     *
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
     * Begins a use beside whatever other operation has the memory.
     *
     * @return the text of an operation that has some of the memory, where one of the two writes it; null for none
     */
    public synchronized String beginBeside(Use use) {
        String other = conflicting(use);
        add(use);
        return other;
    }

    /**
     * Begins both uses of an operation, or none if another operation has some of the memory. Of two operations that are
     * in conflict and begin at once, one begins.
     *
     * @param first from {@link #of}; null for none
     * @param second as the first, with which it must not be in conflict either
     * @return null when they have begun, else the text of the other operation
     */
    public synchronized String begin(Use first, Use second) {
        String other = first == null ? null : beginAlone(first);
        if (other == null && second != null) {
            other = beginAlone(second);
            if (other != null) {
                end(first);
            }
        }
        return other;
    }

    private String beginAlone(Use use) {
        String other = conflicting(use);
        if (other == null) {
            add(use);
        }
        return other;
    }

    private String conflicting(Use use) {
        Conflict found = new Conflict(use.isWritten);
        use.ranges.forEach(found);
        return found.operation;
    }

    /** Looks for another operation that has some of the given ranges. */
    private final class Conflict implements MemoryRanges.RangeAction {
        private final boolean isWritten;
        private String operation; // null until one is found

        Conflict(boolean isWritten) {
            this.isWritten = isWritten;
        }

        @Override
        public void accept(Object base, long begin, long end) {
            RangesInUse ranges = operation == null ? inUse.get(base) : null;
            if (ranges != null) {
                operation = ranges.conflicting(begin, end, isWritten);
            }
        }
    }

    private void add(Use use) {
        use.serial = ++lastSerial;
        use.ranges.forEach((base, begin, end) -> inUse.computeIfAbsent(base, _ -> new RangesInUse())
                .add(begin, end, use.isWritten, use.serial, use.operation));
    }

    /**
     * Ends a use: the memory is the program's again.
     *
     * @param use null, or one that has not begun, does nothing
     */
    public synchronized void end(Use use) {
        if (use == null || use.serial == 0) {
            return;
        }
        use.ranges.forEach((base, begin, end) -> {
            RangesInUse ranges = inUse.get(base);
            ranges.remove(begin, use.isWritten, use.serial);
            if (ranges.isEmpty()) {
                inUse.remove(base);
            }
        });
        use.serial = 0;
    }
}
