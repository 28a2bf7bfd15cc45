package org.sennit.internal.endpoints.comm;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The hints of a communicator, by name. {@value #NO_ANY_SOURCE} and {@value #NO_ANY_TAG} are honored: a wildcard is an
 * error then. All others have no effect and are reported as ignored. Immutable. (MPI 4.1, sections 7.4.4 and 10)
 */
public final class Hints {
    /** The user promises to name the source of every receive and probe. */
    public static final String NO_ANY_SOURCE = "mpi_assert_no_any_source";

    /** The user promises to name the tag of every receive and probe. */
    public static final String NO_ANY_TAG = "mpi_assert_no_any_tag";

    /** No hints. */
    public static final Hints NONE = new Hints(Map.of());

    private static final Set<String> KNOWN = Set.of(NO_ANY_SOURCE, NO_ANY_TAG);
    private static final Set<String> TRUTHS = Set.of("true", "false");

    private final Map<String, String> honored = new TreeMap<>();
    private final Map<String, String> ignored = new TreeMap<>();
    private final boolean isSourceNamed;
    private final boolean isTagNamed;

    /**
     * Divides hints into honored and ignored ones.
     *
     * @param hints by name
     */
    public Hints(Map<String, String> hints) {
        hints.forEach((name, value) -> {
            boolean isHonored = KNOWN.contains(name) && TRUTHS.contains(value);
            (isHonored ? honored : ignored).put(name, value);
        });
        isSourceNamed = isTrue(NO_ANY_SOURCE);
        isTagNamed = isTrue(NO_ANY_TAG);
    }

    private boolean isTrue(String name) {
        return "true".equals(honored.get(name));
    }

    /** Returns the honored hints. */
    public Map<String, String> honored() {
        return Map.copyOf(honored);
    }

    /** Returns the ignored hints. */
    public Map<String, String> ignored() {
        return Map.copyOf(ignored);
    }

    /** Returns whether a wildcard for the source is an error, since the user has promised to use none. */
    public boolean isSourceNamed() {
        return isSourceNamed;
    }

    /** Returns whether a wildcard for the tag is an error, since the user has promised to use none. */
    public boolean isTagNamed() {
        return isTagNamed;
    }
}
