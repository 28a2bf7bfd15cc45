package org.sennit.runtime.netmod;

import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.config.Options;

/**
 * What a network module is made from: the identity of this process in its job and the objects that it works with.
 *
 * @param jobId the job; peers of another job are refused
 * @param process the number of this process
 * @param processes how many processes the job started with; later ones may join with higher numbers
 * @param incarnation tells this process from an earlier one with the same number
 * @param secret known to the job's processes only, never logged; both sides of a connection prove that they know it
 * @param options where the module reads its settings
 * @param context clocks, waiting and threads
 * @param upcalls the device above
 */
public record NetworkSetup(
        String jobId,
        int process,
        int processes,
        int incarnation,
        byte[] secret,
        Options options,
        RuntimeContext context,
        NetworkUpcalls upcalls) {
    /** Does not show the secret. */
    @Override
    public String toString() {
        return "NetworkSetup[jobId=" + jobId + ", process=" + process + ", processes=" + processes + ", incarnation="
                + incarnation + "]";
    }
}
