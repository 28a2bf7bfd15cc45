package org.sennit.opi.check;

import com.google.errorprone.CompilationTestHelper;
import com.google.errorprone.bugpatterns.BugChecker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Compiles pieces of code under the check. A line that ends in {@code // BUG: text} must be reported with that text,
 * all others must not be reported; {@code {name}} in a text is the number of the line that ends in {@code // name}.
 *
 * <p>The code lies in a method with the parameters {@code link}, {@code a}, {@code b}, {@code all}, {@code isSet},
 * {@code n} and {@code object}, in a class with the fields {@code kept} and {@code KEPT}.
 */
final class Snippet {
    private static final Pattern LABEL = Pattern.compile("// (\\w+)$");
    private static final Pattern BUG = Pattern.compile(" *// BUG: (.*)$");

    private Snippet() {}

    /** Statements of a method. */
    static void check(String statements) {
        checkMembers("""
            void run(Link link, Buffer a, Buffer b, Buffer[] all, boolean isSet, int n, Object object) throws Exception {
            %s
            }
            """.formatted(statements));
    }

    /** Members of a class. */
    static void checkMembers(String members) {
        checkFile("Snippet", """
            import java.util.*;
            import java.util.function.*;
            import org.sennit.ownership.*;
            import org.sennit.opi.check.*;
            class Snippet {
                Buffer kept;
                final Buffer KEPT = new Buffer();
                Buffer[] row;
            %s
            }
            """.formatted(members));
    }

    /** A whole file, by the name of its class. */
    static void checkFile(String name, String text) {
        checkFile(UseAfterGive.class, name, text);
    }

    /** A whole file under a check, by the name of its class. */
    static void checkFile(Class<? extends BugChecker> check, String name, String text) {
        List<String> lines = new ArrayList<>();
        Map<String, Integer> labels = new HashMap<>();
        for (String line : text.split("\n")) {
            Matcher bug = BUG.matcher(line);
            Matcher label = LABEL.matcher(line.replaceFirst(" *// BUG: .*$", ""));
            if (bug.find()) {
                lines.add("// BUG: Diagnostic contains: " + bug.group(1));
            }
            lines.add(bug.replaceFirst(""));
            if (label.find()) {
                labels.put(label.group(1), lines.size());
            }
        }
        lines.replaceAll(line -> insert(labels, line));
        CompilationTestHelper.newInstance(check, Snippet.class)
                .addSourceLines(name + ".java", lines.toArray(String[]::new))
                .doTest();
    }

    private static String insert(Map<String, Integer> labels, String line) {
        String filled = line;
        for (Map.Entry<String, Integer> label : labels.entrySet()) {
            filled = filled.replace("{" + label.getKey() + "}", label.getValue().toString());
        }
        return filled;
    }
}
