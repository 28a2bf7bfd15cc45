package org.sennit;

import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Mistakes with windows where each member lives in a process of its own, and packets overtake each other. */
@Deadline(seconds = 120)
@Core
class WindowByCallsMistakesTest extends WindowMistakesTest {
    private static final int SEED = 47;

    @Override
    void run(int endpoints, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, false, network -> null), endpoints, 1, Options.fromEnvironment())
                .run(program);
    }

    /** Between real processes the watch of the job ends it; these have none. */
    @Override
    void aWaitForAnEpochOfAMemberThatHasEndedEnds() {}

    /** Only where the locks lie in memory that all members share. */
    @Override
    void membersThatWaitForEachOthersLocksAreADeadlock() {}
}
