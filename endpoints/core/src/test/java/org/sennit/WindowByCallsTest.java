package org.sennit;

import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Each call of a window whose accesses the process of the target executes, and whose packets overtake each other. */
@Deadline(seconds = 120)
@Core
class WindowByCallsTest extends WindowTest {
    @Override
    WindowPlacement placement() {
        return WindowPlacement.APART;
    }
}
