package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.coll.select.CollectiveOptions;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The options that must be the same in all processes of a job, because collectives select their steps by them. Each
 * process publishes its values, and compares those of all at the start.
 */
final class AgreedOptions {
    private AgreedOptions() {}

    private static List<Option<?>> all() {
        List<Option<?>> all = new ArrayList<>(new CollectiveOptions().options());
        all.add(SingleThreadCheck.CHECKED);
        all.add(JobOptions.FAILURE);
        return all;
    }

    /** Returns the values of a process, to be published, as one word, in a fixed order. */
    static String publish(Options options) {
        return all().stream()
                .map(option -> String.valueOf(options.value(option)))
                .collect(Collectors.joining(","));
    }

    /**
     * Compares the values of a process with those of process 0.
     *
     * @param first what process 0 has published
     * @param process the number of the other process
     * @param published what that one has published
     * @throws SennitException ARG when an option differs, the same in every process; final
     */
    static void compare(String first, int process, String published) {
        String[] expected = first.split(",");
        String[] values = published.split(",");
        List<Option<?>> all = all();
        for (int i = 0; i < expected.length; i++) {
            if (!expected[i].equals(values[i])) {
                throw new SennitException(
                        ErrorClass.ARG,
                        "an option must be the same in all processes of a job: option="
                                + all.get(i).name() + " process=0 value=" + expected[i] + " process=" + process
                                + " value=" + values[i]);
            }
        }
    }
}
