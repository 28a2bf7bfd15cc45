package org.sennit.net.tcp;

import org.sennit.runtime.config.Options;

/**
 * How many lanes the endpoints of a process get, and why.
 *
 * @param count at least 1
 * @param reason in a few words
 */
record LaneChoice(int count, String reason) {
    /** More lanes than this were not measured. */
    private static final int MOST = 4;

    /**
     * More endpoints than this share a loop badly even on few cores: they pass its lead from one to the next. Two JVMs on two cores,
     * loopback, all endpoints of one sending. 4 endpoints, with 1, 2 and 4 lanes: windows of 64 of 8 B 1.4, 3.8 and 4.1 M/s, the same of
     * blocking sends .41, .82 and .91 M/s, 1 MiB 4.2, 6.2 and 8.0 GB/s. 2 endpoints, with 1 and 2 lanes: 1.3 and 1.4, .60 and .47,
     * 3.6 and 3.5.
     */
    private static final int FEW_ENDPOINTS = 2;

    /** Two endpoints gain nothing while senders and receivers have no core each; not measured with more cores. */
    private static final int CORES_A_LANE = 2;

    /**
     * Chooses.
     *
     * @param endpoints how many endpoints the process starts with
     * @param cores the processors that it has for itself, at least 1
     */
    static LaneChoice of(Options options, int endpoints, int cores) {
        int wanted = options.value(TcpOptions.LANES);
        if (wanted > 0) {
            String reason = "net.lanes=" + wanted + " (" + options.origin(TcpOptions.LANES) + ")";
            return wanted <= endpoints
                    ? new LaneChoice(wanted, reason)
                    : new LaneChoice(endpoints, reason + "; endpoints that may have one=" + endpoints);
        }
        boolean isGain = endpoints > FEW_ENDPOINTS || cores >= CORES_A_LANE * endpoints;
        String reason =
                "one for each endpoint, no more than " + MOST + ", where there are more than two endpoints or two"
                        + " cores for each; endpoints=" + endpoints + " cores=" + cores;
        return new LaneChoice(isGain ? Math.min(endpoints, MOST) : 1, reason);
    }
}
