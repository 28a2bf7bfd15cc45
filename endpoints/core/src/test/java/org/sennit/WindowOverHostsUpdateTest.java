package org.sennit;

import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Updates of which some are made in shared memory, and others executed by the process of the target. */
@Deadline(seconds = 120)
@Core
class WindowOverHostsUpdateTest extends WindowUpdateTest {
    @Override
    WindowPlacement placement() {
        return WindowPlacement.TWO_HOSTS;
    }
}
