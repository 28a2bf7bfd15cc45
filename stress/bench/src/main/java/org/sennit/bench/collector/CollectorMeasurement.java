package org.sennit.bench.collector;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.LaunchOptions;

/**
 * Compares the collectors for the JVMs of a job: wall time of the job and processor time of its JVMs, medians, runs of
 * all collectors interleaved. {@code java -cp … org.sennit.bench.collector.CollectorMeasurement [runs]}
 */
public final class CollectorMeasurement {
    private static final List<String> COLLECTORS = List.of("serial", "parallel", "g1", "z");
    private static final List<String> WORKS = List.of("start", "exchange", "solve", "garbage");
    private static final List<Integer> JVMS = List.of(2, 8);

    private CollectorMeasurement() {}

    /**
     * Measures and prints a table.
     *
     * @param args how many runs of each kind, 3 by default
     */
    public static void main(String[] args) {
        int runs = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        System.out.println("# wall and processor time of a job in ms (medians of " + runs + "), "
                + Runtime.getRuntime().availableProcessors() + " processors, Java " + Runtime.version());
        System.out.printf("%-9s %5s", "work", "JVMs");
        COLLECTORS.forEach(collector -> System.out.printf(" %18s", collector));
        System.out.println();
        for (String work : WORKS) {
            for (int jvms : JVMS) {
                measure(work, jvms, runs);
            }
        }
    }

    private static void measure(String work, int jvms, int runs) {
        long[][] wallMs = new long[COLLECTORS.size()][runs];
        long[][] usedMs = new long[COLLECTORS.size()][runs];
        for (int run = 0; run < runs; run++) {
            for (int c = 0; c < COLLECTORS.size(); c++) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                long start = System.nanoTime();
                int status = JobLauncher.builder()
                        .processes(jvms)
                        .endpoints(1)
                        .main(CollectorWork.class)
                        .args(work)
                        .option(LaunchOptions.COLLECTOR, COLLECTORS.get(c))
                        .out(out)
                        .build()
                        .run();
                wallMs[c][run] = (System.nanoTime() - start) / 1_000_000;
                if (status != 0) {
                    throw new IllegalStateException("the job has failed: work=" + work + " status=" + status);
                }
                usedMs[c][run] = out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .mapToLong(Long::parseLong)
                        .sum();
            }
        }
        System.out.printf("%-9s %5d", work, jvms);
        for (int c = 0; c < COLLECTORS.size(); c++) {
            System.out.printf(" %8d / %7d", median(wallMs[c]), median(usedMs[c]));
        }
        System.out.println();
    }

    private static long median(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
