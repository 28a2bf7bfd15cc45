package org.sennit.internal.endpoints.rma;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.sennit.WindowFlavor;

/**
 * The user's hints for a window, by name. Known hints with an effect are in force; the others are reported as ignored.
 * Immutable. (MPI 4.1, sections 12.2.1 to 12.2.3)
 *
 * <p>A new hint has a place in {@link #DEFAULTS}, in {@link #of} where not every flavor has it, in {@link #CHANGEABLE}
 * where it may change later, and in {@link #code} unless it is a promise of one member alone.
 */
public final class WindowHints {
    private static final String NO_LOCKS = "no_locks";
    private static final String SAME_SIZE = "same_size";
    private static final String SAME_UNIT = "same_disp_unit";
    private static final String SHARED_MEMORY = "alloc_shm";
    private static final String WITH_GAPS = "alloc_shared_noncontig";

    private static final Map<String, Boolean> DEFAULTS =
            Map.of(NO_LOCKS, false, SAME_SIZE, false, SAME_UNIT, false, SHARED_MEMORY, true, WITH_GAPS, false);

    /** The hints that can still be changed after the window has been created. */
    private static final Set<String> CHANGEABLE = Set.of(NO_LOCKS);

    private final WindowFlavor flavor;
    private final Map<String, Boolean> honored;
    private final Map<String, String> ignored;

    private WindowHints(WindowFlavor flavor, Map<String, Boolean> honored, Map<String, String> ignored) {
        this.flavor = flavor;
        this.honored = honored;
        this.ignored = ignored;
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
        return sorted(flavor, honored, new TreeMap<>(), hints, honored.keySet());
    }

    /** Returns a copy with other values for those hints that may still change once a window has been made. */
    WindowHints with(Map<String, String> hints) {
        return sorted(flavor, new HashMap<>(honored), new TreeMap<>(ignored), hints, CHANGEABLE);
    }

    private static WindowHints sorted(
            WindowFlavor flavor,
            Map<String, Boolean> honored,
            Map<String, String> ignored,
            Map<String, String> hints,
            Set<String> known) {
        hints.forEach((name, value) -> {
            boolean isHonored = known.contains(name) && (value.equals("true") || value.equals("false"));
            if (isHonored) {
                honored.put(name, Boolean.valueOf(value));
            } else {
                ignored.put(name, value);
            }
        });
        return new WindowHints(flavor, honored, ignored);
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
        all.put("accumulate_ordering", "rar,raw,war,waw");
        all.put("accumulate_ops", "same_op_no_op");
        if (flavor == WindowFlavor.ALLOCATED || flavor == WindowFlavor.SHARED) {
            all.put("mpi_minimum_memory_alignment", Long.toString(WindowTable.ALIGNMENT));
        }
        return Map.copyOf(all);
    }

    /** Returns the given hints that change nothing. */
    public Map<String, String> ignored() {
        return Map.copyOf(ignored);
    }
}
