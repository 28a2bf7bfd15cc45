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

    /** One core sends while another one receives: with fewer for each lane nothing is sent at once that was not before. */
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
        int count = Math.clamp(Math.min(endpoints, cores / CORES_A_LANE), 1, MOST);
        String reason = "one for every two cores of the process, no more than endpoints and " + MOST;
        return new LaneChoice(count, reason + "; cores=" + cores + " endpoints=" + endpoints);
    }
}
