package org.sennit.conformance.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.conformance.Checkout;
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

    @Test
    void sourcesAreShortAndSayWhoActs() {
        assertEquals("", String.join("\n", SourceRules.broken(Checkout.root())));
    }

    @Test
    void aLongSourceAndAnIdiomAreFound() {
        assertEquals(
                List.of("A.java: 501 lines are more than 500"),
                SourceRules.ofCode("A.java", Collections.nCopies(501, "int i;")));
        assertEquals(
                List.of("B.java:2: name the actor: // nobody waits"),
                SourceRules.ofCode("B.java", List.of("String nobody;", "    // nobody waits")));
        assertEquals(
                List.of("x/README.md: 3 lines are more than 2", "x/README.md:3: name the actor: the own device"),
                SourceRules.ofText("x/README.md", List.of("", "", "the own device"), 2));
    }
}
