package org.sennit.lapi;

import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/** Addresses of memory, counters and header handlers of other tasks. A chapter of {@link Lapi}. */
public interface AddressCalls {
    /**
     * Makes memory of this task known to others, who name it by the address. It is in use until {@link #unregister};
     * operations of others may read and write it at any time.
     *
     * @param memory a primitive array but a boolean[], a ByteBuffer, an Agrona buffer or a segment that any thread may
     *     use
     * @return the address of its first byte
     * @throws LapiException HNDL_INVALID
     * @throws SennitException BUFFER when this cannot be memory
     */
    RemoteAddress register(@Memory Object memory);

    /**
     * Ends the registration of memory; operations that name it later are errors at this task.
     *
     * @param address any address in the memory
     * @throws LapiException HNDL_INVALID; TGT_ADDR_NULL where it names no memory of this task
     */
    void unregister(RemoteAddress address);

    /**
     * Exchanges addresses of memory. Collective; blocks. (LAPI_Address_init, LAPI_Address_init64)
     *
     * @param mine this task's; null for none
     * @return the address of each task, null where it has given none
     * @throws LapiException HNDL_INVALID; TGT_ADDR_NULL, on all tasks, when one has given another task's
     */
    RemoteAddress[] addressInit(RemoteAddress mine);

    /**
     * Exchanges addresses of counters. Collective; blocks. (LAPI_Address_init)
     *
     * @param mine this task's; null for none
     * @return the address of each task's counter, null where it has given none
     * @throws LapiException HNDL_INVALID; CNTR_VAL, on all tasks, when one has given another task's
     */
    CounterAddress[] addressInit(LapiCounter mine);

    /**
     * Registers a header handler at this task. A message that names an index before its target has registered it is an
     * error there. (LAPI_Addr_set)
     *
     * @param handler the handler; null removes the one that is there
     * @param index 1 to LOC_ADDRTBL_SZ − 1, by which other tasks name it
     * @throws LapiException HNDL_INVALID, ADDR_HNDL_RANGE
     */
    void addrSet(HeaderHandler handler, int index);

    /**
     * Returns a header handler of this task. (LAPI_Addr_get)
     *
     * @param index 1 to LOC_ADDRTBL_SZ − 1
     * @return the handler, or null for none
     * @throws LapiException HNDL_INVALID, ADDR_HNDL_RANGE
     */
    HeaderHandler addrGet(int index);

    /**
     * Registers a header handler of each task at one index, above all that have one on any task. Collective; blocks
     * until all have registered theirs. (LAPI_Address_init of a handler)
     *
     * @param handler this task's, such as a lambda
     * @return the index, the same on all tasks
     * @throws LapiException HNDL_INVALID; HDR_HNDLR_NULL without a handler and ADDR_HNDL_RANGE with a full table, on
     *     all tasks
     */
    int registerHandler(HeaderHandler handler);
}
