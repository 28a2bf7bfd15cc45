package org.sennit.conformance.readme;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.sennit.conformance.Checkout;

/** The parts of the project's README that a reader copies. */
final class Readme {
    private final String text;

    Readme() throws IOException {
        text = Files.readString(Checkout.root().resolve("README.md"));
    }

    /** The lines of the first fenced block under the heading. */
    List<String> commands(String heading) {
        return fences("^## " + heading + "$.*?^```$").getFirst().lines().toList();
    }

    /** The fenced block of Java. */
    String program() {
        return fences("^```java$").getFirst();
    }

    /** Where its links lead inside the checkout. */
    List<String> links() {
        return Pattern.compile("\\]\\((?!https?:)([^)#]+)")
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private List<String> fences(String opening) {
        return Pattern.compile(opening + "\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(text)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
    }
}
