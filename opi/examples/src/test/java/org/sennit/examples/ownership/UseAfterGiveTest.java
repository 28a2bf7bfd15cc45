package org.sennit.examples.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * The sources of the examples are compiled so that a use after a give is an error: the argument is the one of this
 * module's pom.
 */
@Deadline(seconds = 120)
class UseAfterGiveTest {
    private static final Path SOURCES = Path.of("src/main/java");
    private static final Path CARRIER = Path.of("org/sennit/examples/ownership/md/GivingCarrier.java");
    private static final Pattern ARGUMENT =
            Pattern.compile("<id>default-compile</id>\\s*<configuration>\\s*<compilerArgs"
                    + " combine.children=\"append\">\\s*<arg>([^<]+)</arg>");

    @TempDir
    Path folder;

    @Test
    void anExampleThatUsesABufferAfterItsGiveDoesNotCompile() throws Exception {
        String good = Files.readString(SOURCES.resolve(CARRIER));
        String bad = good.replace("held = handover.take(from, TAG);", "held.length(0);");
        assertNotEquals(good, bad);
        assertEquals("", compile(good));
        String printed = compile(bad);
        assertTrue(printed.contains("[UseAfterGive] 'held' is used after it was given away"), printed);
    }

    /** What the compiler says. */
    private String compile(String carrier) throws Exception {
        Matcher pom = ARGUMENT.matcher(Files.readString(Path.of("pom.xml")));
        assertTrue(pom.find(), "the pom does not switch the check on");
        Path file = folder.resolve(CARRIER);
        Files.createDirectories(file.getParent());
        Files.writeString(file, carrier);
        Path log = folder.resolve("log");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "javac").toString(),
                pom.group(1),
                "-proc:none",
                "-implicit:none",
                "-d",
                folder.toString(),
                "-cp",
                System.getProperty("java.class.path"),
                file.toString());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.endsWith("JAVA_OPTIONS") || name.endsWith("TOOL_OPTIONS"));
        Process javac =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            assertTrue(javac.waitFor(Deadlines.ns(90), TimeUnit.NANOSECONDS), () -> "javac does not end: " + command);
            String printed = Files.readString(log);
            assertEquals(printed.isEmpty(), javac.exitValue() == 0, printed);
            return printed;
        } finally {
            javac.destroyForcibly();
        }
    }
}
