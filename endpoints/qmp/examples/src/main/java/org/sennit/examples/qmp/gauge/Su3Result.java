package org.sennit.examples.qmp.gauge;

import java.util.List;
import java.util.Locale;
import org.sennit.examples.qmp.lattice.LatticeSize;

/**
 * The result of su3.
 *
 * @param records all sweeps, also those that are not measured; times are those of this endpoint
 * @param plaquette the average over the measured sweeps
 * @param published what is known of it; null where nothing is
 * @param checksum of the last configuration
 * @param nodes endpoints along each axis
 * @param communicationShare how much of the measured time went to gathering, transfers and sums, as a mean over
 *     endpoints
 * @param waitingShare how much went to waiting for endpoints that had not sent yet, as a mean over endpoints
 */
public record Su3Result(
        List<SweepRecord> records,
        Average plaquette,
        Published published,
        long checksum,
        int[] nodes,
        double communicationShare,
        double waitingShare) {
    /**
     * Returns whether the plaquette is the published one.
     *
     * @return true also where nothing is published
     */
    public boolean isVerified() {
        return published == null || published.agrees(plaquette);
    }

    /**
     * Returns the result as text.
     *
     * @param arguments of the run
     * @return lines
     */
    public String report(Su3Arguments arguments) {
        List<SweepRecord> measured = records.subList(arguments.thermalize, records.size());
        double acceptance = 0;
        double seconds = 0;
        for (SweepRecord one : measured) {
            acceptance += one.acceptance() / measured.size();
            seconds += one.tookNs() / 1e9;
        }
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "su3: %s on %s endpoints, beta = %s, %d + %d sweeps of heat bath and %d over-relaxations%n",
                arguments.lattice,
                LatticeSize.text(nodes),
                arguments.beta,
                arguments.thermalize,
                arguments.sweeps,
                arguments.overRelax));
        text.append(String.format(
                Locale.ROOT,
                "plaquette      %.5f +- %.5f, acceptance %.1f %%%n",
                plaquette.mean(),
                plaquette.error(),
                100 * acceptance));
        if (published != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "published      %.5f (%s): %s%n",
                    published.plaquette(),
                    published.source(),
                    isVerified() ? "agrees" : "DIFFERS"));
        }
        text.append(String.format("configuration  %016x%n", checksum));
        text.append(String.format(
                Locale.ROOT,
                "time           %.2f ms a sweep, %.1f %% of it in communication, %.1f %% waiting for slower"
                        + " endpoints%n",
                1e3 * seconds / measured.size(),
                100 * communicationShare,
                100 * waitingShare));
        return text.toString();
    }
}
