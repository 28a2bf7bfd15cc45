package org.sennit.examples.ownership.ways;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class WayTimesTest {
    private final WayTimes times = new WayTimes(List.of(
            new WayTime(Way.SEND_RECEIVE, 1000, 900, 400),
            new WayTime(Way.GIVE_TAKE, 800, 700, 200),
            new WayTime(Way.FUSED, 700, 600, 50)));

    @Test
    void gainsAreRelativeToSendAndReceive() {
        assertEquals(0, times.gainPercent(Way.SEND_RECEIVE));
        assertEquals(30, times.gainPercent(Way.FUSED), 1e-9);
        assertEquals(50, times.communicationGainPercent(Way.GIVE_TAKE), 1e-9);
        assertEquals(75, times.communicationGainPercent(Way.FUSED), 1e-9);
    }

    @Test
    void theTableHasALineForEachWay() {
        List<String> lines = times.table("step", "halo").lines().toList();
        assertEquals(1 + Way.values().length, lines.size());
        assertTrue(lines.getFirst().contains("us/step") && lines.getFirst().contains(" halo "), lines.getFirst());
        assertTrue(lines.getLast().matches("give/take, fused +0\\.7 +0\\.6 +0\\.1 +30\\.0% +75\\.0%"), lines.getLast());
    }

    @Test
    void aTimeIsTheMedianOfItsRounds() {
        assertEquals(
                new WayTime(Way.FUSED, 3, 1, 20),
                WayTime.of(Way.FUSED, new double[] {5, 1, 3}, new double[] {10, 20, 30}));
    }
}
