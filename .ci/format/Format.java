import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Formats the Java sources below a folder, or checks that they are formatted; run by Maven as a source file.
 *
 * <p>A check looks at what differs from the last commit, since what is committed has been checked by {@code .ci/run};
 * outside a checkout of git at all.
 *
 * <p>A file that was in order is not read again until its time or length changes.
 */
public final class Format {
    private static final Formatter FORMATTER = Formatter.createFormatter(
            JavaFormatterOptions.builder().style(Style.PALANTIR).build());

    private Format() {}

    /**
     * Formats or checks.
     *
     * @param args {@code check}, {@code all} or {@code apply}, the folder, the file that remembers what was in order
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        boolean isApplied = args[0].equals("apply");
        Path root = Path.of(args[1]).toRealPath();
        Path memory = Path.of(args[2]);
        Properties known = new Properties();
        if (Files.exists(memory)) {
            try (var reader = Files.newBufferedReader(memory)) {
                known.load(reader);
            }
        }
        Properties inOrder = new Properties();
        inOrder.putAll(known);
        List<String> wrong = Collections.synchronizedList(new ArrayList<>());
        List<Path> sources = sources(root);
        if (args[0].equals("check")) {
            Set<Path> changed = changed(root);
            sources = changed == null
                    ? sources
                    : sources.stream().filter(changed::contains).toList();
        }
        sources.parallelStream().forEach(file -> {
            String name = root.relativize(file).toString();
            try {
                if (stamp(file).equals(known.getProperty(name)) || isFormatted(file, name, isApplied, wrong)) {
                    inOrder.setProperty(name, stamp(file));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Files.createDirectories(memory.getParent());
        try (var writer = Files.newBufferedWriter(memory)) {
            inOrder.store(writer, null);
        }
        wrong.stream().sorted().forEach(line -> System.err.println("format: " + line));
        if (!wrong.isEmpty() && !isApplied) {
            System.err.println("format: to put this right: mvn -q -pl :sennit-format verify -Dformat=apply");
            System.exit(1);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !root.relativize(path).toString().matches("(.*[/\\\\])?(target|\\.git)[/\\\\].*"))
                    .sorted()
                    .toList();
        }
    }

    /** What differs from the last commit, and what is new; null where git does not know. */
    private static Set<Path> changed(Path root) {
        Set<Path> changed = new HashSet<>();
        for (List<String> command : List.of(
                List.of("git", "diff", "--relative", "--name-only", "-z", "HEAD"),
                List.of("git", "ls-files", "--others", "--exclude-standard", "-z"))) {
            try {
                Process git = new ProcessBuilder(command)
                        .directory(root.toFile())
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start();
                String names = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                if (git.waitFor() != 0) {
                    return null;
                }
                for (String name : names.split("\0")) {
                    changed.add(root.resolve(name));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            } catch (IOException e) {
                return null; // there is no git
            }
        }
        return changed;
    }

    private static String stamp(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toMillis() + " " + Files.size(file);
    }

    private static boolean isFormatted(Path file, String name, boolean isApplied, List<String> wrong)
            throws IOException {
        String source = Files.readString(file);
        try {
            String formatted = FORMATTER.formatSourceAndFixImports(source);
            if (formatted.equals(source)) {
                return true;
            }
            if (isApplied) {
                Files.writeString(file, formatted);
                return true;
            }
            wrong.add(name + " is not formatted");
        } catch (FormatterException e) {
            wrong.add(name + " cannot be read: " + e.getMessage());
        }
        return false;
    }
}
