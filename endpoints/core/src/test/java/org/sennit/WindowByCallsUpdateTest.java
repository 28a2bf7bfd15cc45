package org.sennit;

import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Updates that the process of the target executes, and whose packets overtake each other. */
@Deadline(seconds = 120)
@Core
class WindowByCallsUpdateTest extends WindowUpdateTest {
    @Override
    WindowPlacement placement() {
        return WindowPlacement.APART;
    }
}
