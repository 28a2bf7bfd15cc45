package org.sennit.spi.network;

import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;

/**
 * The arguments of a network module: the identity of this process in its job and the objects that it works with.
 *
 * @param jobId the job; peers of another job are refused
 * @param process the number of this process
 * @param processes the number of processes that the job started with; later ones may join with higher numbers
 * @param hostProcesses how many of them are on this host; fewer than all mean that there are several hosts
 * @param incarnation distinguishes this process from an earlier one with the same number
 * @param endpoints how many endpoints the process starts with that may poll and wait in lanes of their own; 1: the
 *     module is to have one lane
 * @param secret known to the job's processes only, never logged; both sides of a connection prove that they know it
 * @param options where the module reads its settings
 * @param context clocks, waiting and threads
 * @param upcalls the device above
 */
public record NetworkSetup(
        String jobId,
        int process,
        int processes,
        int hostProcesses,
        int incarnation,
        int endpoints,
        byte[] secret,
        Options options,
        RuntimeContext context,
        NetworkUpcalls upcalls) {
    /**
     * Makes the setup of a process whose device knows no lanes, in a job whose processes are all on one host.
     *
     * @param jobId the job
     * @param process the number of this process
     * @param processes the number of processes that the job started with
     * @param incarnation distinguishes this process from an earlier one with the same number
     * @param secret known to the job's processes only
     * @param options where the module reads its settings
     * @param context clocks, waiting and threads
     * @param upcalls the device above
     */
    public NetworkSetup(
            String jobId,
            int process,
            int processes,
            int incarnation,
            byte[] secret,
            Options options,
            RuntimeContext context,
            NetworkUpcalls upcalls) {
        this(jobId, process, processes, processes, incarnation, 1, secret, options, context, upcalls);
    }

    /**
     * Returns the same process with another device above, as a wrapper gives it to the module beneath; that one has one
     * lane unless {@link #withEndpoints} follows.
     *
     * @param other the wrapper's own upcalls
     * @return the setup
     */
    public NetworkSetup withUpcalls(NetworkUpcalls other) {
        return new NetworkSetup(
                jobId, process, processes, hostProcesses, incarnation, 1, secret, options, context, other);
    }

    /**
     * Returns the same process with another number of endpoints.
     *
     * @param count the number that may have lanes of their own
     * @return the setup
     */
    public NetworkSetup withEndpoints(int count) {
        return new NetworkSetup(
                jobId, process, processes, hostProcesses, incarnation, count, secret, options, context, upcalls);
    }

    /** Does not show the secret. */
    @Override
    public String toString() {
        return "NetworkSetup[jobId=" + jobId + ", process=" + process + ", processes=" + processes + ", hostProcesses="
                + hostProcesses + ", incarnation=" + incarnation + "]";
    }
}
