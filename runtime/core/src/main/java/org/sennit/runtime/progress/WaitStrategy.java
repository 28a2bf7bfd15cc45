package org.sennit.runtime.progress;

import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.Options;

/**
 * How long a waiting endpoint spins and yields before it parks. Chosen once for a job: with a core for each endpoint
 * it spins, with more endpoints than cores it soon lets the others run.
 *
 * @param spinRounds polls with a spin hint between them
 * @param yieldRounds polls with a yield between them, after the spinning
 * @param reason why, in one line
 */
public record WaitStrategy(int spinRounds, int yieldRounds, String reason) {
    /** Rounds of spinning; −1 chooses. */
    public static final Option<Integer> SPIN = Option.ofInt(
            "wait.spin",
            -1,
            -1,
            Integer.MAX_VALUE,
            "rounds",
            "polls before a waiting endpoint yields;" + " -1 chooses by the number of endpoints and cores");

    /** Rounds of yielding; −1 chooses. */
    public static final Option<Integer> YIELD = Option.ofInt(
            "wait.yield",
            -1,
            -1,
            Integer.MAX_VALUE,
            "rounds",
            "yields before a waiting endpoint parks;" + " -1 chooses by the number of endpoints and cores");

    // A round of an endpoint alone is about 25 ns, so it spins for about 100 µs: longer than a park and unpark cost.
    private static final int SPIN_ALONE = 4000;
    private static final int YIELD_ALONE = 100;
    private static final int SPIN_CROWDED = 0;
    private static final int YIELD_CROWDED = 30;

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
                + (isCrowded ? ": yield soon, then park" : ": spin, then yield, then park");
        return new WaitStrategy(
                spin >= 0 ? spin : isCrowded ? SPIN_CROWDED : SPIN_ALONE,
                yield >= 0 ? yield : isCrowded ? YIELD_CROWDED : YIELD_ALONE,
                spin >= 0 || yield >= 0 ? "as the options say" : reason);
    }
}
