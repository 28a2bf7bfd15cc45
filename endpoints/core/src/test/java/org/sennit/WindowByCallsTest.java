package org.sennit;

import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Each call of a window where each member lives in a process of its own, and packets overtake each other. */
@Deadline(seconds = 120)
@Core
class WindowByCallsTest extends WindowTest {
    private static final int SEED = 47;

    @Override
    void run(int endpoints, EndpointProgram program) {
        new InProcessJob(new LocalNetwork(SEED, false, network -> null), endpoints, 1, Options.fromEnvironment())
                .run(program);
    }

    /** In it members see each other's memory. */
    @Override
    void allocatedMemoryIsZeroAndEndsWithTheWindow() {}

    /** As the one above. */
    @Override
    void sharedMemoryLiesInOrderOfTheRanks() {}
}
