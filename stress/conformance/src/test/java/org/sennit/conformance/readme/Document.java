package org.sennit.conformance.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
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

    /** The links to files, and to headings of texts, that are not there. */
    List<String> deadLinks() {
        return Pattern.compile("\\]\\((?!https?:)([^)]+)\\)")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .filter(this::isDead)
                .toList();
    }

    private boolean isDead(String link) {
        int anchor = link.indexOf('#');
        String name = anchor < 0 ? link : link.substring(0, anchor);
        Path target = name.isEmpty() ? file : file.resolveSibling(name);
        if (Files.notExists(target)) {
            return true;
        }
        return anchor >= 0
                && target.toString().endsWith(".md")
                && !headings(target).contains(link.substring(anchor + 1));
    }

    /** The headings of a text as links name them: in lower case, with hyphens, without punctuation. */
    private static List<String> headings(Path file) {
        try {
            return Pattern.compile("^#+ (.*)$", Pattern.MULTILINE)
                    .matcher(Files.readString(file))
                    .results()
                    .map(heading -> heading.group(1).toLowerCase(Locale.ROOT))
                    .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
