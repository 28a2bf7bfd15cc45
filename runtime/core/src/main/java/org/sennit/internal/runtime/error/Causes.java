package org.sennit.internal.runtime.error;

import java.util.ArrayList;
import java.util.List;

/** An error with what has caused it. Threads: stateless. */
public final class Causes {
    private static final int MOST = 100; // they may form a circle

    private Causes() {}

    /**
     * Returns an error and its causes.
     *
     * @param thrown the outermost; null for none
     * @return the outermost first
     */
    public static List<Throwable> of(Throwable thrown) {
        List<Throwable> all = new ArrayList<>();
        for (Throwable each = thrown; each != null && all.size() < MOST; each = each.getCause()) {
            all.add(each);
        }
        return all;
    }
}
