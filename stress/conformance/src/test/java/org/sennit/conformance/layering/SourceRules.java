package org.sennit.conformance.layering;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The house rules that a source file shows: how long it is, idioms that hide who acts, words spelled in two ways, and
 * comments that say a thing twice.
 */
final class SourceRules {
    static final int MOST_LINES_OF_CODE = 500;

    static final int MOST_LINES_OF_A_TEXT = 500;

    /** Columns of a comment, which the formatter leaves as it is. */
    static final int MOST_COLUMNS = 120;

    /** What grows with each change, and is read from its top. */
    private static final String CHANGELOG = "runtime/CHANGELOG.md";

    /** A screen, and the tables that a reader looks something up in. */
    static final int MOST_LINES_OF_A_FOLDER = 80;

    static final int MOST_LINES_OF_THE_FRONT = 125;

    /** A screen, also where the rows of its tables are long. */
    private static final int MOST_BYTES_OF_A_FOLDER = 5 << 10;

    /** A comment, also one behind code. */
    private static final Pattern LINE_OF_COMMENT = Pattern.compile("^\\s*(/\\*|\\* |//).*|.*\\s// .*");

    private static final Pattern COMMENT = Pattern.compile("^\\s*(/\\*|\\*|//).*|.*;\\s+//.*");
    /** One spelling with MPI's: color, honor, neighbor. */
    private static final Pattern SPELLING = Pattern.compile("(?i)(col|hon|neighb)our");

    private static final Pattern IDIOM = Pattern.compile(
            "\\b([Nn]obody|[Ww]hoever|[Tt]he own|[Ww]ho hears|[Ss]o many|[Ii]n vain|([Uu]n)?[Tt]old|[Tt]ells)\\b");

    /** A comment that says its content twice, as a clause "; the health." behind "the health of the job" does. */
    private static final Pattern SAID_TWICE = Pattern.compile(
            "Returns the (\\w+)\\b[^;]*; the \\1\\.|Returns whether [^;]*;.*\\btrue (when|while|after)\\b");

    private SourceRules() {}

    /** One line for each rule that the sources below a folder break, without folders of builds and hidden ones. */
    static List<String> broken(Path root) {
        List<String> broken = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    String name = folder.getFileName().toString();
                    boolean isSource = folder.equals(root) || !name.equals("target") && !name.startsWith(".");
                    return isSource ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    String name = root.relativize(file).toString().replace('\\', '/');
                    if (name.endsWith(".java")) {
                        broken.addAll(ofCode(name, Files.readAllLines(file)));
                    } else if (name.endsWith(".md")) {
                        broken.addAll(ofText(name, Files.readAllLines(file), mostLines(name)));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE; // another test has removed what it had made there
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return broken;
    }

    /** One line for each package below a folder of sources that does not say what it is for. */
    static List<String> packagesWithoutInfo(Path sources) {
        if (!Files.isDirectory(sources)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(Path::getParent)
                    .distinct()
                    .filter(folder -> !Files.exists(folder.resolve("package-info.java")))
                    .map(folder -> folder + ": no package-info.java")
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns how long a text may be: a README is read from its beginning to its end, in the others a reader looks
     * something up.
     */
    static int mostLines(String name) {
        if (name.equals("README.md")) {
            return MOST_LINES_OF_THE_FRONT;
        }
        if (name.endsWith("/README.md")) {
            return MOST_LINES_OF_A_FOLDER;
        }
        return name.equals(CHANGELOG) ? Integer.MAX_VALUE : MOST_LINES_OF_A_TEXT;
    }

    static List<String> ofCode(String name, List<String> lines) {
        List<String> comments = lines.stream()
                .map(line -> COMMENT.matcher(line).matches() ? line : "")
                .toList();
        List<String> broken = new ArrayList<>();
        checkLength(name, lines, MOST_LINES_OF_CODE, broken);
        checkColumns(name, lines, broken);
        find(IDIOM, "name the actor", name, comments, broken);
        find(SAID_TWICE, "say it once", name, comments, broken);
        find(SPELLING, "spell as MPI does", name, lines, broken);
        return broken;
    }

    static List<String> ofText(String name, List<String> lines, int most) {
        List<String> broken = new ArrayList<>();
        checkLength(name, lines, most, broken);
        int bytes = String.join("\n", lines).getBytes(StandardCharsets.UTF_8).length;
        if (name.endsWith("/README.md") && bytes > MOST_BYTES_OF_A_FOLDER) {
            broken.add(name + ": " + bytes + " bytes are more than " + MOST_BYTES_OF_A_FOLDER);
        }
        find(IDIOM, "name the actor", name, lines, broken);
        find(SPELLING, "spell as MPI does", name, lines, broken);
        return broken;
    }

    private static void checkLength(String name, List<String> lines, int most, List<String> broken) {
        if (lines.size() > most) {
            broken.add(name + ": " + lines.size() + " lines are more than " + most);
        }
    }

    private static void checkColumns(String name, List<String> lines, List<String> broken) {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.length() > MOST_COLUMNS && LINE_OF_COMMENT.matcher(line).matches()) {
                broken.add(name + ":" + (i + 1) + ": " + line.length() + " columns are more than " + MOST_COLUMNS);
            }
        }
    }

    private static void find(Pattern wrong, String advice, String name, List<String> lines, List<String> broken) {
        for (int i = 0; i < lines.size(); i++) {
            if (wrong.matcher(lines.get(i)).find()) {
                broken.add(name + ":" + (i + 1) + ": " + advice + ": "
                        + lines.get(i).strip());
            }
        }
    }
}
