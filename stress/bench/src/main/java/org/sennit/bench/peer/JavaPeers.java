package org.sennit.bench.peer;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The commands that fetch, compile and run a peer in Java: Maven finds its jars, so that Sennit depends on none of
 * them. The programs are resources named after peer and benchmark, such as {@code AeronLatency.java}.
 */
final class JavaPeers {
    private JavaPeers() {}

    private static String tool(String name) {
        return Path.of(System.getProperty("java.home"), "bin", name).toString();
    }

    /** Returns the name of a peer's program; null when it has none for a benchmark. */
    static String main(PeerSetting setting, String program) {
        String main = capital(setting.label()) + capital(program);
        return JavaPeers.class.getResource("/org/sennit/bench/peer/" + main + ".java") == null ? null : main;
    }

    private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** Writes the source and a project that depends on the peer to a folder of the peer's own; returns the folder. */
    static Path write(PeerSetting setting, String main, Path scratch) throws IOException {
        Path folder = Files.createDirectories(scratch.resolve(setting.label()));
        String[] coordinates = setting.library().split(":");
        String pom = text("peer.pom")
                .replace("@GROUP@", coordinates[0])
                .replace("@ARTIFACT@", coordinates[1])
                .replace("@VERSION@", coordinates[2]);
        Files.writeString(folder.resolve("pom.xml"), pom);
        Files.writeString(folder.resolve(main + ".java"), text(main + ".java"));
        return folder;
    }

    private static String text(String resource) throws IOException {
        try (InputStream stream = JavaPeers.class.getResourceAsStream("/org/sennit/bench/peer/" + resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the command that writes the peer's class path to {@code jars} in its folder. */
    static List<String> fetch(Path folder) {
        return List.of(
                "mvn",
                "-q",
                "-B",
                "-f",
                folder.resolve("pom.xml").toString(),
                "dependency:build-classpath",
                "-Dmdep.outputFile=" + folder.resolve("jars"));
    }

    /** Returns the command that compiles the program, once {@link #fetch} has run. */
    static List<String> compile(Path folder, String main) throws IOException {
        return List.of(
                tool("javac"),
                "-proc:none",
                "-nowarn",
                "-cp",
                classPath(folder),
                "-d",
                folder.toString(),
                folder.resolve(main + ".java").toString());
    }

    /** Returns the command that runs it. */
    static List<String> run(PeerSetting setting, Path folder, String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(tool("java")));
        command.addAll(setting.options());
        command.addAll(List.of("-cp", classPath(folder), main));
        command.addAll(arguments);
        return command;
    }

    /** Returns a class path with the peer's own jars first. */
    private static String classPath(Path folder) throws IOException {
        return String.join(
                File.pathSeparator,
                folder.toString(),
                Files.readString(folder.resolve("jars")).trim(),
                System.getProperty("java.class.path"));
    }
}
