package org.sennit.conformance.random;

import java.util.ArrayList;
import java.util.List;
import org.sennit.endpoints.construct.JobProcess;
import org.sennit.endpoints.device.ProcessDevice;
import org.sennit.endpoints.device.ThreadLevel;
import org.sennit.runtime.config.Option;
import org.sennit.runtime.config.Options;
import org.sennit.shm.protocol.ImmediateProtocol;
import org.sennit.testkit.SeededRandom;

/**
 * The job in which random programs run: how many ranks, with which options. Programs with consecutive seeds share one.
 *
 * @param ranks how many ranks where this JVM is the whole job
 * @param options of the job
 * @param text the options that are not as by default
 */
record RandomJob(int ranks, Options options, String text) {

    /** The job that belongs to a number. */
    static RandomJob of(long number) {
        SeededRandom random = new SeededRandom(number);
        Draw draw = new Draw(random);
        int ranks = random.nextInt(12) == 0 ? 1 : 2 + random.nextInt(5);
        draw.one(ImmediateProtocol.LIMIT, 0, 1, 88, 4096);
        draw.one(ProcessDevice.INBOX_CELLS, 2, 4);
        draw.one(ThreadLevel.OPTION, "multiple");
        draw.one(JobProcess.VIRTUAL, true);
        return new RandomJob(ranks, draw.options, String.join(" ", draw.texts));
    }

    /** Sets each option with some probability to one of some values. */
    private static final class Draw {
        private final SeededRandom random;
        private final List<String> texts = new ArrayList<>();
        private Options options = Options.fromEnvironment();

        Draw(SeededRandom random) {
            this.random = random;
        }

        @SafeVarargs
        final <T> void one(Option<T> option, T... values) {
            T value = values[random.nextInt(values.length)];
            if (random.nextInt(3) == 0) {
                options = options.with(option, value, "random test");
                texts.add("-Dsennit." + option.name() + "=" + value);
            }
        }
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "default options" : text;
    }
}
