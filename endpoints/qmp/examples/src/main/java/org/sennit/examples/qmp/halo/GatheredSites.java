package org.sennit.examples.qmp.halo;

/**
 * Sites of a field in the order in which they are sent, a buffer for them, and behind them the time at which they were sent. Used by
 * the endpoint's thread.
 *
 * @param sites their numbers
 * @param siteDoubles how many numbers the field has for each
 * @param buffer of a channel
 */
record GatheredSites(int[] sites, int siteDoubles, double[] buffer) {
    /** Sites with a buffer of their own. */
    GatheredSites(int[] sites, int siteDoubles) {
        this(sites, siteDoubles, new double[siteDoubles * sites.length + 1]);
    }

    /** Copies the sites into the buffer. */
    void gather(double[] field) {
        for (int k = 0; k < sites.length; k++) {
            System.arraycopy(field, siteDoubles * sites[k], buffer, siteDoubles * k, siteDoubles);
        }
    }

    /** Copies the sites out of the buffer. */
    void scatter(double[] field) {
        for (int k = 0; k < sites.length; k++) {
            System.arraycopy(buffer, siteDoubles * k, field, siteDoubles * sites[k], siteDoubles);
        }
    }

    /** Notes when the sites are sent, in ns of {@link NodeClock}. */
    void setSentNs(double sentNs) {
        buffer[buffer.length - 1] = sentNs;
    }

    /** When the sites were sent, in ns of {@link NodeClock}. */
    double sentNs() {
        return buffer[buffer.length - 1];
    }
}
