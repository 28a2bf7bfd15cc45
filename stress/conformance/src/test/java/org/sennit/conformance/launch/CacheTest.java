package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.config.Options;
import org.sennit.internal.launch.Main;
import org.sennit.internal.launch.cache.AotCache;
import org.sennit.internal.launch.process.ProcessMain;
import org.sennit.testkit.Deadline;

/** {@code sennit cache}: made, used, removed; starts are silent with and without it. */
@Deadline(seconds = 120)
class CacheTest {

    private static final String PROGRAM = LaunchProgram.class.getName();

    @TempDir
    private Path folder;

    private final List<String> moreFlags = new ArrayList<>(); // of the launcher
    private AotCache cache;
    private String classPath;

    /** What one launcher has left. */
    private record Result(int status, String out) {}

    /** A cache takes jars only, and this JVM may have folders. */
    @BeforeEach
    void packFolders() throws IOException {
        cache = new AotCache(folder.resolve("aot").resolve("key"));
        List<String> entries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                Path jar = folder.resolve("part" + entries.size() + ".jar");
                entries.add(pack(path, jar).toString());
            } else if (Files.exists(path)) {
                entries.add(entry);
            }
        }
        classPath = String.join(File.pathSeparator, entries);
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> files = Files.walk(classes)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(each).toString().replace(File.separatorChar, '/')));
                Files.copy(each, out);
                out.closeEntry();
            }
        }
        return jar;
    }

    private Result sennit(String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC"));
        command.add("-D" + Options.propertyName("launch.cache") + "=" + cache.folder());
        command.add("-Duser.home=" + folder); // the JVM of another host takes a cache out of the home folder only
        command.addAll(AotCache.flags(cache.launcherFile()));
        command.addAll(moreFlags);
        command.addAll(List.of("-cp", classPath, Main.class.getName()));
        command.addAll(List.of(words));
        Path out = folder.resolve("out");
        int status = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start()
                .waitFor();
        return new Result(status, Files.readString(out, StandardCharsets.UTF_8));
    }

    private void runsSilently() throws IOException, InterruptedException {
        Result result = sennit("run", "-n", "2", "-t", "1", PROGRAM, "numbers");
        assertEquals(0, result.status(), result.out());
        assertEquals(
                List.of("0 of 2 with 1", "1 of 2 with 1"),
                result.out().lines().sorted().toList());
    }

    /**
     * In mode {@code on} no JVM starts without the cache that it is given: neither the host's, which is given one, nor
     * its processes'.
     */
    private void runsOnAHostWithTheCache() throws IOException, InterruptedException {
        String agent = "sh -c 'case \"$0\" in (*-XX:AOTCache=*launcher.aot*) JDK_JAVA_OPTIONS=-XX:AOTMode=on exec sh -c"
                + " \"$0\";; esac; echo no cache is given >&2; exit 9' '{command}'";
        Result result = sennit("run", "--hosts", "localhost:2", "--agent", agent, "-t", "1", PROGRAM, "numbers");
        assertEquals(0, result.status(), result.out());
        assertTrue(result.out().contains("1 of 2 with 1"), result.out());
    }

    /** One class of its own that is not in the cache has the launcher open jar after jar. */
    private void startsAJobOutOfTheCacheAlone() throws IOException, InterruptedException {
        Path loaded = folder.resolve("loaded");
        moreFlags.add("-Xlog:class+load:file=" + loaded);
        runsSilently();
        moreFlags.clear();
        assertEquals(
                List.of(),
                Files.readAllLines(loaded).stream()
                        .filter(line -> line.contains(" org.sennit.") && !line.contains("shared objects file"))
                        .toList());
    }

    private void assertInfoSays(String words) throws IOException, InterruptedException {
        String out = sennit("info").out();
        assertTrue(out.contains(words), out);
    }

    @Test
    void isMadeUsedAndRemoved() throws Exception {
        Result made = sennit("cache", PROGRAM);
        assertEquals(0, made.status(), made.out());
        assertTrue(made.out().startsWith("made " + cache.folder()), made.out());
        assertInfoSays("used by the launcher and by the JVMs of a job");
        runsSilently();
        startsAJobOutOfTheCacheAlone();
        runsOnAHostWithTheCache();

        Result cleared = sennit("cache", "--clear");
        assertEquals(0, cleared.status(), cleared.out());
        assertFalse(Files.exists(cache.folder()));
        assertInfoSays("none: `sennit cache` makes one");
        runsSilently();
    }

    @Test
    void leavesNothingBehindWhenTheProgramFails() throws Exception {
        Result failed = sennit("cache", ProcessMain.class.getName());
        assertEquals(1, failed.status(), failed.out());
        assertFalse(cache.isMade());
    }
}
