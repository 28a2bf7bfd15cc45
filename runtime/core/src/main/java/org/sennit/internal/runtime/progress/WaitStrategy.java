package org.sennit.internal.runtime.progress;

import org.sennit.config.Option;
import org.sennit.config.Options;

/**
 * The time for which a waiting endpoint spins and yields before it parks. Chosen once for a job: with a core for each
 * endpoint it spins, with more endpoints than cores it lets the others run at once. Both phases are short, because the
 * cores may be busy with other work: then a spinning thread keeps the peer that it waits for from running.
 *
 * @param spinNs how long to poll with a spin hint, in nanoseconds
 * @param yieldNs how long to poll with yields after that, in nanoseconds
 * @param permits endpoints of a process that may yield at a time; one without a permit parks at once
 * @param reason why, in one line
 */
public record WaitStrategy(long spinNs, long yieldNs, int permits, String reason) {
    /** Time of spinning; −1 chooses. */
    public static final Option<Integer> SPIN = Option.ofInt(
            "wait.spin",
            -1,
            -1,
            Integer.MAX_VALUE,
            "ns",
            "time that a waiting endpoint spins before it yields; -1: chosen by the number of endpoints and cores");

    /** Time of yielding; −1 chooses. */
    public static final Option<Integer> YIELD = Option.ofInt(
            "wait.yield",
            -1,
            -1,
            Integer.MAX_VALUE,
            "ns",
            "time that a waiting endpoint yields before it parks; -1: chosen by the number of endpoints and cores");

    /** Permits for those that yield; −1 chooses. */
    public static final Option<Integer> PERMITS = Option.ofInt(
            "wait.permits",
            -1,
            -1,
            Integer.MAX_VALUE,
            "endpoints",
            "most endpoints of a process that yield at a time before they park; -1: chosen by threads and cores");

    // A park and unpark costs 5 to 50 µs here: spinning longer than that cannot win, and on a busy machine loses.
    private static final int SPIN_ALONE_NS = 30_000;
    private static final int SPIN_CROWDED_NS = 0;

    // Yields give the core to other runnable threads, so they may go on for longer. Alone: 128 KiB over TCP between
    // two JVMs, median one way 224 µs with 0.2 ms and 106 µs with 5 ms, since an answer takes as long as the two ways
    // together.
    private static final int YIELD_ALONE_NS = 1_000_000;

    // Crowded: cg A in Mop/s with 0.1, 0.5, 1 and 2 ms, medians of 3: 2527, 2687, 2566, 2305 on 1×4, 1213, 1333, 1274,
    // 1332 on 2×2, 2083, 2300, 2029, 2123 on 1×16.
    private static final int YIELD_CROWDED_NS = 500_000;

    // A ring of 16 and of 256 endpoints on 2 cores, us a hop (sennit bench oversubscribed): all yield 3.6 and 8.3, 24
    // permits 4.8 and 6.3, 16 permits 3.5 and 5.9, 8 permits 5.7 and 5.9, 2 permits 9.4 and 6.7, none 17.7 and 19.
    // Fewer leave the few of a small job to the operating system, more leave the many of a large one to each other.
    // Since only those need a permit whose last wait was long (WaitPolicy): 3.2 and 4.9.
    private static final int PERMITS_PER_CORE = 8;

    // 10,000 virtual threads, us a hop: all yield 15, 16 permits 5.1, 4 permits 3.6, 2 permits 2.8, none 2.9. A
    // virtual thread is woken in 0.7 us, as long as a carrier is awake.
    private static final int VIRTUAL_PERMITS_PER_CORE = 1;

    /**
     * Chooses.
     *
     * @param hostEndpoints the endpoints of all processes of the job on this host
     * @param hostProcesses the processes of the job on this host
     * @param processors the cores of this host
     * @param isVirtual whether endpoints run on virtual threads
     */
    public static WaitStrategy choose(
            Options options, int hostEndpoints, int hostProcesses, int processors, boolean isVirtual) {
        boolean isCrowded = isVirtual || hostEndpoints > processors;
        int spin = options.value(SPIN);
        int yield = options.value(YIELD);
        int permits = options.value(PERMITS);
        int permitsPerCore = isVirtual ? VIRTUAL_PERMITS_PER_CORE : PERMITS_PER_CORE;
        String reason = (isVirtual ? "virtual threads" : hostEndpoints + " endpoints on " + processors + " cores")
                + (isCrowded ? ": yield at once, then park" : ": spin, then yield, then park");
        return new WaitStrategy(
                spin >= 0 ? spin : isCrowded ? SPIN_CROWDED_NS : SPIN_ALONE_NS,
                yield >= 0 ? yield : isCrowded ? YIELD_CROWDED_NS : YIELD_ALONE_NS,
                permits >= 0 ? permits : Math.max(1, permitsPerCore * processors / hostProcesses),
                spin >= 0 || yield >= 0 || permits >= 0 ? "as the options say" : reason);
    }
}
