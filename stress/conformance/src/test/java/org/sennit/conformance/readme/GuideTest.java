package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.message.ErrorClass;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** With {@code -Dguide=apply} the generated part of the guide is written anew; {@link #HOW} is the whole command. */
@Deadline(seconds = 60)
@Core
class GuideTest {
    private static final String GUIDE = "endpoints/GUIDE.md";
    private static final String HOW = "mvn -q -pl :sennit-conformance -am test -Dtest=GuideTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dguide=apply";
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path classes;

    @Test
    void everyPieceOfJavaCompilesWithoutAWarning() throws IOException {
        List<String> programs = new Document(GUIDE).programs();
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
        Snippet first = new Snippet(0, new Document(GUIDE).programs().getFirst());
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
                .matcher(new Document(GUIDE).section("Errors"))
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(constants, explained);
    }

    @Test
    void everyNameInTheTablesForThoseWhoKnowMpiExists() throws IOException {
        PublicNames names = new PublicNames();
        String section = new Document(GUIDE).section("From MPI in C");
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
        for (String row : new Document(GUIDE).section("From MPI in C").lines().toList()) {
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
            new Document(GUIDE).regenerate("options", OptionTable.text());
        }
        assertEquals(
                OptionTable.text(),
                new Document(GUIDE).generated("options"),
                "the guide is stale, write it anew with: " + HOW);
    }

    @Test
    void everyOptionThatTheTextNamesExists() throws IOException {
        Set<String> named = Pattern.compile("-o ([a-z.]+)=|`([a-z]+\\.[a-z.]+)`")
                .matcher(new Document(GUIDE).text())
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
        assertEquals(List.of(), new Document(GUIDE).deadLinks());
    }
}
