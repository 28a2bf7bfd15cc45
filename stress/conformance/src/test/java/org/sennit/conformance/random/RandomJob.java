package org.sennit.conformance.random;

import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.config.Option;
import org.sennit.config.OptionProvider;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.testkit.SeededRandom;

/**
 * The job in which random programs run: how many ranks, in how many processes, with which options. Programs with
 * consecutive seeds share one.
 *
 * @param processes how many, all in this JVM
 * @param endpoints in each
 * @param values the options that are not as by default
 */
record RandomJob(int processes, int endpoints, TreeMap<String, String> values) {
    private static final Set<String> KNOWN = ServiceLoader.load(OptionProvider.class).stream()
            .flatMap(provider -> provider.get().options().stream())
            .map(Option::name)
            .collect(Collectors.toUnmodifiableSet());

    /** The job among threads that belongs to a number. */
    static RandomJob of(long number) {
        SeededRandom random = new SeededRandom(number);
        int ranks = random.nextInt(12) == 0 ? 1 : 2 + random.nextInt(5);
        return new RandomJob(1, ranks, drawn(random));
    }

    /** The job of several processes that belongs to a number, over one of the networks, with faults of the network. */
    static RandomJob faulty(long number) {
        RandomJob job = across(number);
        SeededRandom random = new SeededRandom(~number);
        StringBuilder faults = new StringBuilder(number + ":fragment");
        for (String word : new String[] {"delay", "stall", "limit", "reorder"}) {
            faults.append(random.nextInt(3) > 0 ? "," + word : "");
        }
        job.values.put("net.faulty", faults.toString());
        return job;
    }

    /** The same where connections are lost for good, or a process dies, on the way; most such jobs fail. */
    static RandomJob doomed(long number) {
        RandomJob job = across(number);
        job.values.put("net.faulty", number + ":fragment," + (number % 2 == 0 ? "cut=60" : "kill=60"));
        return job;
    }

    /** The job of several processes that belongs to a number, over one of the networks. */
    static RandomJob across(long number) {
        SeededRandom random = new SeededRandom(number);
        int processes = 2 + random.nextInt(2);
        RandomJob job = new RandomJob(processes, 1 + random.nextInt(processes == 2 ? 2 : 1), drawn(random));
        job.values.put("net.module", random.oneOf("tcp", "unix", "mapped"));
        if (job.endpoints > 1) {
            job.values.put("net.lanes", random.oneOf("0", "1", "2"));
        }
        return job;
    }

    /**
     * The job of two processes with 2 to 4 endpoints that belongs to a number, over 2 or 3 lanes; half of them with
     * faults, a third on two hosts, so to speak.
     */
    static RandomJob laned(long number) {
        SeededRandom random = new SeededRandom(number);
        RandomJob job = new RandomJob(2, 2 + random.nextInt(3), drawn(random));
        String module = random.oneOf("tcp", "unix", "mapped");
        job.values.put("net.module", module);
        if (module.equals("mapped")) {
            job.values.put("net.host", "h%p");
            job.values.put("job.host.processes", "1");
            job.values.put("net.tls", random.oneOf("auto", "off"));
        }
        job.values.put("net.lanes", random.oneOf("2", "3"));
        if (random.nextInt(2) == 0) {
            job.values.put("net.faulty", number + ":fragment,delay,limit,reorder");
        }
        return job;
    }

    private static TreeMap<String, String> drawn(SeededRandom random) {
        Draw draw = new Draw(random);
        draw.one("immediate.max", "0", "1", "88", "4096", "65536");
        draw.one("synergistic.min", "0", "1", "1000", "100000");
        draw.one("synergistic.block", "0", "100", "4096");
        draw.one("progress.bytes", "1000", "20000", "100000000");
        draw.one("inbox.chunk", "2", "4");
        draw.one("flood.budget", "1");
        draw.one("flood.window", "1", "8", "100");
        draw.one("checked", "true");
        draw.one("thread.level", "multiple");
        draw.one("endpoint.virtual", "true");
        draw.values.put("objects.allow", "java.lang.*,java.util.*");
        return draw.values;
    }

    int ranks() {
        return processes * endpoints;
    }

    /** Whether several threads may use an endpoint. */
    boolean isShared() {
        return "multiple".equals(values.get("thread.level"));
    }

    /** Runs a program; blocks until the job has ended. */
    void run(EndpointProgram program) {
        if (processes == 1) {
            Job.run(endpoints, options(), program);
        } else {
            new OneJvmJob(processes, endpoints, values).run(program);
        }
    }

    /** Where it is one process of this JVM, or the environment says which of a job's it is. */
    Options options() {
        Properties properties = new Properties();
        properties.putAll(System.getProperties());
        values.forEach((name, value) -> properties.setProperty(Options.propertyName(name), value));
        return Options.of(properties, System.getenv());
    }

    /** Sets each option with some probability to one of some values. */
    private static final class Draw {
        private final SeededRandom random;
        private final TreeMap<String, String> values = new TreeMap<>();

        Draw(SeededRandom random) {
            this.random = random;
        }

        void one(String option, String... extremes) {
            if (!KNOWN.contains(option)) {
                throw new IllegalStateException("no such option: " + option);
            }
            String value = random.oneOf(extremes);
            if (random.nextInt(4) == 0) {
                values.put(option, value);
            }
        }
    }

    @Override
    public String toString() {
        String text = values.entrySet().stream()
                .map((Map.Entry<String, String> e) -> "-D" + Options.propertyName(e.getKey()) + "=" + e.getValue())
                .collect(Collectors.joining(" "));
        return processes + "x" + endpoints + " " + (text.isEmpty() ? "default options" : text);
    }
}
