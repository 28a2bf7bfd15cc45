package org.sennit;

import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * Each call of a window of processes with two endpoints each: accesses to another process are executed there, those in
 * a process directly.
 */
@Deadline(seconds = 120)
@Core
class WindowOfPairsTest extends WindowTest {
    @Override
    WindowPlacement placement() {
        return WindowPlacement.PAIRS;
    }
}
