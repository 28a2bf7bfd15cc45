package org.sennit.conformance.layering;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Core;

@Core
class HouseRulesTest {
    /** They copy between two layouts, recursively: a description would be an object for each row. */
    private static final int LONG_CALLS = 11;

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
    void fewMethodsTakeEightArguments() {
        List<String> calls = House.LAYERS.stream()
                .flatMap(layer -> House.classes(layer).stream())
                .flatMap(model -> HouseRules.longCalls(model).stream())
                .sorted()
                .toList();
        assertEquals(
                LONG_CALLS,
                calls.size(),
                () -> "methods and constructors with eight or more parameters; if there are more, pass a description"
                        + " of what belongs together, if there are fewer, lower the"
                        + " number:\n" + String.join("\n", calls));
    }

    @Test
    void aMethodOfEightArgumentsIsFound() {
        assertEquals(
                List.of(
                        "org.sennit.conformance.layering.fixture.low.TakesEight.<init>",
                        "org.sennit.conformance.layering.fixture.low.TakesEight.copy",
                        "org.sennit.conformance.layering.fixture.low.TakesEight.sendReceive"),
                ClassFiles.in(LayeringTest.fixtureFolder()).stream()
                        .flatMap(model -> HouseRules.longCalls(model).stream())
                        .sorted()
                        .toList());
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
    void everyPackageSaysWhatItIsFor() {
        List<String> silent = House.LAYERS.stream()
                .map(layer -> Checkout.root().resolve(layer.folder()).resolve("src/main/java"))
                .flatMap(sources -> SourceRules.packagesWithoutInfo(sources).stream())
                .toList();
        assertEquals("", String.join("\n", silent));
    }

    @Test
    void aPackageThatDoesNotSayItIsFound(@TempDir Path sources) throws IOException {
        for (String file : List.of("said/A.java", "said/package-info.java", "said/silent/B.java")) {
            Files.createDirectories(sources.resolve(file).getParent());
            Files.writeString(sources.resolve(file), "");
        }
        assertEquals(
                List.of(sources.resolve("said/silent") + ": no package-info.java"),
                SourceRules.packagesWithoutInfo(sources));
    }

    @Test
    void aLongSourceAndAnIdiomAreFound() {
        assertEquals(
                List.of("A.java: 501 lines are more than 500"),
                SourceRules.ofCode("A.java", Collections.nCopies(501, "int i;")));
        assertEquals(
                List.of("B.java:2: name the actor: // nobody waits"),
                SourceRules.ofCode("B.java", List.of("String nobody;", "    // nobody waits")));
        for (String idiom : List.of("in vain", "so many", "is told", "is untold", "tells")) {
            String comment = "    // a thread " + idiom;
            assertEquals(
                    List.of("B.java:1: name the actor: " + comment.strip()),
                    SourceRules.ofCode("B.java", List.of(comment)));
        }
        String longComment = "// " + "a".repeat(118);
        assertEquals(
                List.of("B.java:1: 121 columns are more than 120"),
                SourceRules.ofCode("B.java", List.of(longComment, longComment.substring(1), longComment.substring(4))));
        String behindCode = "int i; // " + "a".repeat(111);
        assertEquals(
                List.of("B.java:1: 121 columns are more than 120"),
                SourceRules.ofCode("B.java", List.of(behindCode, behindCode.substring(1))));
        String britishName = "neighb" + "ours";
        assertEquals(
                List.of("C.java:1: spell as MPI does: int " + britishName + ";"),
                SourceRules.ofCode("C.java", List.of("int " + britishName + ";", "int neighbors;")));
        assertEquals(
                List.of("x/README.md: 3 lines are more than 2", "x/README.md:3: name the actor: the own device"),
                SourceRules.ofText("x/README.md", List.of("", "", "the own device"), 2));
        assertEquals(
                List.of("x/README.md: 5121 bytes are more than 5120"),
                SourceRules.ofText("x/README.md", List.of("a".repeat(5000), "a".repeat(120)), 2));
        assertEquals(
                List.of(
                        "C.java:1: say it once: /** Returns the health of the job; the health. */",
                        "C.java:3: say it once: /** Returns whether it is closed; true after close. */"),
                SourceRules.ofCode(
                        "C.java",
                        List.of(
                                "/** Returns the health of the job; the health. */",
                                "/** Returns the health of the job; the caller changes nothing. */",
                                "/** Returns whether it is closed; true after close. */",
                                "/** Returns whether it is closed; any thread. */")));
    }

    @Test
    void everyTextOfTheRepositoryIsRead(@TempDir Path root) throws IOException {
        Files.writeString(root.resolve("README.md"), "\n".repeat(125) + "nobody\n");
        Files.createDirectories(root.resolve("folder/target"));
        Files.writeString(root.resolve("folder/README.md"), "\n".repeat(81));
        Files.writeString(root.resolve("folder/GUIDE.md"), "\n".repeat(500) + "whoever\n");
        Files.writeString(root.resolve("folder/target/OLD.md"), "nobody\n");
        assertEquals(
                List.of(
                        "README.md: 126 lines are more than 125",
                        "README.md:126: name the actor: nobody",
                        "folder/GUIDE.md: 501 lines are more than 500",
                        "folder/GUIDE.md:501: name the actor: whoever",
                        "folder/README.md: 81 lines are more than 80"),
                SourceRules.broken(root).stream().sorted().toList());
    }
}
