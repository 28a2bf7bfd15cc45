package org.sennit.internal.runtime.bootstrap.engine;

import java.util.List;
import org.sennit.spi.bootstrap.KeyValueSpace;

/** The key-value space of a job, whose abort is the engine's where it has one. Threads: as {@link KeyValueSpace}. */
final class EngineSpace implements KeyValueSpace {
    private static final int MAX_STATUS = 255;

    private final KeyValueSpace space;
    private final EngineControl control;

    EngineSpace(KeyValueSpace space, EngineControl control) {
        this.space = space;
        this.control = control;
    }

    @Override
    public void put(String key, String value) {
        space.put(key, value);
    }

    @Override
    public String get(String key) {
        return space.get(key);
    }

    @Override
    public List<String> getAll(List<String> keys) {
        return space.getAll(keys);
    }

    @Override
    public void fence(String step, long timeoutNs) {
        space.fence(step, timeoutNs);
    }

    @Override
    public void fenceOfSurvivors(String step, long timeoutNs) {
        space.fenceOfSurvivors(step, timeoutNs);
    }

    /** Prints the report and aborts the job, in this order: the engine may end this process before it can print. */
    @Override
    public void abort(int exitCode, String report) {
        System.err.println(report);
        System.err.flush();
        if (!control.abort(Math.clamp(exitCode, 1, MAX_STATUS))) {
            space.abort(exitCode, report);
        }
    }

    @Override
    public void close() {
        space.close();
    }
}
