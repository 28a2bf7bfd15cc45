package org.sennit.bench.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sennit.bench.floor.SharedLines;
import org.sennit.bench.measure.Speed;
import org.sennit.bench.measure.Summary;
import org.sennit.bench.report.PeerFigure;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Runs the programs of this module's resources: those in C with whichever MPI libraries are installed, those in Java
 * with libraries that Maven fetches. It compiles them into a temporary folder, which {@link #close()} removes.
 *
 * <p>One thread. A library that is missing, or that fails, gives no figures and one line of why;
 * it never fails a benchmark.
 */
public final class Peers implements AutoCloseable {
    private static final List<String> SOURCES = List.of(
            "peer.h",
            "latency.c",
            "unpack.c",
            "bandwidth.c",
            "matching.c",
            "collective.h",
            "barrier.c",
            "broadcast.c",
            "reduce.c",
            "allreduce.c",
            "gather.c",
            "scatter.c",
            "allgather.c",
            "alltoall.c",
            "persistent.c",
            "onesided.c",
            "delay.c",
            "gups.c");
    private static final long COMPILE_SECONDS = 60;
    private static final long FETCH_SECONDS = 120;
    private static final long RUN_SECONDS = 300;
    private static final int ROW_FIELDS = 6;

    private final TemporaryFolder scratch;
    private final Path folder;
    private final Set<String> compiled = new HashSet<>();
    private final List<String> troubles = new ArrayList<>();

    /**
     * What a program is asked to do.
     *
     * @param program the name of a source without its ending
     * @param ranks the number of ranks
     * @param sizesBytes message sizes
     * @param batches timed batches
     * @param iterations operations a batch; 0: by size
     * @param isFresh whether the sender writes before each send
     * @param window messages before an answer
     * @param settings what only some programs know, {@code name=value}
     */
    public record Run(
            String program,
            int ranks,
            List<Long> sizesBytes,
            int batches,
            int iterations,
            boolean isFresh,
            int window,
            List<String> settings) {
        /** Copies the lists. */
        public Run {
            sizesBytes = List.copyOf(sizesBytes);
            settings = List.copyOf(settings);
        }

        /**
         * Makes a run without settings.
         *
         * @param program the name of a source without its ending
         * @param ranks the number of ranks
         * @param sizesBytes message sizes
         * @param batches timed batches
         * @param iterations operations a batch; 0: by size
         * @param isFresh whether the sender writes before each send
         * @param window messages before an answer
         */
        public Run(
                String program,
                int ranks,
                List<Long> sizesBytes,
                int batches,
                int iterations,
                boolean isFresh,
                int window) {
            this(program, ranks, sizesBytes, batches, iterations, isFresh, window, List.of());
        }

        private List<String> arguments(Path probe) {
            List<String> arguments = new ArrayList<>(List.of(
                    probe.toString(),
                    String.join(",", sizesBytes.stream().map(String::valueOf).toList()),
                    Integer.toString(batches),
                    Integer.toString(iterations),
                    isFresh ? "fresh" : "warm",
                    Integer.toString(window)));
            arguments.addAll(settings);
            return arguments;
        }
    }

    /**
     * Makes a fresh temporary folder with the sources.
     *
     * @throws UncheckedIOException where the temporary folder cannot be written
     */
    public Peers() {
        scratch = ScratchFolder.onDisk();
        folder = scratch.path();
        try {
            for (String source : SOURCES) {
                try (InputStream stream = Peers.class.getResourceAsStream("/org/sennit/bench/peer/" + source)) {
                    Files.copy(stream, folder.resolve(source));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns the settings whose library is installed.
     *
     * @param transport what carries the messages
     * @return settings, possibly none
     */
    public static List<PeerSetting> installed(PeerSetting.Transport transport) {
        return PeerSetting.all().stream()
                .filter(setting -> setting.transport() == transport)
                .filter(setting -> transport == PeerSetting.Transport.JVM
                        ? isOnPath("mvn")
                        : isOnPath(setting.compiler())
                                && isOnPath(setting.command(1, "", List.of()).getFirst()))
                .toList();
    }

    private static boolean isOnPath(String command) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(java.io.File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, command)));
    }

    /**
     * Runs one program with one setting. Blocks until it has ended.
     *
     * @param setting library and transport
     * @return a figure for each size; fewer where the peer failed
     */
    public List<PeerFigure> run(PeerSetting setting, Run run) {
        try {
            if (setting.transport() == PeerSetting.Transport.JVM) {
                return runInJava(setting, run);
            }
            String binary = compile(setting, run.program());
            if (binary == null) {
                return List.of();
            }
            Path probe = Files.write(folder.resolve("probe"), new byte[SharedLines.LENGTH_BYTES]);
            List<String> arguments = run.arguments(probe);
            return figures(setting, execute(setting.command(run.ranks(), binary, arguments), setting, RUN_SECONDS));
        } catch (IOException e) {
            troubles.add(setting.label() + ": " + e.getMessage());
            return List.of();
        }
    }

    private List<PeerFigure> runInJava(PeerSetting setting, Run run) throws IOException {
        String main = JavaPeers.main(setting, run.program());
        if (main == null || run.isFresh() || run.ranks() != 2) {
            troubles.add(setting.label() + ": only one-way times from warm memory between two endpoints");
            return List.of();
        }
        Path own = JavaPeers.write(setting, main, folder);
        execute(JavaPeers.fetch(own), setting, FETCH_SECONDS);
        if (!Files.exists(own.resolve("jars"))) {
            return List.of();
        }
        execute(JavaPeers.compile(own, main), setting, COMPILE_SECONDS);
        if (!Files.exists(own.resolve(main + ".class"))) {
            return List.of();
        }
        List<String> arguments = run.arguments(folder);
        return figures(setting, execute(JavaPeers.run(setting, own, main, arguments), setting, RUN_SECONDS));
    }

    /** Returns what went wrong so far, in lines. */
    public List<String> troubles() {
        return List.copyOf(troubles);
    }

    private String compile(PeerSetting setting, String program) throws IOException {
        String binary = folder.resolve(program + "." + setting.library()).toString();
        String source = folder.resolve(program + ".c").toString();
        if (compiled.contains(binary)) {
            return binary;
        }
        execute(List.of(setting.compiler(), "-O2", "-w", "-o", binary, source), setting, COMPILE_SECONDS);
        if (!Files.isExecutable(Path.of(binary))) {
            return null;
        }
        compiled.add(binary);
        return binary;
    }

    private List<String> execute(List<String> command, PeerSetting setting, long seconds) throws IOException {
        Path output = folder.resolve("output");
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT", "1");
        builder.environment().put("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1");
        builder.environment().putAll(setting.environment());
        Process process = builder.start();
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                troubles.add(setting.label() + ": no end after " + seconds + " s: " + command.getFirst());
            } else if (process.exitValue() != 0) {
                troubles.add(setting.label() + ": " + command.getFirst() + " ended with " + process.exitValue() + ": "
                        + firstLine(errors));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroy);
            process.destroy();
        }
        return Files.readAllLines(output, StandardCharsets.UTF_8);
    }

    private static String firstLine(Path file) throws IOException {
        return Files.readAllLines(file, StandardCharsets.UTF_8).stream()
                .filter(line -> line.chars().anyMatch(Character::isLetter))
                .findFirst()
                .orElse("");
    }

    static List<PeerFigure> figures(PeerSetting setting, List<String> lines) {
        List<PeerFigure> figures = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.trim().split("\\s+");
            if ((fields.length == ROW_FIELDS || fields.length == ROW_FIELDS + 1)
                    && fields[0].chars().allMatch(Character::isDigit)) {
                double[] values =
                        Stream.of(fields).mapToDouble(Double::parseDouble).toArray();
                figures.add(new PeerFigure(
                        setting.label(),
                        (long) values[0],
                        new Summary(1, values[1], values[2], values[3]),
                        Speed.of(values[4], values[5])));
                if (fields.length > ROW_FIELDS) {
                    double share = values[ROW_FIELDS];
                    figures.add(new PeerFigure(
                            setting.label() + "-" + PeerFigure.SHARE,
                            (long) values[0],
                            new Summary(1, share, share, share),
                            Speed.of(values[4], values[5])));
                }
            }
        }
        return figures;
    }

    @Override
    public void close() {
        scratch.close();
    }
}
