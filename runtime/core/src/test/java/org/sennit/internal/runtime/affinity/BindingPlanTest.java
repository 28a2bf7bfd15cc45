package org.sennit.internal.runtime.affinity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plans for a machine of two sockets with four cores of two processors each: 0 and 8 are one core, 0-3 and 8-11 a
 * socket.
 */
class BindingPlanTest {

    private static final String ALL = "0-15";

    @TempDir
    private Path system;

    @BeforeEach
    void describe() throws IOException {
        Files.createDirectories(system.resolve("cpu"));
        Files.writeString(system.resolve("cpu/online"), ALL + "\n");
        for (int processor = 0; processor < 16; processor++) {
            Path folder = Files.createDirectories(system.resolve("cpu/cpu" + processor + "/topology"));
            int core = processor % 8;
            Files.writeString(folder.resolve("thread_siblings_list"), core + "," + (core + 8) + "\n");
            Files.writeString(folder.resolve("core_siblings_list"), (core < 4 ? "0-3,8-11" : "4-7,12-15") + "\n");
        }
        for (int node = 0; node < 2; node++) {
            Path folder = Files.createDirectories(system.resolve("node/node" + node));
            Files.writeString(folder.resolve("cpulist"), node == 0 ? "0-3,8-11\n" : "4-7,12-15\n");
        }
    }

    private static HostShare share(String kernel, String allowed, int endpoints) {
        return new HostShare(kernel, ProcessorSet.parse(allowed), endpoints);
    }

    private List<String> places(String wanted, int process, HostShare... shares) {
        BindingPlan plan = BindingPlan.choose(wanted, List.of(shares), process, false, system);
        List<String> texts = new ArrayList<>();
        plan.places().forEach(place -> texts.add(place.text()));
        return texts;
    }

    private String reason(String wanted, HostShare... shares) {
        BindingPlan plan = BindingPlan.choose(wanted, List.of(shares), 0, false, system);
        assertEquals(List.of(), plan.places());
        return plan.reason();
    }

    @Test
    void givesEachEndpointOfAHostACoreOfItsOwn() {
        HostShare two = share("a", ALL, 2);
        assertEquals(List.of("0,8", "1,9"), places("core", 0, two, two, share("b", ALL, 2)));
        assertEquals(List.of("2,10", "3,11"), places("core", 1, two, two, share("b", ALL, 2)));
        assertEquals(List.of("0,8", "1,9"), places("core", 2, two, two, share("b", ALL, 2)));
    }

    @Test
    void usesWhatWasLeftToTheProcessAndNothingElse() {
        assertEquals(List.of("1", "5,13"), places("core", 0, share("a", "1,5,13", 2)));
        assertEquals(List.of("6"), places("core", 1, share("a", "1,5,13", 2), share("a", "6", 1)));
    }

    @Test
    void bindsToTheSocketOrTheNodeOfThatCore() {
        HostShare five = share("a", "2-15", 5);
        assertEquals(List.of("2-3,8-11", "2-3,8-11", "4-7,12-15", "4-7,12-15", "4-7,12-15"), places("numa", 0, five));
        assertEquals(places("numa", 0, five), places("socket", 0, five));
    }

    @Test
    void unboundWhereEndpointsOutnumberCores() {
        assertTrue(reason("core", share("a", ALL, 5), share("a", ALL, 4)).startsWith("9 endpoints on 8 cores (0-15)"));
    }

    @Test
    void byItselfBindsOnlyToProcessorsThatTheJobWasGiven() {
        HostShare given = share("a", "4-7", 2);
        assertEquals(List.of("4", "5"), places("auto", 0, given, given));
        assertTrue(reason("auto", share("a", ALL, 2), share("a", ALL, 2)).contains("other programs"));
        assertTrue(reason("auto", given).contains("one process"));
    }

    @Test
    void unboundWhereItCannotBeOrIsNotWanted() {
        assertTrue(reason("none", share("a", "4-7", 1)).contains("option"));
        assertTrue(reason("core", share("a", "0-3", 1), share("a", "3-4", 1)).contains("overlap: 0-3 and 3-4"));
        assertTrue(reason("core", share("", "", 1)).contains("--enable-native-access"));
        BindingPlan ofVirtual = BindingPlan.choose("core", List.of(share("a", ALL, 1)), 0, true, system);
        assertEquals(List.of(), ofVirtual.places());
    }

    @Test
    void whatTheSystemDoesNotTellIsACoreEach() {
        List<ProcessorSet> cores = new ProcessorTopology(system.resolve("none"), ProcessorSet.parse("0-2")).cores();
        assertEquals(3, cores.size());
    }

    @Test
    void aShareIsAWordWithoutBlanks() {
        HostShare own = HostShare.own(3);
        assertTrue(!own.word().contains(" ") && !own.word().isEmpty());
        assertEquals(own, HostShare.of(own.word(), 3));
    }
}
