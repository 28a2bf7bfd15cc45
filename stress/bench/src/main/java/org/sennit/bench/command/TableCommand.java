package org.sennit.bench.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import org.sennit.bench.peer.PeerSetting;
import org.sennit.bench.peer.Peers;
import org.sennit.bench.program.Benchmark;
import org.sennit.bench.program.Network;
import org.sennit.bench.program.Plan;
import org.sennit.bench.program.Setting;
import org.sennit.bench.report.Chart;
import org.sennit.bench.report.Csv;
import org.sennit.bench.run.TableRun;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the benchmarks that print a table have in common: their options. One thread. */
abstract class TableCommand implements Callable<Integer> {
    private static final int SIZE_SUFFIX = 1024;
    private static final String SUFFIXES = "kmg";
    private static final int ATTEMPTS = 50;

    private final Benchmark benchmark;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "-n",
            paramLabel = "PROCESSES",
            description = "JVMs (default: ${DEFAULT-VALUE})",
            defaultValue = "1")
    private int processes;

    @Option(
            names = "-t",
            paramLabel = "ENDPOINTS",
            description = "endpoints in each JVM (default: what makes two in all)",
            defaultValue = "0")
    private int endpoints;

    @Option(
            names = "--sizes",
            split = ",",
            paramLabel = "SIZE",
            description = "message sizes in bytes, with k, m, g for powers of 1024, or FROM-TO for powers of two")
    private List<String> sizes;

    @Option(names = "--iterations", description = "operations timed together (default: 1000, 1 above 16 KiB)")
    private int iterations;

    @Option(names = "--batches", description = "timed batches a size (default: ${DEFAULT-VALUE})", defaultValue = "100")
    private int batches;

    @Option(
            names = "--window",
            description = "nonblocking messages or accesses before an answer, in bandwidth and rate (default:"
                    + " ${DEFAULT-VALUE})",
            defaultValue = "64")
    private int window;

    @ArgGroup
    private final Touch touch = new Touch();

    /** Whether large messages are written and read each time. */
    static final class Touch {
        @Option(
                names = "--warm",
                description = "the same memory in each send, which no core writes between, as OSU (default)")
        private boolean isWarm;

        @Option(
                names = "--fresh",
                description =
                        "above 16 KiB the sender writes its memory before each send, and the receiver reads what has"
                                + " come")
        private boolean isFresh;
    }

    @Option(
            names = "--net",
            paramLabel = "MODULE",
            description =
                    "between JVMs: tcp, tls (tcp, encrypted), unix or mapped (default: the fastest that is available)",
            defaultValue = "best")
    private String net;

    @Option(
            names = "--memory",
            description = "array, segment, arena or shared (default: ${DEFAULT-VALUE})",
            defaultValue = "array")
    private String memory;

    @Option(
            names = "--only",
            paramLabel = "SPEED",
            description = "near or far: repeat a size until the cores were that far from each other (see the README of"
                    + " bench)",
            defaultValue = Plan.ANY_SPEED)
    private String only;

    @Option(
            names = "--peers",
            paramLabel = "WHICH",
            description =
                    "auto (those C MPIs that are installed and comparable), shm, tcp, java (libraries in Java, inside"
                            + " one JVM; Maven fetches them; latency only) or none (default: ${DEFAULT-VALUE})",
            defaultValue = "auto")
    private String peers;

    @Option(
            names = "--bind",
            paramLabel = "WHAT",
            description = "core: each endpoint to a core of its own, if there are enough, in JVMs of their own; none"
                    + " (default: ${DEFAULT-VALUE})",
            defaultValue = "core")
    private String bind;

    @Option(names = "--json", paramLabel = "FILE", description = "writes all figures to a file as well")
    private String json;

    @Option(names = "--csv", paramLabel = "FILE", description = "writes the table as comma-separated values as well")
    private Path csv;

    @Option(names = "--plot", paramLabel = "FILE", description = "draws the table as a PNG as well")
    private Path plot;

    TableCommand(Benchmark benchmark) {
        this.benchmark = benchmark;
    }

    /** Returns what is measured with the options that were given. */
    Benchmark benchmark() {
        return benchmark;
    }

    @Override
    public Integer call() {
        check(processes >= 1, "-n: at least 1, not " + processes);
        check(endpoints >= 0, "-t: at least 1, not " + endpoints);
        int perProcess = endpoints != 0 ? endpoints : Math.max(1, 2 / processes);
        check(
                !benchmark().isBetweenTwo() || processes * perProcess == 2,
                benchmark().word() + " is between two endpoints: -n 1 -t 2 or -n 2 -t 1");
        check(
                !benchmark().isOfPairs() || processes * perProcess % 2 == 0,
                benchmark().word() + " is between pairs: an even number of endpoints");
        check(iterations >= 0 && batches >= 1 && window >= 1, "--iterations, --batches, --window: must be positive");
        check(List.of(Plan.ANY_SPEED, "near", "far").contains(only), "--only: near or far, not " + only);
        check(List.of("core", "none").contains(bind), "--bind: core or none, not " + bind);
        checkFile("--plot", plot);
        checkFile("--csv", csv);
        checkFile("--json", json == null ? null : Path.of(json));
        TableRun.Result result = new TableRun(plan(), processes, perProcess, wantedPeers(), System.out, this::complain)
                .bound(bind.equals("core"))
                .run();
        if (csv != null) {
            Csv.write(csv, result.rows());
        }
        if (plot != null && !Chart.write(plot, title(perProcess), benchmark().metric(), result.rows())) {
            complain("--plot: nothing to draw");
        }
        return result.exitStatus();
    }

    private void checkFile(String option, Path file) {
        String why = file == null ? null : Chart.whyNotTo(file);
        check(why == null, option + " " + file + ": " + why);
    }

    private String title(int perProcess) {
        return benchmark().title() + ", -n " + processes + " -t " + perProcess
                + (processes == 1 ? "" : " --net " + network().resolved().word());
    }

    private Plan plan() {
        return new Plan(
                benchmark(),
                sizes == null ? usualSizes() : parsedSizes(),
                batches,
                iterations,
                touch.isFresh,
                memoryKind(),
                network(),
                window,
                only,
                only.equals(Plan.ANY_SPEED) ? 1 : ATTEMPTS,
                "",
                "",
                json == null ? "" : json,
                false,
                System.console() != null && System.console().isTerminal(),
                settings());
    }

    /** Returns what sizes are multiples of, in bytes; without {@code --sizes} the others are left out. */
    long granuleBytes() {
        return 1;
    }

    /**
     * Returns what only this benchmark knows.
     *
     * @return settings by the options of the command
     * @throws ParameterException for a wrong option
     */
    Map<Setting, String> settings() {
        return Map.of();
    }

    private void complain(String line) {
        spec.commandLine().getErr().println("sennit bench: " + line);
    }

    private List<PeerSetting> wantedPeers() {
        return switch (peers) {
            case "auto" -> Peers.installed(PeerSetting.Transport.of(processes, network()));
            case "shm" -> Peers.installed(PeerSetting.Transport.SHARED_MEMORY);
            case "tcp" -> Peers.installed(PeerSetting.Transport.TCP);
            case "java" -> Peers.installed(PeerSetting.Transport.JVM);
            case "none" -> List.of();
            default ->
                throw new ParameterException(spec.commandLine(), "--peers: auto, shm, tcp, java or none, not " + peers);
        };
    }

    private Network network() {
        for (Network network : Network.values()) {
            if (network.word().equals(net)) {
                check(network == Network.BEST || processes > 1, "--net: there is no network in one JVM; add -n 2");
                return network;
            }
        }
        throw new ParameterException(spec.commandLine(), "--net: tcp, tls, unix or mapped, not " + net);
    }

    private Plan.MemoryKind memoryKind() {
        check(
                List.of("array", "segment", "arena", "shared").contains(memory),
                "--memory: array, segment, arena or shared, not " + memory);
        return Plan.MemoryKind.valueOf(memory.toUpperCase(Locale.ROOT));
    }

    private List<Long> usualSizes() {
        return benchmark().defaultSizesBytes().stream()
                .filter(size -> size % granuleBytes() == 0)
                .toList();
    }

    private List<Long> parsedSizes() {
        List<Long> wanted = sizes.stream().flatMapToLong(this::range).boxed().toList();
        wanted.forEach(size ->
                check(size % granuleBytes() == 0, "--sizes: multiples of " + granuleBytes() + " bytes, not " + size));
        return wanted;
    }

    private LongStream range(String text) {
        int dash = text.indexOf('-');
        if (dash <= 0) {
            return LongStream.of(size(text));
        }
        long last = size(text.substring(dash + 1));
        return LongStream.iterate(Math.max(1, size(text.substring(0, dash))), size -> size <= last, size -> size * 2);
    }

    private long size(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        long factor = 1;
        for (int power = 0; power <= SUFFIXES.indexOf(lower.charAt(Math.max(0, lower.length() - 1))); power++) {
            factor *= SIZE_SUFFIX;
        }
        String digits = factor == 1 ? lower : lower.substring(0, lower.length() - 1);
        check(
                !digits.isEmpty() && digits.length() < 11 && digits.chars().allMatch(Character::isDigit),
                "--sizes: no size: " + text);
        long bytes = Long.parseLong(digits) * factor;
        check(bytes <= Integer.MAX_VALUE - SIZE_SUFFIX, "--sizes: below 2 GiB, not " + text);
        return bytes;
    }

    final void check(boolean isRight, String message) {
        if (!isRight) {
            throw new ParameterException(spec.commandLine(), message);
        }
    }
}
