package org.sennit.internal.runtime.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSetup;

class NetworkSelectionTest {

    private record Named(String name, int preference, boolean isWrapper, String obstacle)
            implements NetworkModuleFactory {
        @Override
        public String unavailableBecause(Options options) {
            return obstacle;
        }

        @Override
        public NetworkModule create(NetworkSetup setup) {
            throw new AssertionError("not in this test");
        }
    }

    private static final Named SLOW = new Named("slow", 50, false, null);
    private static final Named FAST = new Named("fast", 100, false, null);
    private static final Named BROKEN = new Named("broken", 150, false, "no such card");
    private static final Named LOW = new Named("low", 200, true, null);
    private static final Named HIGH = new Named("high", 300, true, null);
    private static final Named FORBIDDEN = new Named("forbidden", 250, true, "the kernel forbids it");

    private static NetworkSelection selected(String wanted, Named... factories) {
        Options options = Options.fromEnvironment().with(NetworkOptions.MODULE, wanted, "this test");
        return NetworkSelection.of(options, List.of(factories));
    }

    @Test
    void choosesTheMostPreferredThatIsAvailableAndSaysWhyNotTheOthers() {
        NetworkSelection selection = selected("", SLOW, BROKEN, FAST);
        assertEquals("fast", selection.chosen().name());
        assertNull(selection.failure());
        assertEquals(
                List.of(
                        new NetworkSelection.Candidate(BROKEN, "no such card"),
                        new NetworkSelection.Candidate(FAST, null),
                        new NetworkSelection.Candidate(SLOW, "fast is preferred")),
                selection.candidates());
    }

    @Test
    void whatTheUserNamesWinsOverPreference() {
        assertEquals("slow", selected("slow", SLOW, FAST).chosen().name());
        assertEquals(
                new NetworkSelection.Candidate(FAST, "option net.module is slow"),
                selected("slow", SLOW, FAST).candidates().getFirst());
    }

    @Test
    void wrappersStandOnTheChosenModuleInOrderOfPreference() {
        NetworkSelection selection = selected("", HIGH, FAST, FORBIDDEN, LOW);
        assertEquals("high+low+fast", selection.chosen().name());
        assertEquals(
                List.of("high", "forbidden", "low", "fast"),
                selection.candidates().stream().map(c -> c.factory().name()).toList());
    }

    @Test
    void aWrapperThatIsNamedStandsOnTheMostPreferred() {
        assertEquals("low+fast", selected("low", SLOW, FAST, LOW).chosen().name());
    }

    @Test
    void aWrapperThatIsNamedAndCannotBeHadIsAnErrorThatSaysWhy() {
        NetworkSelection selection = selected("forbidden", FAST, FORBIDDEN);
        SennitException error = assertThrows(SennitException.class, selection::chosen);
        assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        assertTrue(error.getMessage().contains("forbidden: the kernel forbids it"), error.getMessage());
    }

    @Test
    void nothingThatCanBeHadIsAnErrorThatNamesEach() {
        SennitException error = assertThrows(SennitException.class, selected("gone", BROKEN, SLOW)::chosen);
        assertTrue(
                error.getMessage().contains("net.module=gone (run --net) is none of broken, slow"), error::getMessage);
        error = assertThrows(SennitException.class, selected("", BROKEN)::chosen);
        assertTrue(error.getMessage().contains("(broken: "), error::getMessage);
        assertTrue(selected("").failure().contains("none on the class path"));
    }
}
