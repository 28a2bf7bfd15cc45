package org.sennit.lapi;

/** Fences, progress, and purged targets: a chapter of {@link Lapi}. */
public interface OrderCalls {
    /**
     * Blocks until the data of all operations that this task has started is in place, at targets and for gets here;
     * completion handlers may still run. (LAPI_Fence)
     *
     * @throws LapiException HNDL_INVALID; TGT_PURGED when a target has been purged meanwhile
     */
    void fence();

    /**
     * Blocks until the data of all operations of all tasks is in place. Collective. (LAPI_Gfence)
     *
     * @throws LapiException as {@link #fence}
     */
    void gfence();

    /**
     * Makes progress once, without blocking. (LAPI_Probe)
     *
     * @throws LapiException HNDL_INVALID
     * @throws org.sennit.message.SennitException as {@link org.sennit.active.ActiveMessages#poll}: UNSUPPORTED in a
     *     header handler
     */
    void probe();

    /**
     * Makes progress until a message or an operation has ended, since the last call or in this one, or a number of
     * rounds is over. It does not say which one: counters show that, and have moved when it returns. The messages of
     * the library count, too: a get between processes is a message each way. A message that fails before it has been
     * sent counts as one that has been sent, and a purge as the end of both kinds: operations that are given up have
     * ended. (LAPI_Msgpoll)
     *
     * @param rounds how often to make progress at most; with 0 or less it only looks
     * @param info is given the state
     * @throws LapiException HNDL_INVALID; MSG_INFO_NULL without a place for the state
     * @throws org.sennit.message.SennitException as {@link org.sennit.active.ActiveMessages#poll}: UNSUPPORTED in a
     *     header handler
     */
    void msgpoll(int rounds, MessageInfo info);

    /**
     * Gives up all operations with a task, and all later ones until {@link #resumeTotask}. Waits for counters that
     * these would have moved, and fences, end with TGT_PURGED, also where the task has died and no wait has yet
     * reported that for these operations. The death of a purged task no longer ends waits for the others. What this
     * task owes a purged one, as the data of its gets, is sent when that is resumed. A reply that has begun to arrive
     * may still write memory of a get that is given up. Local; any thread. (LAPI_Purge_totask)
     *
     * @param target the task
     * @throws LapiException HNDL_INVALID, TGT
     */
    void purgeTotask(int target);

    /**
     * Allows operations with a purged task again. (LAPI_Resume_totask)
     *
     * @param target the task
     * @throws LapiException HNDL_INVALID, TGT
     */
    void resumeTotask(int target);
}
