package org.sennit.bench.bars;

import java.util.Locale;

/** What can be said of a bar after a run. */
public enum Verdict {
    /** The figure is on the good side. */
    MET,
    /** The figure is on the bad side. */
    MISSED,
    /** Nobody has set a limit. */
    SHOWN,
    /** Runs one after the other differ, or the reference is not there. */
    NOT_MEASURABLE_NOW;

    /**
     * The words for the table.
     *
     * @return lower case
     */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
