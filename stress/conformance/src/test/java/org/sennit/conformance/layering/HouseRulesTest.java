package org.sennit.conformance.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Core;

@Core
class HouseRulesTest {
    @Test
    void theHouseKeepsItsRules() {
        List<String> broken = House.LAYERS.stream()
                .flatMap(layer -> House.classes(layer).stream())
                .flatMap(model -> HouseRules.broken(model).stream())
                .toList();
        assertEquals("", String.join("\n", broken));
    }

    @Test
    void aBrokenRuleIsFound() {
        List<String> broken = ClassFiles.in(LayeringTest.fixtureFolder()).stream()
                .flatMap(model -> HouseRules.broken(model).stream())
                .toList();
        assertEquals(
                List.of("org.sennit.conformance.layering.fixture.low.ReachesUp.mutable: static state that can change"),
                broken);
    }

    @Test
    void clocksThreadsAndRandomNumbersComeFromTheContext() {
        List<String> broken = House.LAYERS.stream()
                .filter(layer -> ContextRules.FOLDERS.contains(layer.folder()))
                .flatMap(layer -> House.classes(layer).stream())
                .flatMap(model -> ContextRules.broken(model).stream())
                .toList();
        assertEquals("", String.join("\n", broken));
    }

    @Test
    void aCallPastTheContextIsFound() {
        List<String> broken = ClassFiles.in(LayeringTest.fixtureFolder()).stream()
                .flatMap(model -> ContextRules.broken(model).stream())
                .toList();
        assertEquals(
                List.of("org.sennit.conformance.layering.fixture.high.ReadsTheClock: java.lang.System.nanoTime"
                        + " goes past RuntimeContext"),
                broken);
    }
}
