package org.sennit.internal.runtime.bootstrap.engine;

import org.sennit.spi.bootstrap.KeyValueSpace;

/**
 * The key-value space of a process manager, which also aborts the job: it knows no survivors, and ends with the
 * process. Threads: one at a time, except {@link #abort}, which any thread may call.
 */
public interface ProcessManagerSpace extends KeyValueSpace, EngineControl {
    /** Waits for all processes. */
    @Override
    default void fenceOfSurvivors(String step, long limitNs) {
        fence(step, limitNs);
    }

    @Override
    default void abort(int exitCode, String report) {
        abort(exitCode);
    }

    /** Does nothing: the space lives as long as the process, see {@link #leave}. */
    @Override
    default void close() {}
}
