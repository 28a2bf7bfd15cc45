package org.sennit.examples.npb;

import java.util.Locale;

/**
 * The report of a kernel under construction, line by line, with the lines that all kernels have.
 *
 * <p>One thread. Source of the fields: NPB's {@code print_results}.
 */
public final class KernelReport {
    private final StringBuilder lines = new StringBuilder();
    private final boolean isVerified;

    /**
     * Begins with the verdict.
     *
     * @param isVerified whether the result is the published one
     */
    public KernelReport(boolean isVerified) {
        this.isVerified = isVerified;
        line("");
        line(" VERIFICATION %s", verdict());
    }

    /**
     * Adds a line.
     *
     * @param format as for {@link String#format}, in English
     * @param values what to put in
     */
    public KernelReport line(String format, Object... values) {
        lines.append(String.format(Locale.ROOT, format, values)).append('\n');
        return this;
    }

    /**
     * Adds a line of the table.
     *
     * @param field its left side
     * @param format its right side, as for {@link String#format}
     * @param values what to put in
     */
    public KernelReport field(String field, String format, Object... values) {
        return line(" %-16s = %s", field, String.format(Locale.ROOT, format, values));
    }

    /**
     * Adds the lines with which every report ends.
     *
     * @param timing how long it took, on how many
     * @param nominalOperations the benchmark's count of operations
     * @param operationType what is counted
     * @return the whole report
     */
    public String end(KernelTiming timing, double nominalOperations, String operationType) {
        double rate = timing.megaOperationsPerSecond(nominalOperations);
        field("Time in seconds", "%.3f", timing.seconds());
        field("Endpoints", "%d", timing.endpoints());
        field("Processes", "%d", timing.processes());
        field("Mop/s total", "%.2f", rate);
        field("Mop/s/endpoint", "%.2f", rate / timing.endpoints());
        field("Operation type", "%s", operationType);
        field("Verification", "%s", verdict());
        return lines.toString();
    }

    private String verdict() {
        return isVerified ? "SUCCESSFUL" : "UNSUCCESSFUL";
    }
}
