package org.sennit.lapi;

/** Values that {@link Lapi#qenv} returns. (lapi_query_t) */
public enum LapiQuery {
    /** The number of this task, from 0. (TASK_ID) */
    TASK_ID,
    /** The number of tasks. (NUM_TASKS) */
    NUM_TASKS,
    /** The longest user header in bytes. (MAX_UHDR_SZ) */
    MAX_UHDR_SZ,
    /** The longest message in bytes. (MAX_DATA_SZ) */
    MAX_DATA_SZ,
    /** The size of the table of handlers: indices are 1 to size − 1. (LOC_ADDRTBL_SZ) */
    LOC_ADDRTBL_SZ,
    /**
     * Whether the length of a header must be a multiple of 8; 1 at first, can be set to 0 and 1. Everything else is
     * always checked. (ERROR_CHK)
     */
    ERROR_CHK,
    /** Seconds after which a wait fails with TIMEOUT; 0, as at first, for never. Can be set. (TIMEOUT) */
    TIMEOUT,
    /**
     * Whether the program relies on progress without calls of this task: 1, as at first, or 0 for one that polls. Can
     * be set. Messages make progress without calls in both modes, so handlers may run at any time. (INTERRUPT_SET)
     */
    INTERRUPT_SET,
    /** The most bytes that user header and data of an {@link XferCommand.AmLw} have together. (MAX_PKT_SZ) */
    MAX_PKT_SZ
}
