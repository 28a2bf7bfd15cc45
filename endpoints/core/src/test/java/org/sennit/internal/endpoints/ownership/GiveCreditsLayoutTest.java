package org.sennit.internal.endpoints.ownership;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.CacheLines;
import org.sennit.testkit.Deadline;

/**
 * Checks that what an endpoint writes at every give and take shares no pair of cache lines with whatever the heap has
 * put beside it: with the block that was just given, for instance, at which its taker looks. (8 bytes one way: 160 ns;
 * where they did 250 to 310.)
 */
@Deadline(seconds = 60)
class GiveCreditsLayoutTest {
    @Test
    void countersHaveTheirLinesAlone() {
        List<String> counters = List.of("bytes", "count", "returned", "cameBack");
        CacheLines.of(GiveCredits.class).assertApartFromFront(counters).assertApartFromEnd(counters);
    }
}
