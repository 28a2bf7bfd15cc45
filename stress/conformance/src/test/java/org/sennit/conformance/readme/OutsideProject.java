package org.sennit.conformance.readme;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.conformance.Checkout;
import org.sennit.testkit.Deadlines;

/**
 * A Maven project outside the tree, with a local repository of its own that holds Sennit's artifacts as {@code install}
 * would put them there. Whatever else it needs it takes from the local repository of the running build, so it needs no
 * network.
 */
final class OutsideProject {
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final List<String> JARS = List.of(
            "runtime/distribution/sennit",
            "runtime/core",
            "shm",
            "net",
            "endpoints/core",
            "opi/core",
            "endpoints/qmp/core",
            "endpoints/lapi/core");
    private static final List<String> POMS = List.of("", "runtime/distribution/bom");

    private static final Duration TIME_LIMIT = Duration.ofNanos(Deadlines.ns(90));

    private final Path folder;
    private final Path repository;

    OutsideProject(Path folder) {
        this.folder = folder;
        this.repository = folder.resolve("repository");
    }

    /** Whether this build has made jars; {@code mvn test} does not. */
    static boolean hasJars() {
        return JARS.stream().allMatch(module -> jar(module) != null);
    }

    void write(String name, String text) {
        try {
            Path file = folder.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void install() throws IOException {
        for (String module : POMS) {
            install(module, null);
        }
        for (String module : JARS) {
            install(module, jar(module));
        }
    }

    private void install(String module, Path jar) throws IOException {
        Path pom = Checkout.root().resolve(module).resolve("pom.xml");
        String artifact = artifact(Files.readString(pom));
        Path target = Files.createDirectories(
                repository.resolve("org/sennit").resolve(artifact).resolve(VERSION));
        Files.copy(pom, target.resolve(artifact + "-" + VERSION + ".pom"));
        if (jar != null) {
            Files.copy(jar, target.resolve(artifact + "-" + VERSION + ".jar"));
        }
    }

    /** The project's own artifact: the first one named outside the parent. */
    private static String artifact(String pom) {
        String own = pom.replaceFirst("(?s)<parent>.*</parent>", "");
        return own.replaceFirst("(?s).*?<artifactId>([^<]+)<.*", "$1");
    }

    private static Path jar(String module) {
        Path target = Checkout.root().resolve(module).resolve("target");
        if (!Files.isDirectory(target)) {
            return null;
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.toString().endsWith("-" + VERSION + ".jar"))
                    .findAny()
                    .orElse(null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs Maven here, the one that runs this build; returns what it printed if it failed, else an empty text. */
    String maven(String... goals) throws IOException, InterruptedException {
        write("settings.xml", """
            <settings><mirrors><mirror>
              <id>central</id><mirrorOf>*</mirrorOf><url>%s</url>
            </mirror></mirrors></settings>
            """.formatted(
                        Path.of(System.getProperty("maven.repository")).toUri()));
        ProcessBuilder builder = new ProcessBuilder(
                Path.of(System.getProperty("maven.home"), "bin", "mvn").toString(),
                "--batch-mode",
                "--quiet",
                "--settings",
                "settings.xml",
                "-Dmaven.repo.local=" + repository);
        builder.command().addAll(List.of(goals));
        builder.directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("MAVEN_OPTS");
        builder.redirectErrorStream(true);
        Path log = folder.resolve("log");
        builder.redirectOutput(log.toFile());
        Process process = builder.start();
        try {
            boolean hasEnded = process.waitFor(TIME_LIMIT);
            return hasEnded && process.exitValue() == 0 ? "" : "hasEnded=" + hasEnded + "\n" + Files.readString(log);
        } finally {
            process.destroyForcibly();
        }
    }
}
