package org.sennit.examples.ownership.md;

import java.util.Locale;

/**
 * The conserved quantities of a simulation, and how far they have drifted. Immutable.
 *
 * @param first the state at the beginning
 * @param last the state at the end
 * @param drift the largest distance of the energy from that at the beginning, an atom
 * @param momentum the largest momentum, an atom
 * @param isSameInAllWays whether every atom had the same bits in all ways at the end
 * @param areAtomsKept whether none was lost or doubled at any time
 */
public record Conservation(
        State first, State last, double drift, double momentum, boolean isSameInAllWays, boolean areAtomsKept) {
    /** Most that the energy of an atom may change by, in units of the depth of its potential, which is 1. */
    public static final double ENERGY_BOUND = 2e-3;

    /** Most momentum of an atom; only rounding makes any. */
    public static final double MOMENTUM_BOUND = 1e-12;

    /** Returns whether all was conserved within the bounds, with the same trajectory in all variants. */
    public boolean isVerified() {
        return drift <= ENERGY_BOUND && momentum <= MOMENTUM_BOUND && isSameInAllWays && areAtomsKept;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "energy an atom %.6f, at the end %.6f, at most %.1e away (bound %.0e), momentum %.1e (bound %.0e),"
                        + " temperature %.3f, %s in all ways%s",
                first.energy(),
                last.energy(),
                drift,
                ENERGY_BOUND,
                momentum,
                MOMENTUM_BOUND,
                last.temperature(),
                isSameInAllWays ? "the same bits" : "DIFFERENT BITS",
                areAtomsKept ? "" : ", ATOMS LOST");
    }
}
