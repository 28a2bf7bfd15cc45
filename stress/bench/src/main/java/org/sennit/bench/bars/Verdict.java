package org.sennit.bench.bars;

import java.util.Locale;

/** The verdict on a bar after a run. */
public enum Verdict {
    /** The figure is on the good side. */
    MET,
    /** The figure is on the bad side. */
    MISSED,
    /** There is no limit; the figure is shown. */
    SHOWN,
    /** Rounds differ, or there is no reference to compare with. */
    NOT_MEASURABLE_NOW;

    /**
     * Returns the text for the table.
     *
     * @return lower case
     */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
