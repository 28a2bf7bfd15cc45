package org.sennit.conformance.random;

import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.OptionProvider;
import org.sennit.runtime.config.Options;
import org.sennit.testkit.SeededRandom;

/**
 * The job in which random programs run: how many ranks, with which options. Programs with consecutive seeds share one.
 *
 * @param ranks how many ranks where this JVM is the whole job
 * @param options of the job
 * @param text the options that are not as by default
 */
record RandomJob(int ranks, Options options, String text) {
    private static final Set<String> KNOWN = ServiceLoader.load(OptionProvider.class).stream()
            .flatMap(provider -> provider.get().options().stream())
            .map(Option::name)
            .collect(Collectors.toUnmodifiableSet());

    /** The job that belongs to a number. */
    static RandomJob of(long number) {
        SeededRandom random = new SeededRandom(number);
        int ranks = random.nextInt(12) == 0 ? 1 : 2 + random.nextInt(5);
        Draw draw = new Draw(random);
        draw.one("immediate.max", "0", "1", "88", "4096", "65536");
        draw.one("synergistic.min", "0", "1", "1000", "100000");
        draw.one("synergistic.block", "0", "100", "4096");
        draw.one("progress.bytes", "1000", "20000", "100000000");
        draw.one("inbox.chunk", "2", "4");
        draw.one("flood.budget", "1");
        draw.one("checked", "true");
        draw.one("thread.level", "multiple");
        draw.one("endpoint.virtual", "true");
        return new RandomJob(ranks, draw.options(), draw.text());
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

        Options options() {
            Properties properties = new Properties();
            properties.putAll(System.getProperties());
            values.forEach((name, value) -> properties.setProperty(Options.propertyName(name), value));
            return Options.of(properties, System.getenv());
        }

        String text() {
            return values.entrySet().stream()
                    .map(e -> "-D" + Options.propertyName(e.getKey()) + "=" + e.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "default options" : text;
    }
}
