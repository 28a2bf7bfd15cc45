package org.sennit.lapi;

/** The properties and the error handler of a task: a chapter of {@link Lapi}. */
public interface EnvironmentCalls {
    /**
     * Returns a property of this task. (LAPI_Qenv)
     *
     * @param query which one
     * @return its value
     * @throws LapiException HNDL_INVALID, QUERY_TYPE without a query
     */
    long qenv(LapiQuery query);

    /**
     * Sets a property of this task. (LAPI_Senv)
     *
     * @param query ERROR_CHK, TIMEOUT or INTERRUPT_SET
     * @param value the value
     * @throws LapiException HNDL_INVALID; QUERY_TYPE for a query that cannot be set; SET_VAL for a value that it cannot
     *     have
     */
    void senv(LapiQuery query, long value);

    /**
     * Registers the handler of errors that no call of this task can return. (LAPI_err_hndlr of LAPI_Init)
     *
     * @param handler the handler; null for one that prints a line to the standard error stream, which is there at first
     * @throws LapiException HNDL_INVALID
     */
    void setErrorHandler(LapiErrorHandler handler);
}
