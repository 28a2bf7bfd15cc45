package org.sennit.examples.ownership.md;

import java.util.Locale;
import org.sennit.examples.ownership.ways.WayTimes;

/**
 * The outcome of a run, the same on every rank, and its report. Immutable; any thread.
 *
 * @param atoms in the cube
 * @param steps of the simulation
 * @param endpoints that shared it
 * @param processes that they lived in
 * @param times of a step, migrations included, in each way; communication is packing, swapping and unpacking
 * @param conservation of all ways
 */
public record MdResult(long atoms, int steps, int endpoints, int processes, WayTimes times, Conservation conservation) {
    /**
     * Returns the table of times and the verdict.
     *
     * @return lines
     */
    public String report() {
        return String.format(
                Locale.ROOT,
                "Lennard-Jones, %d atoms, %d steps, %d endpoints in %d JVMs%n%n%s%n%s: %s%n",
                atoms,
                steps,
                endpoints,
                processes,
                times.table("step", "communication"),
                conservation.isVerified() ? "CONSERVED" : "NOT CONSERVED",
                conservation);
    }
}
