package org.sennit.internal.net.tcp;

import org.sennit.config.Options;
import org.sennit.spi.network.NetworkSetup;

/**
 * The number of lanes of a process, and the reason.
 *
 * @param count at least 1
 * @param reason in a few words
 */
record LaneChoice(int count, String reason) {
    /** More lanes than this were not measured. */
    private static final int MOST = 4;

    /**
     * More endpoints than this share a loop badly even on few cores: they pass its lead from one to the next. Two JVMs
     * on two cores, loopback, all endpoints of one sending, medians of two runs. 4 endpoints, with 1 and 4 lanes:
     * windows of blocking sends of 8 B .41 and .91, .36 and .54 M/s; 1 MiB 4.2 and 8.0 GB/s; windows of nonblocking
     * sends of 8 B 1.4 and 4.1, 1.4 and .5 M/s, not settled. 3 endpoints, with 1 and 3: .36 and .62 M/s, 3.5 and 6.0
     * GB/s. 2 endpoints, with 1 and 2: .60 and .47, .39 and .76 M/s; 3.6 and 3.5, 4.0 and 6.7 GB/s.
     */
    private static final int FEW_ENDPOINTS = 2;

    /**
     * Two endpoints have gained in one run of two while senders and receivers have no core each; not measured with
     * more.
     */
    private static final int CORES_A_LANE = 2;

    /** Returns the choice for a process, which shares its host's processors with the job's others there. */
    static LaneChoice of(NetworkSetup setup) {
        int cores = setup.context().availableProcessors() / Math.max(1, setup.hostProcesses());
        return of(setup.options(), setup.endpoints(), Math.max(1, cores));
    }

    /**
     * Chooses.
     *
     * @param endpoints the number of endpoints that the process starts with
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
