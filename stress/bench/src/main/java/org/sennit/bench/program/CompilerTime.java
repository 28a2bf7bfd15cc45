package org.sennit.bench.program;

import java.io.IOException;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The processor time that the compiler threads of this JVM have used, the compilation that they are at included. The
 * JVM's own figure grows when a compilation ends: while endpoints spin on all cores, one may take half a second, in
 * which the compiler looks idle. Any thread.
 *
 * <p>From proc(5), schedstat; where that cannot be read, the JVM's own figure.
 */
final class CompilerTime implements LongSupplier {
    private static final long NS_PER_MS = 1_000_000L;

    private final Path threads;
    private final CompilationMXBean bean;

    /** Makes the time of this process. */
    CompilerTime() {
        this(Path.of("/proc/self/task"));
    }

    /**
     * Makes a time for tests.
     *
     * @param threads a folder for each thread, with its {@code comm} and {@code schedstat}
     */
    CompilerTime(Path threads) {
        this.threads = threads;
        this.bean = ManagementFactory.getCompilationMXBean();
    }

    /** Returns milliseconds; less than before where a compiler thread has ended. */
    @Override
    public long getAsLong() {
        long ns = 0;
        try (Stream<Path> all = Files.list(threads)) {
            for (Path thread : all.toList()) {
                ns += ofThreadNs(thread);
            }
        } catch (IOException notThisSystem) {
            return bean != null && bean.isCompilationTimeMonitoringSupported() ? bean.getTotalCompilationTime() : 0;
        }
        return ns / NS_PER_MS;
    }

    /** Returns 0 for other threads, and for one that has ended since. */
    private static long ofThreadNs(Path thread) {
        try {
            // "C1 CompilerThread0" or "C2 CompilerThread0", of which the system keeps 15 characters
            if (!Files.readString(thread.resolve("comm")).matches("C[12] CompilerThre.*\\s*")) {
                return 0;
            }
            String[] fields =
                    Files.readString(thread.resolve("schedstat")).trim().split(" ");
            return Long.parseLong(fields[0]);
        } catch (IOException | NumberFormatException ended) {
            return 0;
        }
    }
}
