package org.sennit.internal.endpoints.rma;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sennit.WindowFlavor;

/**
 * The user's hints for a window, by name. Known hints with an effect are in force, and so are those that ask for no
 * more than what always holds; the others are reported as ignored. Immutable. (MPI 4.1, sections 12.2.1 to 12.2.3)
 *
 * <p>A new hint that is true or false has a place in {@link #DEFAULTS}, in {@link #of} where not every flavor has it,
 * in {@link #CHANGEABLE} where it may change later, and in {@link #code} unless it is a promise of one member alone;
 * one that always holds has one in {@link #holds} and {@link #inForce}.
 */
public final class WindowHints {
    private static final String NO_LOCKS = "no_locks";
    private static final String SAME_SIZE = "same_size";
    private static final String SAME_UNIT = "same_disp_unit";
    private static final String SHARED_MEMORY = "alloc_shm";
    private static final String WITH_GAPS = "alloc_shared_noncontig";
    private static final String ALIGNMENT = "mpi_minimum_memory_alignment";
    private static final String ORDERING = "accumulate_ordering";
    private static final String OPERATIONS = "accumulate_ops";
    private static final String GRANULARITY = "mpi_accumulate_granularity";

    private static final Set<String> ORDERS = Set.of("rar", "raw", "war", "waw");

    /** Large pages, in bytes: the JVM allocates and clears as much more as the alignment asks for. */
    private static final long MOST_ALIGNMENT = 2 << 20;

    /** Of a shared window: others map its memory at any page. */
    private static final long MOST_SHARED_ALIGNMENT = 4096;

    private static final Map<String, Boolean> DEFAULTS =
            Map.of(NO_LOCKS, false, SAME_SIZE, false, SAME_UNIT, false, SHARED_MEMORY, true, WITH_GAPS, false);

    /** The hints that can still be changed after the window has been created. */
    private static final Set<String> CHANGEABLE = Set.of(NO_LOCKS);

    private final WindowFlavor flavor;
    private final Map<String, Boolean> honored;
    private final Map<String, String> ignored;
    private final long alignment; // in bytes, of memory that the window allocates

    private WindowHints(
            WindowFlavor flavor, Map<String, Boolean> honored, Map<String, String> ignored, long alignment) {
        this.flavor = flavor;
        this.honored = honored;
        this.ignored = ignored;
        this.alignment = alignment;
    }

    /**
     * Sorts hints for a window that is about to be made.
     *
     * @param hints by name
     * @return all hints, with the defaults of those that are not given
     */
    public static WindowHints of(WindowFlavor flavor, Map<String, String> hints) {
        Map<String, Boolean> honored = new HashMap<>(DEFAULTS);
        if (flavor != WindowFlavor.ALLOCATED) {
            honored.remove(SHARED_MEMORY);
        }
        if (flavor != WindowFlavor.SHARED) {
            honored.remove(WITH_GAPS);
        }
        boolean hasMemory = flavor == WindowFlavor.ALLOCATED || flavor == WindowFlavor.SHARED;
        long wanted = hasMemory ? alignment(hints.getOrDefault(ALIGNMENT, "")) : -1;
        long most = flavor == WindowFlavor.SHARED ? MOST_SHARED_ALIGNMENT : MOST_ALIGNMENT;
        long alignment = wanted <= most ? Math.max(wanted, WindowTable.ALIGNMENT) : WindowTable.ALIGNMENT;
        return new WindowHints(flavor, honored, new TreeMap<>(), alignment).sorted(hints, Set.copyOf(honored.keySet()));
    }

    /** Returns a copy with other values for those hints that may still change once a window has been made. */
    WindowHints with(Map<String, String> hints) {
        return new WindowHints(flavor, new HashMap<>(honored), new TreeMap<>(ignored), alignment)
                .sorted(hints, CHANGEABLE);
    }

    /**
     * Returns these hints with another alignment.
     *
     * @param bytes at least that of this member's hints
     */
    WindowHints alignedTo(long bytes) {
        return bytes == alignment ? this : new WindowHints(flavor, honored, ignored, bytes);
    }

    /** Adds hints to a new object; returns it. */
    private WindowHints sorted(Map<String, String> hints, Set<String> known) {
        hints.forEach((name, value) -> {
            ignored.remove(name); // of an earlier call: the latest value counts
            if (known.contains(name) && (value.equals("true") || value.equals("false"))) {
                honored.put(name, Boolean.valueOf(value));
            } else if (!holds(name, value)) {
                ignored.put(name, value);
            }
        });
        return this;
    }

    /** Returns whether a hint asks for what holds in this window in any case, or for less. */
    private boolean holds(String name, String value) {
        return switch (name) {
            case ORDERING ->
                value.equals("none") || Arrays.stream(value.split(",", -1)).allMatch(ORDERS::contains);
            case OPERATIONS -> value.equals("same_op_no_op") || value.equals("same_op");
            case GRANULARITY -> number(value) >= 0; // each element is atomic by itself
            case ALIGNMENT -> hasMemory() && alignment(value) > 0 && alignment(value) <= alignment;
            default -> false;
        };
    }

    private boolean hasMemory() {
        return flavor == WindowFlavor.ALLOCATED || flavor == WindowFlavor.SHARED;
    }

    /** Returns an alignment in bytes; −1 where the text is none. */
    private static long alignment(String text) {
        long bytes = number(text);
        return Long.bitCount(bytes) == 1 ? bytes : -1;
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private boolean isTrue(String name) {
        return honored.getOrDefault(name, DEFAULTS.get(name));
    }

    /** Returns whether locks are an error. */
    boolean isWithoutLocks() {
        return isTrue(NO_LOCKS);
    }

    /** Returns whether parts of different sizes are an error. */
    boolean isOfOneSize() {
        return isTrue(SAME_SIZE);
    }

    /** Returns whether different displacement units are an error. */
    boolean isOfOneUnit() {
        return isTrue(SAME_UNIT);
    }

    /** Returns whether memory is allocated where other processes can map it. */
    boolean isInSharedMemory() {
        return isTrue(SHARED_MEMORY);
    }

    /** Returns whether the parts of a shared window begin on cache lines of their own. */
    boolean isWithGaps() {
        return isTrue(WITH_GAPS);
    }

    /** Returns the alignment of memory that the window allocates, in bytes. */
    long alignmentBytes() {
        return alignment;
    }

    /** Returns the alignment of each part of a shared window, in bytes: 1 where they lie in a row. */
    long partAlignmentBytes() {
        return isWithGaps() ? alignment : 1;
    }

    /** Returns a number, at least 0, that is equal on members whose hints agree, where they have to. */
    long code() {
        long code = 0;
        for (String name : new TreeMap<>(DEFAULTS).keySet()) {
            if (!name.equals(NO_LOCKS)) { // each member's own promise
                code = code << 1 | (isTrue(name) ? 1 : 0);
            }
        }
        return code;
    }

    /** Returns all hints in force. */
    public Map<String, String> inForce() {
        Map<String, String> all = new TreeMap<>();
        honored.forEach((name, value) -> all.put(name, value.toString()));
        all.put(ORDERING, "rar,raw,war,waw");
        all.put(OPERATIONS, "same_op_no_op");
        all.put(GRANULARITY, "0");
        if (hasMemory()) {
            all.put(ALIGNMENT, Long.toString(alignment));
        }
        return Map.copyOf(all);
    }

    /** Returns the given hints that change nothing. */
    public Map<String, String> ignored() {
        return Map.copyOf(ignored);
    }
}
