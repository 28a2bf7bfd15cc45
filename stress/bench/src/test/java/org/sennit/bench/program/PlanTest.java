package org.sennit.bench.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlanTest {

    @Test
    void goesThroughArgumentsUnchanged() {
        Plan plan = Plan.of(Benchmark.BANDWIDTH, List.of(0L, 8L, 1L << 20))
                .withFresh(true)
                .withMemory(Plan.MemoryKind.SEGMENT)
                .withNetwork(Network.TLS)
                .waitingFor("near", 5)
                .withSettings(Map.of(Setting.DIRECTIONS, "8", Setting.LAYOUT, Setting.STRIDED))
                .withFiles("a folder/lines", "", "x=y.json");
        assertEquals("8", plan.setting(Setting.DIRECTIONS));
        assertEquals(plan, Plan.ofArguments(plan.toArguments().toArray(String[]::new)));
    }

    @Test
    void triesPowersOfTwoFromZeroTo4MiBForLatency() {
        List<Long> sizes = Benchmark.LATENCY.defaultSizesBytes();
        assertEquals(List.of(0L, 1L, 2L, 4L), sizes.subList(0, 4));
        assertEquals(1L << 22, sizes.getLast());
    }
}
