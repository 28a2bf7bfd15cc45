package org.sennit.bench.bars;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.sennit.bench.scratch.ScratchFolder;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;

/**
 * Wall time of the launcher as a person starts it: a JVM of its own, from its first instruction to its end, with an
 * empty program. One thread; blocks while it measures.
 */
final class StartUp {
    private static final int STARTS = 7;
    private static final double NS_PER_SECOND = 1e9;

    private final Gauge gauge;
    private final Consumer<String> trouble;

    StartUp(Gauge gauge, Consumer<String> trouble) {
        this.gauge = gauge;
        this.trouble = trouble;
    }

    /** Seconds without a cache of classes, the median of some starts. */
    double plainSeconds() throws IOException, InterruptedException {
        return seconds(null);
    }

    /** Seconds with one that is made for it. */
    double cachedSeconds() throws IOException, InterruptedException {
        try (TemporaryFolder scratch = ScratchFolder.onDisk()) {
            Path folder = Files.createDirectory(scratch.path().resolve("cache")); // not beside what others may write
            int status = end(LauncherCommand.of(folder, List.of("cache", GaugeProgram.Nothing.class.getName())));
            if (status != 0) {
                trouble.accept(gauge.title() + ": `sennit cache` ended with " + status);
                return Double.NaN;
            }
            return seconds(folder); // the command is put together now that the files are there
        }
    }

    private double seconds(Path cache) throws IOException, InterruptedException {
        double[] seconds = new double[STARTS];
        List<String> command = LauncherCommand.of(
                cache,
                List.of(
                        "run",
                        "-n",
                        Integer.toString(gauge.processes()),
                        "-t",
                        Integer.toString(gauge.endpointsPerProcess()),
                        GaugeProgram.Nothing.class.getName()));
        for (int start = -1; start < STARTS; start++) {
            long before = System.nanoTime();
            int status = end(command);
            if (status != 0) {
                trouble.accept(gauge.title() + ": ended with " + status);
                return Double.NaN;
            }
            if (start >= 0) {
                seconds[start] = (System.nanoTime() - before) / NS_PER_SECOND;
            }
        }
        Arrays.sort(seconds);
        return seconds[STARTS / 2];
    }

    private static int end(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            return process.waitFor();
        } finally {
            process.destroy();
        }
    }
}
