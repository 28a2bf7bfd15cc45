package org.sennit.conformance.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.sennit.conformance.Checkout;

/** The parts of a text of the project that a reader copies or follows. */
final class Document {
    private final Path file;
    private final String text;

    /** Reads a file, named from the project's root. */
    Document(String name) throws IOException {
        file = Checkout.root().resolve(name);
        text = Files.readString(file);
    }

    String text() {
        return text;
    }

    /** The lines of the first fenced block under the heading. */
    List<String> commands(String heading) {
        return blocks("^## " + heading + "$.*?^```$").getFirst().lines().toList();
    }

    /** The fenced blocks of Java. */
    List<String> programs() {
        return blocks("^```java$");
    }

    /** The links to files that are not there. */
    List<String> deadLinks() {
        return Pattern.compile("\\]\\((?!https?:)([^)#]+)")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(link -> Files.notExists(file.resolveSibling(link)))
                .toList();
    }

    /** What stands under a heading, up to the next one of its level. */
    String section(String heading) {
        return first("^## " + Pattern.quote(heading) + "$(.*?)(?=^## |\\z)");
    }

    /** What stands between the two comments that mark a generated part. */
    String generated(String name) {
        return first(Pattern.quote(begin(name)) + "(.*?)" + Pattern.quote(end(name)));
    }

    /** Writes the file anew with another text between the two comments. */
    void regenerate(String name, String part) throws IOException {
        int from = text.indexOf(begin(name)) + begin(name).length();
        int to = text.indexOf(end(name));
        Files.writeString(file, text.substring(0, from) + part + text.substring(to));
    }

    private static String begin(String name) {
        return "<!-- generated: " + name + " -->\n";
    }

    private static String end(String name) {
        return "<!-- end: " + name + " -->";
    }

    private String first(String pattern) {
        return Pattern.compile(pattern, Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .findFirst()
                .orElseThrow(() -> new AssertionError(file + " has no " + pattern))
                .group(1);
    }

    private List<String> blocks(String opening) {
        return Pattern.compile(opening + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
