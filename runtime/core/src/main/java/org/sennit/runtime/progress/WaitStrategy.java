package org.sennit.runtime.progress;

import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.Options;

/**
 * How long a waiting endpoint spins and yields before it parks. Chosen once for a job: with a core for each endpoint
 * it spins, with more endpoints than cores it lets the others run at once. Both phases are short, because the cores may
 * be busy with somebody else's work: then whoever spins keeps the very peer from running for which it waits.
 *
 * @param spinNs how long to poll with a spin hint, in nanoseconds
 * @param yieldNs how long to poll with yields after that, in nanoseconds
 * @param reason why, in one line
 */
public record WaitStrategy(long spinNs, long yieldNs, String reason) {
    /** Time of spinning; −1 chooses. */
    public static final Option<Integer> SPIN = Option.ofInt(
            "wait.spin",
            -1,
            -1,
            Integer.MAX_VALUE,
            "ns",
            "how long a" + " waiting endpoint spins before it yields; -1 chooses by the number of endpoints and cores");

    /** Time of yielding; −1 chooses. */
    public static final Option<Integer> YIELD = Option.ofInt(
            "wait.yield",
            -1,
            -1,
            Integer.MAX_VALUE,
            "ns",
            "how long a" + " waiting endpoint yields before it parks; -1 chooses by the number of endpoints and cores");

    // A park and unpark costs 5 to 50 µs here: spinning longer than that cannot win, and on a busy machine loses.
    private static final int SPIN_ALONE_NS = 30_000;
    private static final int SPIN_CROWDED_NS = 0;

    // Yields leave the core to whoever wants it, so they may go on for longer. Alone: 128 KiB over TCP between two
    // JVMs,
    // median one way 224 µs with 0.2 ms and 106 µs with 5 ms, since an answer takes as long as the two ways together.
    private static final int YIELD_ALONE_NS = 1_000_000;

    // Crowded: cg A in Mop/s with 0.1, 0.5, 1 and 2 ms, medians of 3: 2527, 2687, 2566, 2305 on 1×4, 1213, 1333, 1274,
    // 1332 on 2×2, 2083, 2300, 2029, 2123 on 1×16.
    private static final int YIELD_CROWDED_NS = 500_000;

    /**
     * Chooses.
     *
     * @param options the job's options
     * @param hostEndpoints the endpoints of all processes of the job on this host
     * @param processors the cores of this host
     * @param isVirtual whether endpoints run on virtual threads
     * @return the strategy
     */
    public static WaitStrategy choose(Options options, int hostEndpoints, int processors, boolean isVirtual) {
        boolean isCrowded = isVirtual || hostEndpoints > processors;
        int spin = options.value(SPIN);
        int yield = options.value(YIELD);
        String reason = (isVirtual ? "virtual threads" : hostEndpoints + " endpoints on " + processors + " cores")
                + (isCrowded ? ": yield at once, then park" : ": spin, then yield, then park");
        return new WaitStrategy(
                spin >= 0 ? spin : isCrowded ? SPIN_CROWDED_NS : SPIN_ALONE_NS,
                yield >= 0 ? yield : isCrowded ? YIELD_CROWDED_NS : YIELD_ALONE_NS,
                spin >= 0 || yield >= 0 ? "as the options say" : reason);
    }
}
