package org.sennit.lapi;

import org.sennit.message.Memory;

/**
 * Active messages and one-sided operations, none of which blocks: a chapter of {@link Lapi}, which says what the
 * counters tell and in which order arguments are checked.
 */
public interface TransferCalls {
    /**
     * Sends contiguous data to a header handler, which returns one piece or several. Does not block. (LAPI_Amsend)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there
     * @param uhdr the header for it; may be null where its length is 0
     * @param uhdrBytes a multiple of 8, at most MAX_UHDR_SZ
     * @param data sent from the beginning of this memory; may be null where its length is 0
     * @param bytes of the data
     * @param targetCounter of the target; null for none
     * @param originCounter moves when header and data may be changed; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, HDR_HNDLR_NULL, ADDR_HNDL_RANGE, UHDR_NULL, UHDR_LEN,
     *     ORG_ADDR_NULL, DATA_LEN, CNTR_VAL
     */
    void amsend(
            int target,
            int headerHandler,
            @Memory Object uhdr,
            int uhdrBytes,
            @Memory Object data,
            long bytes,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter);

    /**
     * Sends the data of a vector to a header handler. Does not block. (LAPI_Amsendv)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there
     * @param uhdr the header for it; may be null where its length is 0
     * @param uhdrBytes a multiple of 8, at most MAX_UHDR_SZ
     * @param origin the data
     * @param targetCounter of the target; null for none
     * @param originCounter moves when header, data and vector may be changed; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, HDR_HNDLR_NULL, ADDR_HNDL_RANGE, UHDR_NULL, UHDR_LEN,
     *     ORG_VEC_NULL, ORG_VEC_TYPE, ORG_VEC_ADDR, ORG_VEC_LEN, STRIDE_ORG_VEC_ADDR_NULL, ORG_STRIDE, ORG_EXTENT,
     *     CNTR_VAL
     */
    void amsendv(
            int target,
            int headerHandler,
            @Memory Object uhdr,
            int uhdrBytes,
            LapiVector origin,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter);

    /**
     * Writes memory of another task. Does not block. (LAPI_Put)
     *
     * @param target the task
     * @param bytes the length in bytes
     * @param to where they go; may be null where there are none
     * @param from where they come from; may be null where there are none
     * @param targetCounter of the target, moves when the data is there; null for none
     * @param originCounter moves when the data may be changed; null for none
     * @param completionCounter moves when the data is known to be there; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, ORG_ADDR_NULL, DATA_LEN, TGT_ADDR_NULL, CNTR_VAL
     */
    void put(
            int target,
            long bytes,
            RemoteAddress to,
            @Memory Object from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter);

    /**
     * Reads memory of another task. Does not block. (LAPI_Get)
     *
     * @param target the task
     * @param bytes the length in bytes
     * @param from where they come from; may be null where there are none
     * @param to where they go; may be null where there are none
     * @param targetCounter of the target, moves when the data has left; null for none
     * @param originCounter moves when the data has arrived; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, ORG_ADDR_NULL, DATA_LEN, TGT_ADDR_NULL, CNTR_VAL
     */
    void get(
            int target,
            long bytes,
            RemoteAddress from,
            @Memory Object to,
            CounterAddress targetCounter,
            LapiCounter originCounter);

    /**
     * Writes the data of a vector to a vector of another task, of the same kind. Does not block. (LAPI_Putv)
     *
     * @param target the task
     * @param to where the data goes
     * @param from where it comes from
     * @param targetCounter of the target, moves when the data is there; null for none
     * @param originCounter moves when data and vectors may be changed; null for none
     * @param completionCounter moves when the data is known to be there; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, those of {@link #amsendv} for the origin's vector,
     *     TGT_VEC_NULL, TGT_VEC_TYPE, TGT_VEC_ADDR, TGT_VEC_LEN, STRIDE_TGT_VEC_ADDR_NULL, TGT_STRIDE, TGT_EXTENT,
     *     VEC_TYPE_DIFF, VEC_NUM_DIFF, VEC_LEN_DIFF, CNTR_VAL
     */
    void putv(
            int target,
            RemoteVector to,
            LapiVector from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter);

    /**
     * Reads the data of a vector of another task into a vector of the same kind. Does not block. (LAPI_Getv)
     *
     * @param target the task
     * @param from where the data comes from
     * @param to where it goes
     * @param targetCounter of the target, moves when the data has left; null for none
     * @param originCounter moves when the data has arrived; null for none
     * @throws LapiException as {@link #putv}
     */
    void getv(int target, RemoteVector from, LapiVector to, CounterAddress targetCounter, LapiCounter originCounter);

    /**
     * Changes a variable of 4 bytes at another task, atomically against other calls of {@code rmw} for this variable;
     * not against {@link #rmw64} for one of which it is a half. Does not block. (LAPI_Rmw)
     *
     * @param operation what to do
     * @param target the task
     * @param variable in memory of the target, in its byte order
     * @param input one number; for COMPARE_AND_SWAP the expected and the new value
     * @param previous element 0 is replaced by the value before, when the origin counter moves; null for none
     * @param originCounter moves when the operation has ended; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, RMW_OP, TGT_VAR_NULL, IN_VAL_NULL, RET_PTR_NULL
     */
    void rmw(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            int[] input,
            int[] previous,
            LapiCounter originCounter);

    /**
     * As {@link #rmw}, for a variable of 8 bytes. (LAPI_Rmw64)
     *
     * @param operation what to do
     * @param target the task
     * @param variable in memory of the target, in its byte order
     * @param input one number; for COMPARE_AND_SWAP the expected and the new value
     * @param previous element 0 is replaced by the value before, when the origin counter moves; null for none
     * @param originCounter moves when the operation has ended; null for none
     * @throws LapiException as {@link #rmw}
     */
    void rmw64(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            long[] input,
            long[] previous,
            LapiCounter originCounter);

    /**
     * Starts any operation, with a callback in place of its origin counter. Does not block. (LAPI_Xfer)
     *
     * @param command the operation
     * @throws LapiException as the operation's own call; XFER_CMD without a command. For {@link XferCommand.AmLw}
     *     HNDL_INVALID, TGT, TGT_PURGED, HDR_HNDLR_NULL, ADDR_HNDL_RANGE, UHDR_NULL, UHDR_LEN, HDR_LEN, ORG_ADDR_NULL,
     *     DATA_LEN; for {@link XferCommand.Multicast} the same but HDR_LEN, TGT also without targets, ADDR_TBL_NULL and
     *     CNTR_VAL; for {@link XferCommand.Dgsp} those of {@link #amsendv}, and of {@link GatherScatterProgram#on} for
     *     memory and length; for {@link XferCommand.Rdma} HNDL_INVALID, TGT, TGT_PURGED, XFER_CMD without a direction,
     *     ORG_ADDR_NULL where the local address names no memory that this task has registered, or memory that cannot be
     *     read, or for a get be written, DATA_LEN, TGT_ADDR_NULL, CNTR_VAL
     */
    void xfer(XferCommand command);
}
