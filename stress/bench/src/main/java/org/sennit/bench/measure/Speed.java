package org.sennit.bench.measure;

/**
 * Which of its speeds the machine ran at: {@code NEAR} where a cache line crosses between the processors in at most 70
 * ns, {@code FAR} where it takes 100 to 260 ns, {@code MIXED} for anything else or for a change in between. Figures of
 * different speeds are never compared.
 *
 * <p>Source: the two speeds of shared virtual machines, whose two processors move between cache complexes.
 */
public enum Speed {
    /** All probes at most 70 ns one way. */
    NEAR,
    /** All probes from 100 to 260 ns one way. */
    FAR,
    /** Neither, or a change between two probes. */
    MIXED;

    private static final double NEAR_AT_MOST_NS = 70;
    private static final double FAR_AT_LEAST_NS = 100;
    private static final double FAR_AT_MOST_NS = 260;

    /**
     * Files a figure by the probes around it. Does not block.
     *
     * @param probesNs the probes directly before and after the timed part, ns one way
     * @return the speed that all of them agree on, else {@link #MIXED}
     */
    public static Speed of(double... probesNs) {
        boolean isNear = true;
        boolean isFar = true;
        for (double probeNs : probesNs) {
            isNear &= probeNs <= NEAR_AT_MOST_NS;
            isFar &= probeNs >= FAR_AT_LEAST_NS && probeNs <= FAR_AT_MOST_NS;
        }
        return probesNs.length == 0 ? MIXED : isNear ? NEAR : isFar ? FAR : MIXED;
    }

    /** Returns the word for tables, near, far or mixed. */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Returns the speed of a word.
     *
     * @param word near, far or mixed
     * @return the speed; never null
     */
    public static Speed ofWord(String word) {
        return valueOf(word.toUpperCase(java.util.Locale.ROOT));
    }
}
