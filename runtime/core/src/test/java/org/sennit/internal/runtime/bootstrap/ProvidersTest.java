package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a JVM with the distribution's jars finds, in a JVM of its own: the class path is not to be changed. */
class ProvidersTest {
    private static final String SERVICE = "META-INF/services/" + Service.class.getName();

    /** A service. */
    public interface Service {}

    /** In the jars of the distribution, as the build has copied it. */
    public static final class OfDistribution implements Service {}

    /** In a folder of the user's. */
    public static final class OfUser implements Service {}

    /** In a jar of the distribution that the build has copied without this provider. */
    public static final class NotCopied implements Service {}

    /** Prints what it finds. */
    public static final class Program {
        public static void main(String[] args) {
            Providers.of(Service.class)
                    .forEach(each -> System.out.println(each.getClass().getSimpleName()));
        }
    }

    private final Path folder;
    private final Path lib;
    private final Path user;

    ProvidersTest(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.lib = Files.createDirectory(folder.resolve("lib"));
        this.user = folder.resolve("user");
        write(lib.resolve("sennit-own"), NotCopied.class);
        write(user, OfUser.class);
    }

    private static void write(Path root, Class<?> provider) throws IOException {
        Path file = root.resolve(SERVICE);
        Files.createDirectories(file.getParent());
        Files.writeString(file, provider.getName() + "\n");
    }

    private List<String> found() throws Exception {
        String classPath = lib.resolve("sennit-own")
                + File.pathSeparator
                + user
                + File.pathSeparator
                + System.getProperty("java.class.path");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1",
                        "-D" + Providers.LIBRARIES + "=" + lib,
                        "-cp",
                        classPath,
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        try (InputStream out = process.getInputStream()) {
            String text = new String(out.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), text);
            assertTrue(text.lines().noneMatch(String::isBlank), text);
            return text.lines().toList();
        }
    }

    @Test
    void takesWhatTheBuildHasCopiedAndLooksIntoNoJarOfTheDistribution() throws Exception {
        write(folder.resolve("services").resolve("sennit-own-jar"), OfDistribution.class);
        assertEquals(List.of("OfDistribution", "OfUser"), found());
    }

    @Test
    void looksIntoItsOwnJarsWhereNothingWasCopied() throws Exception {
        assertEquals(List.of("NotCopied", "OfUser"), found());
    }
}
