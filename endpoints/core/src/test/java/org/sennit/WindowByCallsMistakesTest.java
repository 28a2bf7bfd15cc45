package org.sennit;

import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Mistakes with windows whose accesses the process of the target executes, and whose packets overtake each other. */
@Deadline(seconds = 120)
@Core
class WindowByCallsMistakesTest extends WindowMistakesTest {
    @Override
    WindowPlacement placement() {
        return WindowPlacement.APART;
    }
}
