package org.sennit.lapi;

import org.sennit.message.SennitException;

/** The counters of a task: a chapter of {@link Lapi}. */
public interface CounterCalls {
    /**
     * Makes a counter of value 0.
     *
     * @return the counter; it lasts until {@link Lapi#term}
     * @throws LapiException HNDL_INVALID
     */
    LapiCounter newCounter();

    /**
     * Sets a counter. (LAPI_Setcntr)
     *
     * @param counter of this task
     * @param value any
     * @throws LapiException HNDL_INVALID, CNTR_NULL
     */
    void setcntr(LapiCounter counter, long value);

    /**
     * Returns the value of a counter. Makes no progress. (LAPI_Getcntr)
     *
     * @param counter of this task
     * @return its value
     * @throws LapiException HNDL_INVALID, CNTR_NULL
     */
    long getcntr(LapiCounter counter);

    /**
     * Blocks until a counter has reached a value, and subtracts the value. Makes progress. (LAPI_Waitcntr)
     *
     * @param counter of this task
     * @param value what to wait for; a counter that is at least so large returns at once
     * @return what is left when the value has been subtracted, as another thread may have changed it since
     * @throws LapiException HNDL_INVALID, CNTR_NULL; MULTIPLE_WAITERS when another thread waits for the counter;
     *     TGT_PURGED when an operation that would have moved it has been purged; nothing is subtracted
     * @throws SennitException TIMEOUT when TIMEOUT is set and has passed; the same call may succeed later. PROC_FAILED
     *     when a task has died that is not purged; nothing is subtracted
     */
    long waitcntr(LapiCounter counter, long value);

    /**
     * As {@link #waitcntr}, for a program that leaves progress to Sennit: messages of this task make progress whether
     * or not the call does. LAPI's call makes none; here no call can keep progress from being made, and handlers may
     * run in the thread that waits. (LAPI_Nopoll_wait)
     *
     * @param counter of this task
     * @param value at least 1
     * @return what is left when the value has been subtracted
     * @throws LapiException as {@link #waitcntr}; CNTR_VAL for a value less than 1
     */
    long nopollWait(LapiCounter counter, long value);
}
