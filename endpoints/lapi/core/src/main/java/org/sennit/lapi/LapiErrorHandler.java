package org.sennit.lapi;

/** Receives errors that no call of this task can return. (LAPI_err_hndlr) */
@FunctionalInterface
public interface LapiErrorHandler {
    /**
     * Handles an error of a message of another task, or of a handler. Runs in the thread that has found it; must not
     * block and not call a {@link Lapi}.
     *
     * @param handle of this task
     * @param error what happened
     */
    void handle(Lapi handle, LapiError error);
}
