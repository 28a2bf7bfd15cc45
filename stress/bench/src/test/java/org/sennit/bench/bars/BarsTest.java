package org.sennit.bench.bars;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BarsTest {

    @Test
    void matchesByAnyPartOfItsLineWhateverTheCase() {
        List<Bar> latency = Bars.matching(Bars.all(), List.of("LATENCY 8 B,"));
        assertFalse(latency.isEmpty());
        assertTrue(latency.stream().allMatch(bar -> bar.title().startsWith("latency 8 B,")), latency::toString);
        assertTrue(Bars.matching(Bars.all(), List.of("no such bar")).isEmpty());
    }

    @Test
    void severalTextsChooseTheBarsOfEachOnceInTheirOrder() {
        List<Bar> chosen = Bars.matching(Bars.all(), List.of("idle", "latency", "latency 8 B"));
        assertEquals(Bars.all().stream().filter(chosen::contains).toList(), chosen);
        assertEquals(chosen.stream().distinct().count(), chosen.size());
    }

    @Test
    void allBarsAreInTheOrderOfTheirGroupsAndNoGroupIsEmpty() {
        assertEquals(
                Bars.all(),
                Stream.of(BarGroup.values())
                        .flatMap(group -> Bars.of(group).stream())
                        .toList());
        assertTrue(
                Stream.of(BarGroup.values()).noneMatch(group -> Bars.of(group).isEmpty()));
    }

    @Test
    void aBarBetweenJvmsIsOfTheNetworkAndOneInAJvmIsNot() {
        assertTrue(
                Bars.of(BarGroup.NETWORK).stream().noneMatch(bar -> bar.title().contains("-n 1 -t 2,")));
        assertTrue(
                Bars.of(BarGroup.LATENCY).stream().noneMatch(bar -> bar.title().contains("--net")));
    }

    @Test
    void noTwoBarsHaveOneLine() {
        assertEquals(
                Bars.all().size(),
                Bars.all().stream().map(Bars::line).distinct().count());
    }

    @Test
    void onlyOpenMpiIsRunForABarAgainstOpenMpi() {
        assertTrue(Bar.Reference.OPEN_MPI.includes("ompi-tuned"));
        assertFalse(Bar.Reference.OPEN_MPI.includes("mpich"));
        assertTrue(Bar.Reference.BEST_PEER.includes("mpich"));
        assertFalse(Bar.Reference.FLOOR.includes("ompi"));
        assertTrue(Bar.Reference.DEFAULT_PEER.includes("mpich"));
        assertFalse(Bar.Reference.DEFAULT_PEER.includes("mpich-tuned"));
    }
}
