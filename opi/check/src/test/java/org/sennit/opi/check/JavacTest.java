package org.sennit.opi.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.message.Memory;
import org.sennit.ownership.Consumes;

/** javac in a process of its own, with the arguments that the README gives. */
class JavacTest {
    private static final String PROGRAM = """
        import org.sennit.ownership.Consumes;
        import org.sennit.message.Memory;
        import org.sennit.internal.runtime.memory.BufferCopy;;

        class Program {
            static void give(@Consumes Object buffer) {}
            static void send(@Memory Object memory) {}

            static int right(Object buffer) {
                int hash = buffer.hashCode();
                give(buffer);
                return hash;
            }

            static int wrong(Object buffer) {
                give(buffer);
                return buffer.hashCode();
            }

            static void wrong(double[][] rows) {
                send(rows);
            }

            static void wrong(org.sennit.internal.runtime.memory.MemoryViews views) {}
        }

        class Other {}
        """;

    @TempDir
    Path folder;

    @Test
    void javacAloneRejectsMistakes() throws Exception {
        rejects(arguments("-Xplugin:InternalType"));
    }

    @Test
    void errorProneRejectsMistakes() throws Exception {
        rejects(arguments("-Xplugin:ErrorProne"));
    }

    private void rejects(List<String> arguments) throws Exception {
        String printed = compile(arguments, 1, PROGRAM);
        for (String expected : List.of(
                "Program.java:17: error: [UseAfterGive] 'buffer' is used after it was given away in line 16",
                "(see endpoints/guide/ownership.md)",
                "Program.java:21: error: [NotMemory] not memory: double[][] is not contiguous: send each row",
                "(see endpoints/guide/start.md#concepts)",
                "Program.java:3: error: [InternalType] 'org.sennit.internal.runtime.memory.BufferCopy' is internal to",
                "Program.java:24: error: [InternalType] 'org.sennit.internal.runtime.memory.MemoryViews' is internal to"
                        + " Sennit and may change without notice: use the API, which endpoints/GUIDE.md documents\n",
                "\n4 errors")) {
            assertTrue(printed.contains(expected), printed);
        }
        compile(
                arguments,
                0,
                PROGRAM.replace("return buffer.hashCode()", "return 0")
                        .replace("(rows)", "(rows[0])")
                        .replace("import org.sennit.internal.runtime.memory.BufferCopy;", "")
                        .replace("org.sennit.internal.runtime.memory.MemoryViews", "Memory"));
    }

    private String compile(List<String> arguments, int status, String program) throws Exception {
        Path file = Files.writeString(folder.resolve("Program.java"), program);
        Path log = folder.resolve("log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "javac").toString());
        command.addAll(arguments);
        command.addAll(List.of(
                "-d",
                folder.toString(),
                "-cp",
                place(Consumes.class) + File.pathSeparator + place(Memory.class),
                file.toString()));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.endsWith("JAVA_OPTIONS") || name.endsWith("TOOL_OPTIONS"));
        Process javac =
                builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        try {
            boolean hasEnded = javac.waitFor(10, TimeUnit.MINUTES);
            String printed = Files.readString(log);
            assertTrue(hasEnded, printed);
            assertEquals(status, javac.exitValue(), printed);
            return printed;
        } finally {
            javac.destroyForcibly();
        }
    }

    /** Those of the README's command that ends with this one. */
    private static List<String> arguments(String last) throws Exception {
        String command = "";
        for (String block : Files.readString(Path.of("README.md")).split("```")) {
            command = block.strip().endsWith(last) ? block.strip() : command;
        }
        List<String> words = List.of(command.split("\\s+"));
        assertEquals(List.of("sh", "javac"), words.subList(0, 2));
        return words.subList(2, words.size()).stream().map(JavacTest::fill).toList();
    }

    private static String fill(String word) {
        return word.replace(":", word.startsWith("$") ? File.pathSeparator : ":")
                .replace("$SENNIT_CHECK", place(UseAfterGive.class))
                .replace("$ERROR_PRONE", System.getProperty("java.class.path"));
    }

    private static String place(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
