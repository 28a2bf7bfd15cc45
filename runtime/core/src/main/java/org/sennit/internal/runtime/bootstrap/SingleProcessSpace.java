package org.sennit.internal.runtime.bootstrap;

import java.util.HashMap;
import java.util.Map;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** The key-value space of a job of one process: a map without waiting. Threads: one at a time. */
final class SingleProcessSpace implements KeyValueSpace {
    private final Map<String, String> values = new HashMap<>();

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
        // No launcher to tell: the exception that leaves Job.run is the report.
    }

    @Override
    public void close() {
        // Nothing to free.
    }
}
