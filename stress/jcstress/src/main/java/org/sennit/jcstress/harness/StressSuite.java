package org.sennit.jcstress.harness;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.TestExecutor;
import org.openjdk.jcstress.infra.TestInfo;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.grading.HTMLReportPrinter;
import org.openjdk.jcstress.infra.grading.TextReportPrinter;
import org.openjdk.jcstress.infra.runners.TestConfig;
import org.openjdk.jcstress.infra.runners.TestList;
import org.openjdk.jcstress.os.OSSupport;
import org.openjdk.jcstress.os.Scheduler;
import org.openjdk.jcstress.os.SchedulingClass;
import org.openjdk.jcstress.os.topology.Topology;
import org.openjdk.jcstress.util.Environment;
import org.openjdk.jcstress.vm.CompileMode;
import org.openjdk.jcstress.vm.VMSupport;

/**
 * jcstress, one test at a time: it probes the machine and the JVM once, and then runs each test in all configurations
 * of the JVM (interpreter, C1, C2, C2 with shuffled instructions). jcstress' own main cannot stop at a time budget and
 * reports nothing when it is stopped; this can.
 *
 * <p>Threads: one. Source: {@code org.openjdk.jcstress.JCStress#run} of jcstress 0.16, whose parts are called here.
 */
final class StressSuite {
    /** What one test has left: an empty list means that the JVMs hung and were killed. */
    record Outcome(String test, List<TestResult> results, boolean hasHung) {
        boolean isPassed() {
            return !hasHung && !results.isEmpty() && results.stream().allMatch(StressSuite::isPassed);
        }

        long samples() {
            return results.stream().mapToLong(TestResult::getTotalCount).sum();
        }
    }

    private final Options options;
    private final Scheduler scheduler;
    private final JCStress jcstress;
    private final InProcessCollector everything = new InProcessCollector();

    StressSuite(String[] jcstressArguments) throws Exception {
        options = new Options(jcstressArguments);
        if (!options.parse()) {
            throw new IllegalArgumentException("arguments of jcstress: " + List.of(jcstressArguments));
        }
        probe();
        scheduler = new Scheduler(Topology.get(), options.getCPUCount());
        jcstress = new JCStress(options);
    }

    /** Asks the machine and the JVM what they can; what jcstress prints meanwhile is shown only if that fails. */
    private void probe() {
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true));
        try {
            OSSupport.init();
            VMSupport.initFlags(options);
            VMSupport.detectAvailableVMConfigs(
                    options.isSplitCompilation(), options.getJvmArgs(), options.getJvmArgsPrepend());
        } finally {
            System.setOut(out);
        }
        if (VMSupport.getAvailableVMConfigs().isEmpty()) {
            throw new IllegalStateException("no configuration of the JVM works:\n" + printed);
        }
    }

    /** The names of the tests that match the arguments. */
    SortedSet<String> tests() {
        return jcstress.getTests();
    }

    /** How many times a test is run: once for each configuration and fork. */
    int casesOf(String test) {
        return configurationsOf(test).size();
    }

    /** Runs one test in all configurations; JVMs that have not ended after {@code limit} are killed. */
    Outcome run(String test, Duration limit) throws Exception {
        InProcessCollector collector = new InProcessCollector();
        TestExecutor executor = new TestExecutor(
                options.verbosity(),
                result -> {
                    synchronized (this) {
                        result.setEnv(Environment.getInstance());
                        collector.add(result);
                        everything.add(result);
                    }
                },
                scheduler);
        List<TestConfig> configurations = configurationsOf(test);
        Thread run = Thread.ofPlatform().daemon(true).start(() -> executor.runAll(configurations));
        boolean hasHung = !run.join(limit);
        while (run.isAlive()) {
            ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
            run.join(Duration.ofMillis(100)); // each death may start the next configuration
        }
        synchronized (this) {
            Collection<TestResult> results = collector.getTestResults();
            return new Outcome(test, List.copyOf(results), hasHung);
        }
    }

    /** Prints jcstress' summary of all that has run, and writes its HTML pages. */
    void report(PrintStream out) throws Exception {
        new TextReportPrinter(options, everything).work();
        new HTMLReportPrinter(options, everything, out).work();
    }

    static boolean isPassed(TestResult result) {
        return switch (result.status()) {
            case NORMAL -> result.getTotalCount() > 0 && result.grading().isPassed;
            default -> false;
        };
    }

    private List<TestConfig> configurationsOf(String test) {
        TestInfo info = TestList.getInfo(test);
        List<TestConfig> configurations = new ArrayList<>();
        for (SchedulingClass places :
                scheduler.scheduleClasses(info.threads(), options.getCPUCount(), options.affinityMode())) {
            for (VMSupport.Config jvm : VMSupport.getAvailableVMConfigs()) {
                int forks = options.getForks() * (jvm.stress() ? options.getForksStressMultiplier() : 1);
                for (int fork = 0; fork < forks; fork++) {
                    configurations.add(new TestConfig(options, info, fork, jvm.args(), CompileMode.UNIFIED, places));
                }
            }
        }
        return configurations;
    }
}
