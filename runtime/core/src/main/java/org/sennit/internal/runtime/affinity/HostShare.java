package org.sennit.internal.runtime.affinity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The processors and memory that a process of a job may use: all processes tell each other, so that each knows which
 * cores are its own. Immutable.
 *
 * @param kernel equal for processes that run under one kernel, in whatever containers; empty: not known
 * @param allowed the processors that the system, Slurm, taskset or a container has left to the process
 * @param endpoints the number of endpoints that the process has
 */
public record HostShare(String kernel, ProcessorSet allowed, int endpoints) {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path STATUS = Path.of("/proc/self/status"); // of the first thread
    private static final String ALLOWED = "Cpus_allowed_list:";
    private static final String SEPARATOR = "/";

    /**
     * Returns the share of this process. What its first thread may do is what was given to it, whichever thread asks.
     *
     * @param endpoints the number of endpoints that it has
     * @return the share; no processors where the system does not say
     */
    public static HostShare own(int endpoints) {
        try {
            return new HostShare(Files.readString(BOOT_ID).strip(), allowedHere(), endpoints);
        } catch (IOException notLinux) {
            return new HostShare("", ProcessorSet.NONE, endpoints);
        }
    }

    /** Returns the processors that were left to this process; empty where the system does not say. */
    public static ProcessorSet allowedHere() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(ALLOWED)) {
                    return ProcessorSet.parse(line.substring(ALLOWED.length()));
                }
            }
        } catch (IOException notLinux) {
            // Falls through.
        }
        return ProcessorSet.NONE;
    }

    /** Returns the share as one word, without blanks. */
    public String word() {
        return kernel + SEPARATOR + allowed.text();
    }

    /**
     * Reads the word of another process.
     *
     * @param word what {@link #word} returned there
     * @param endpoints the number of endpoints that it has
     */
    public static HostShare of(String word, int endpoints) {
        int separator = word.indexOf(SEPARATOR);
        return new HostShare(
                word.substring(0, separator), ProcessorSet.parse(word.substring(separator + 1)), endpoints);
    }
}
