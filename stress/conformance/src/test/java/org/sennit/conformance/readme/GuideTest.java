package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.Checkout;
import org.sennit.message.ErrorClass;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** With {@code -Dguide=apply} the generated part of the guide is written anew; {@link #HOW} is the whole command. */
@Deadline(seconds = 60)
@Core
class GuideTest {
    private static final String INDEX = "endpoints/GUIDE.md";
    private static final String FOLDER = "endpoints/guide/";
    private static final String HOW = "mvn -q -pl :sennit-conformance -am test -Dtest=GuideTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dguide=apply";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path classes;

    private static Document part(String name) throws IOException {
        return new Document(FOLDER + name + ".md");
    }

    /** The parts of the guide, in the order of the index. */
    private static List<Document> parts() throws IOException {
        List<Document> parts = new ArrayList<>();
        for (String name : names()) {
            parts.add(part(name));
        }
        return parts;
    }

    private static List<String> names() throws IOException {
        return Pattern.compile("^\\| \\[[^]]+\\]\\(guide/(\\w+)\\.md\\)", Pattern.MULTILINE)
                .matcher(new Document(INDEX).text())
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    @Test
    void theIndexLeadsToEachPart() throws IOException {
        try (Stream<Path> files = Files.list(Checkout.root().resolve(FOLDER))) {
            List<String> found =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertEquals(
                    found, names().stream().map(name -> name + ".md").sorted().toList());
        }
    }

    @Test
    void everyPieceOfJavaCompilesWithoutAWarning() throws IOException {
        List<String> programs =
                parts().stream().flatMap(part -> part.programs().stream()).toList();
        assertTrue(programs.size() > 5, "the pieces are found");
        assertEquals(
                "",
                IntStream.range(0, programs.size())
                        .mapToObj(i -> new Snippet(i, programs.get(i)))
                        .map(snippet -> JavaText.mistakes(snippet.className(), snippet.source(), classes))
                        .collect(Collectors.joining()));
    }

    @Test
    void theFirstProgramPrintsWhatTheGuideSays() throws Exception {
        Snippet first = new Snippet(0, part("start").programs().getFirst());
        assertEquals("", JavaText.mistakes(first.className(), first.source(), classes));
        ChildJvm.Result result = new ChildJvm(first.className())
                .classPath(List.of(classes, Path.of(System.getProperty("java.class.path"))))
                .run()
                .assertSilentSuccess();
        assertEquals("0 + 1 + 2 + 3 = 6", result.out().strip());
    }

    @Test
    void everyErrorClassIsExplainedAndNoOther() throws IOException {
        Set<String> constants =
                Arrays.stream(ErrorClass.values()).map(Enum::name).collect(Collectors.toCollection(TreeSet::new));
        Set<String> explained = Pattern.compile("^\\| `([A-Z_]+)` \\|", Pattern.MULTILINE)
                .matcher(part("errors").text())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(constants, explained);
    }

    @Test
    void everyNameInTheTablesForThoseWhoKnowMpiExists() throws IOException {
        PublicNames names = new PublicNames();
        String section = part("mpi").text();
        Set<String> unknown = new TreeSet<>();
        int checked = 0;
        for (String row : section.lines().filter(line -> line.startsWith("|")).toList()) {
            String right = row.substring(row.indexOf('|', 1));
            for (MatchResult code : CODE.matcher(right).results().toList()) {
                checked++;
                if (!names.isKnown(code.group(1))) {
                    unknown.add(code.group(1));
                }
            }
        }
        assertEquals(Set.of(), unknown);
        assertTrue(checked > 150, "names=" + checked);
    }

    @Test
    void noMpiNameIsInTheTablesTwice() throws IOException {
        Set<String> seen = new TreeSet<>();
        Set<String> twice = new TreeSet<>();
        for (String row : part("mpi").text().lines().toList()) {
            if (row.startsWith("|")) {
                Pattern.compile("MPI_\\w+")
                        .matcher(row.substring(0, row.indexOf('|', 1)))
                        .results()
                        .forEach(match -> {
                            if (!seen.add(match.group())) {
                                twice.add(match.group());
                            }
                        });
            }
        }
        assertEquals(Set.of(), twice);
        assertTrue(seen.size() > 200, "names=" + seen.size());
    }

    @Test
    void theOptionsAreThoseOfTheCode() throws IOException {
        if (System.getProperty("guide", "").equals("apply")) {
            part("options").regenerate("options", OptionTable.text());
        }
        assertEquals(
                OptionTable.text(),
                part("options").generated("options"),
                "the guide is stale, write it anew with: " + HOW);
    }

    @Test
    void everyOptionThatTheTextNamesExists() throws IOException {
        Set<String> named = Pattern.compile("-o ([a-z.]+)=|`([a-z]+\\.[a-z.]+)`")
                .matcher(parts().stream().map(Document::text).collect(Collectors.joining()))
                .results()
                .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertAll(named.stream()
                .map(name -> () -> assertTrue(
                        OptionTable.options().stream()
                                .anyMatch(option -> option.name().equals(name)),
                        name)));
    }

    @Test
    void noLinkIsDead() throws IOException {
        assertEquals(List.of(), new Document(INDEX).deadLinks());
        for (Document part : parts()) {
            assertEquals(List.of(), part.deadLinks());
        }
    }
}
