package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Deadline;

/**
 * {@code runtime/bin/sennit}: what it makes of its environment, with a JDK that prints its arguments and runs nothing.
 */
@Deadline(seconds = 60)
@DisabledOnOs(OS.WINDOWS)
class LauncherScriptTest {

    private static final String FOLDER_FLAG = "-Dsennit.launch.cache=";
    private static final String CACHE_FLAG = "-XX:AOTCache=";

    @TempDir
    private Path root;

    private Path home;

    @BeforeEach
    void makeACheckoutAndAJdk() throws IOException {
        home = Files.createDirectory(root.resolve("home"));
        checkout(root);
        Path jdk = Files.createDirectories(root.resolve("jdk/bin")).getParent();
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25\"\nJAVA_RUNTIME_VERSION=\"25+36\"\n");
        Path java = Files.writeString(jdk.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static void checkout(Path folder) throws IOException {
        Path dist = Files.createDirectories(folder.resolve("runtime/distribution/dist/target"));
        Files.createDirectory(dist.resolve("lib"));
        Files.writeString(dist.resolve("lib/sennit-launch.jar"), "a jar");
        Files.writeString(dist.resolve("classpath"), "");
        Files.createDirectories(folder.resolve("runtime/bin"));
        Files.copy(Checkout.root().resolve("runtime/bin/sennit"), folder.resolve("runtime/bin/sennit"));
    }

    /** What the script has printed: the arguments of java, one a line. */
    private List<String> sennit(Map<String, String> environment) throws IOException, InterruptedException {
        return sennit(root, 0, environment, "/bin/sh \"$0\" run 'two words'");
    }

    private List<String> sennit(Path checkout, int status, Map<String, String> environment, String command)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh", "-c", command, checkout.resolve("runtime/bin/sennit").toString());
        builder.environment().keySet().removeAll(List.of("HOME", "XDG_CACHE_HOME", "SENNIT_NO_CACHE"));
        builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
        builder.environment().putAll(environment);
        Process process =
                builder.directory(root.toFile()).redirectErrorStream(true).start();
        try (var reader = process.inputReader()) {
            List<String> lines = new ArrayList<>(reader.readAllLines());
            assertEquals(status, process.waitFor(), lines::toString);
            return lines;
        }
    }

    private List<String> sennitAtHome() throws IOException, InterruptedException {
        return sennit(Map.of("HOME", home.toString()));
    }

    private static boolean isCacheUsed(List<String> arguments) {
        return arguments.stream().anyMatch(argument -> argument.startsWith(CACHE_FLAG));
    }

    /** Puts a cache where the script looks for it. */
    private Path plant(Map<String, String> environment) throws IOException, InterruptedException {
        String folder = sennit(environment).stream()
                .filter(argument -> argument.startsWith(FOLDER_FLAG))
                .map(argument -> argument.substring(FOLDER_FLAG.length()))
                .findFirst()
                .orElseThrow();
        Files.createDirectories(Path.of(folder));
        return Files.writeString(Path.of(folder, "launcher.aot"), "classes");
    }

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void passesItsArgumentsOn() throws Exception {
        List<String> arguments = sennitAtHome();
        assertEquals(
                List.of("org.sennit.internal.launch.Main", "run", "two words"),
                arguments.subList(arguments.size() - 3, arguments.size()));
    }

    /** With the first compiler alone a program would have half its speed. */
    @Test
    void theFirstCompilerIsEnoughWhereTheLauncherRunsNoProgram() throws Exception {
        for (String words : List.of("run -n 2 X", "run -n 16 -t 2 X", "run -n 10")) {
            assertTrue(isFirstCompilerEnough(words), words);
        }
        for (String words : List.of(
                "run X",
                "run -n 1 X",
                "run -n 01 X",
                "run -t 2 X",
                "run -n 2x X",
                "run X -n 2",
                "run -n",
                "bench -n 2")) {
            assertFalse(isFirstCompilerEnough(words), words);
        }
    }

    private boolean isFirstCompilerEnough(String words) throws IOException, InterruptedException {
        return sennit(root, 0, Map.of("HOME", home.toString()), "/bin/sh \"$0\" " + words)
                .contains("-XX:TieredStopAtLevel=1");
    }

    @Test
    void takesACacheFromAFolderOfTheUser() throws Exception {
        Path cache = plant(Map.of("HOME", home.toString()));
        assertTrue(cache.startsWith(home.resolve(".cache/sennit/aot")), cache::toString);
        assertTrue(sennitAtHome().contains(CACHE_FLAG + cache));
    }

    /** A container that runs one job and is gone has no use for it. */
    @Test
    void theSecondJobMakesTheCacheAndNoOtherTriesAgain() throws Exception {
        String line = "sennit: making the cache of classes, once, so that jobs start faster ...";
        List<Boolean> isMaking = new ArrayList<>();
        for (int job = 0; job < 3; job++) {
            isMaking.add(sennitAtHome().contains(line));
        }
        assertEquals(List.of(false, true, false), isMaking);
    }

    /** The program's own version of such a library is found first, and none is opened to look for its classes. */
    @Test
    void saysWhichLibrariesAreForTheEndOfTheClassPath() throws Exception {
        Path lib = root.resolve("runtime/distribution/dist/target/lib");
        for (String jar : List.of("bcprov-1.jar", "netty-1.jar", "picocli-1.jar")) {
            Files.writeString(lib.resolve(jar), "a jar");
        }
        List<String> arguments = sennit(Map.of());
        Path real = lib.toRealPath();
        assertTrue(arguments.contains("-Dorg.sennit.behind=" + real.resolve("bcprov-1.jar")), arguments::toString);
        assertEquals(
                real + "/sennit-launch.jar:" + real + "/netty-1.jar:" + real + "/bcprov-1.jar:" + real
                        + "/picocli-1.jar",
                arguments.get(arguments.indexOf("-classpath") + 1));
    }

    @Test
    void hasNoCacheWithoutAHome() throws Exception {
        List<String> arguments = sennit(Map.of());
        assertFalse(arguments.stream().anyMatch(argument -> argument.contains("launch.cache")), arguments::toString);
        assertEquals(arguments, sennit(Map.of("HOME", "", "XDG_CACHE_HOME", "relative")));
    }

    @Test
    void takesNoCacheThatOthersCanWrite() throws Exception {
        Path cache = plant(Map.of("HOME", home.toString()));
        permit(cache, "rw-rw-r--");
        assertFalse(isCacheUsed(sennitAtHome()));
        permit(cache, "rw-r--r--");
        assertTrue(isCacheUsed(sennitAtHome()));
        for (Path folder = cache.getParent(); folder.startsWith(home); folder = folder.getParent()) {
            permit(folder, "rwxrwxrwx");
            assertFalse(isCacheUsed(sennitAtHome()), folder + " can be written by all");
            permit(folder, "rwxr-xr-x");
        }
        Path elsewhere = Files.move(cache, home.resolve("elsewhere"));
        Files.createSymbolicLink(cache, elsewhere);
        assertFalse(isCacheUsed(sennitAtHome()), "a link");
    }

    @Test
    void takesNoCacheOfAnotherUser() throws Exception {
        Path cache = plant(Map.of("HOME", home.toString()));
        try {
            Files.setAttribute(cache, "unix:uid", 12_345);
        } catch (IOException onlyRootCan) {
            return;
        }
        assertFalse(isCacheUsed(sennitAtHome()));
    }

    @Test
    void saysInALineWhereNoJvmCanWork() throws Exception {
        String run = "/bin/sh \"$0\" run hello";
        Map<String, String> plain = Map.of("LC_ALL", "C");
        Path colon = root.resolve("a:b");
        checkout(colon);
        assertEquals(
                List.of("sennit: the path of this checkout has a ':', which no class path of Java can have; move it: "
                        + colon.toRealPath()),
                sennit(colon, 1, plain, run));
        List<String> deleted = sennit(root, 1, plain, "mkdir gone && cd gone && rmdir \"$PWD\" && " + run);
        assertEquals("sennit: the working folder has been deleted: change to another one", deleted.getLast());
        assertEquals(
                List.of("sennit: too little address space is allowed: a JVM needs 3500000000 bytes, the limit is"
                        + " 1024000000 (ulimit -v)"),
                sennit(root, 1, plain, "ulimit -v 1000000 && " + run));
        assertEquals(
                List.of("sennit: too few open files are allowed: a JVM needs 48, the limit is 40 (ulimit -n)"),
                sennit(root, 1, plain, "ulimit -n 40 && " + run));
        // The name of the folder is made by the shell: this JVM may be one that cannot.
        List<String> umlaut = sennit(
                root,
                1,
                plain,
                "top=${0%/runtime/*} && u=$(printf '\\303\\274') && mkdir \"$top/$u\" && cp -r \"$top/runtime\""
                        + " \"$top/$u\" && /bin/sh \"$top/$u/runtime/bin/sennit\" run hello");
        assertEquals(1, umlaut.size(), umlaut::toString);
        assertTrue(
                umlaut.getFirst()
                        .startsWith("sennit: the path of this checkout has letters that Java does not read in this"
                                + " locale: set LC_ALL=C.UTF-8, or move it: "),
                umlaut::toString);
    }

    @Test
    void worksInAHomeWithBlanks() throws Exception {
        Path withBlanks = Files.createDirectory(root.resolve("a home * with blanks"));
        for (String variable : List.of("HOME", "XDG_CACHE_HOME")) {
            Map<String, String> environment = Map.of(variable, withBlanks.toString());
            Path cache = plant(environment);
            assertTrue(cache.startsWith(withBlanks), cache::toString);
            List<String> arguments = sennit(environment);
            assertTrue(arguments.contains(FOLDER_FLAG + cache.getParent()), arguments::toString);
            assertTrue(arguments.contains(CACHE_FLAG + cache), arguments::toString);
        }
    }
}
