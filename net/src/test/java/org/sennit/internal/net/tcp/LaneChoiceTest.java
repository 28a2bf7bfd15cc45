package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;

class LaneChoiceTest {
    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 64, 1", "2, 1, 1", "2, 3, 1", "2, 4, 2", "3, 1, 3", "4, 1, 4", "16, 2, 4"})
    void ofItselfManyEndpointsOrManyCoresGetLanes(int endpoints, int cores, int lanes) {
        assertEquals(lanes, LaneChoice.of(Options.defaults(), endpoints, cores).count());
    }

    @ParameterizedTest
    @CsvSource({"1, 4, 1", "2, 4, 2", "6, 4, 4"})
    void whatIsAskedForIsGivenToAsManyEndpointsAsThereAre(int wanted, int endpoints, int lanes) {
        Options options = Options.defaults().with(TcpOptions.LANES, wanted, "test");
        LaneChoice choice = LaneChoice.of(options, endpoints, 1);
        assertEquals(lanes, choice.count());
        assertTrue(choice.reason().startsWith("net.lanes=" + wanted + " (test)"), choice.reason());
    }

    @Test
    void saysWhy() {
        String reason = LaneChoice.of(Options.defaults(), 4, 2).reason();
        assertTrue(reason.endsWith("endpoints=4 cores=2"), reason);
    }
}
