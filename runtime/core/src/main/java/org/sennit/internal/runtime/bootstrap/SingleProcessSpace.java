package org.sennit.internal.runtime.bootstrap;

import java.util.HashMap;
import java.util.Map;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** The key-value space of a job of one process: a map without waiting. Threads: one at a time. */
public final class SingleProcessSpace implements KeyValueSpace {
    /**
     * System property with the exit status that the last aborted job of this JVM asks for: for {@code sennit run},
     * which runs a job of one process in its own JVM.
     */
    public static final String STATUS_PROPERTY = "org.sennit.status";

    private final Map<String, String> values = new HashMap<>();

    SingleProcessSpace() {
        System.clearProperty(STATUS_PROPERTY);
    }

    @Override
    public void put(String key, String value) {
        values.put(key, value);
    }

    @Override
    public String get(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new SennitException(ErrorClass.BOOTSTRAP, "no process has put key=" + key);
        }
        return value;
    }

    @Override
    public void fence(String step, long timeoutNs) {
        // The only process is here.
    }

    @Override
    public void fenceOfSurvivors(String step, long timeoutNs) {
        // The only process is here.
    }

    @Override
    public void abort(int exitCode, String report) {
        // The exception that leaves Job.run is the report.
        System.setProperty(STATUS_PROPERTY, Integer.toString(exitCode == 0 ? 1 : exitCode));
    }

    @Override
    public void close() {
        // Nothing to free.
    }
}
