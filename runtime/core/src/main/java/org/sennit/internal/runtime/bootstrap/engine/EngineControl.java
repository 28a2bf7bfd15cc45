package org.sennit.internal.runtime.bootstrap.engine;

/** The service of an engine for a process that it has started, after start-up. Any thread may call {@link #abort}. */
public interface EngineControl {
    /** An engine that only starts processes and waits for them. */
    EngineControl NONE = new EngineControl() {
        @Override
        public boolean abort(int status) {
            return false;
        }

        @Override
        public void leave() {
            // It looks at the exit status alone.
        }
    };

    /**
     * Asks the engine to end all processes of the job. Best effort.
     *
     * @param status the exit status of the job, 1 to 255
     * @return false when the engine cannot do so
     */
    boolean abort(int status);

    /**
     * Notifies the engine that this process ends as it should: all its jobs are over. Called once, when the JVM ends.
     * Never throws.
     */
    void leave();
}
