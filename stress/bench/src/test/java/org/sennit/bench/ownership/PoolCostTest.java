package org.sennit.bench.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class PoolCostTest {
    @Test
    void measuresBothKindsOfPoolBesideTheHeapOfTheCLibrary() {
        PrintStream out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        List<PoolCost.Cost> costs = new PoolCost(2, out).measure(List.of(8L, 4096L));
        assertEquals(
                List.of(8L, 4096L), costs.stream().map(PoolCost.Cost::sizeBytes).toList());
        for (PoolCost.Cost cost : costs) {
            assertTrue(cost.receiver().medianNs() > 0, cost.toString());
            assertTrue(cost.sender().medianNs() > 0, cost.toString());
            assertTrue(cost.malloc().medianNs() > 0, cost.toString());
        }
    }
}
