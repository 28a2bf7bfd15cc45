package org.sennit.lapi;

import org.sennit.message.Memory;

/**
 * The commands of {@link Lapi#xfer}: each operation with a callback in place of its origin counter. The callback runs
 * once when that counter would have moved, on any thread, perhaps during the call, perhaps in the header handler of a
 * task of this process; it must not block and not call a {@link Lapi}. What it throws goes to the thread's uncaught
 * exception handler. (lapi_xfer_t)
 */
public sealed interface XferCommand {
    /**
     * Returns the kind of the operation.
     *
     * @return the kind
     */
    LapiOperation operation();

    /**
     * {@link Lapi#amsend}. (LAPI_AM_XFER)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there
     * @param userHeader its header; may be null where its length is 0
     * @param userHeaderBytes a multiple of 8
     * @param data to be sent from the beginning of this memory; may be null where its length is 0
     * @param bytes of the data
     * @param sendCompletion runs when header and data may be changed; null for none
     * @param targetCounter at the target; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     */
    record Am(
            int target,
            int headerHandler,
            @Memory Object userHeader,
            int userHeaderBytes,
            @Memory Object data,
            long bytes,
            Runnable sendCompletion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.AMSEND;
        }
    }

    /**
     * {@link Lapi#amsendv}. (LAPI_AMV_XFER)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there
     * @param userHeader its header; may be null where its length is 0
     * @param userHeaderBytes a multiple of 8
     * @param origin the data
     * @param sendCompletion runs when header, data and vector may be changed; null for none
     * @param targetCounter at the target; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     */
    record Amv(
            int target,
            int headerHandler,
            @Memory Object userHeader,
            int userHeaderBytes,
            LapiVector origin,
            Runnable sendCompletion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.AMSENDV;
        }
    }

    /**
     * An active message so short that it comes in one packet: its header handler always sees all of its data, by
     * {@link ArrivingHeader#dataInPacket}. There are no counters; header and data may be changed when the call has
     * returned. (LAPI_AM_LW_XFER)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there
     * @param userHeader its header; may be null where its length is 0
     * @param userHeaderBytes a multiple of 8, else HDR_LEN
     * @param data to be sent from the beginning of this memory; may be null where its length is 0
     * @param bytes of the data; with the header at most {@link LapiQuery#MAX_PKT_SZ}, else DATA_LEN
     */
    record AmLw(
            int target,
            int headerHandler,
            @Memory Object userHeader,
            int userHeaderBytes,
            @Memory Object data,
            int bytes)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.AM_LW;
        }
    }

    /**
     * An active message to several tasks, as {@link Lapi#amsend} to each of them. A mistake in any target is found
     * before anything is sent; where a target fails during the call, those before it in the array have been sent to,
     * and the callback does not run. (LAPI_MC_XFER)
     *
     * @param targets the tasks, in any order; the caller may be one
     * @param headerHandler the index of a header handler at each of them
     * @param userHeader its header; may be null where its length is 0
     * @param userHeaderBytes a multiple of 8
     * @param data to be sent from the beginning of this memory; may be null where its length is 0
     * @param bytes of the data
     * @param sendCompletion runs once, when header and data may be changed; null for none
     * @param targetCounters of all tasks of the job, as {@link Lapi#addressInit(LapiCounter)} returns them, else
     *     ADDR_TBL_NULL; a counter or all may be null
     * @param completionCounter moves once for each target, when the message is complete there; null for none
     */
    record Multicast(
            int[] targets,
            int headerHandler,
            @Memory Object userHeader,
            int userHeaderBytes,
            @Memory Object data,
            long bytes,
            Runnable sendCompletion,
            CounterAddress[] targetCounters,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.MULTICAST;
        }
    }

    /**
     * {@link Lapi#amsendv} of what a program gathers, a GENERIC vector. (LAPI_DGSP_XFER)
     *
     * @param target the task
     * @param headerHandler the index of a header handler there, which may return what another program names
     * @param userHeader its header; may be null where its length is 0
     * @param userHeaderBytes a multiple of 8
     * @param program what is sent of the memory; ORG_VEC_NULL without one
     * @param memory where the first run of the program begins
     * @param bytes of the data
     * @param sendCompletion runs when header and data may be changed; null for none
     * @param targetCounter at the target; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     */
    record Dgsp(
            int target,
            int headerHandler,
            @Memory Object userHeader,
            int userHeaderBytes,
            GatherScatterProgram program,
            @Memory Object memory,
            long bytes,
            Runnable sendCompletion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.DGSP;
        }
    }

    /**
     * {@link Lapi#put}. (LAPI_PUT_XFER)
     *
     * @param target the task
     * @param bytes the length in bytes
     * @param to where they go; may be null where there are none
     * @param from where they come from; may be null where there are none
     * @param sendCompletion runs when the data may be changed; null for none
     * @param targetCounter at the target; null for none
     * @param completionCounter moves when the data is known to be at the target; null for none
     */
    record Put(
            int target,
            long bytes,
            RemoteAddress to,
            @Memory Object from,
            Runnable sendCompletion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.PUT;
        }
    }

    /**
     * {@link Lapi#putv}. (LAPI_PUTV_XFER)
     *
     * @param target the task
     * @param to where the data goes
     * @param from where it comes from
     * @param sendCompletion runs when data and vectors may be changed; null for none
     * @param targetCounter at the target; null for none
     * @param completionCounter moves when the data is known to be at the target; null for none
     */
    record Putv(
            int target,
            RemoteVector to,
            LapiVector from,
            Runnable sendCompletion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.PUTV;
        }
    }

    /**
     * {@link Lapi#get}. (LAPI_GET_XFER)
     *
     * @param target the task
     * @param bytes the length in bytes
     * @param from where they come from; may be null where there are none
     * @param to where they go; may be null where there are none
     * @param completion runs when the data has arrived; null for none
     * @param targetCounter at the target; moves when the data has left; null for none
     */
    record Get(
            int target,
            long bytes,
            RemoteAddress from,
            @Memory Object to,
            Runnable completion,
            CounterAddress targetCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.GET;
        }
    }

    /**
     * {@link Lapi#getv}. (LAPI_GETV_XFER)
     *
     * @param target the task
     * @param from where the data comes from
     * @param to where it goes
     * @param completion runs when the data has arrived; null for none
     * @param targetCounter at the target; moves when the data has left; null for none
     */
    record Getv(int target, RemoteVector from, LapiVector to, Runnable completion, CounterAddress targetCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.GETV;
        }
    }

    /**
     * Moves bytes between registered memory of this task and of another one, both of which are named by addresses.
     * Nothing of the program runs at the target. (LAPI_RDMA_XFER)
     *
     * @param direction whether bytes are put to the target, or got from it
     * @param target the task
     * @param bytes the length in bytes
     * @param remote in memory of the target; may be null where there are no bytes
     * @param local in memory that this task has registered; may be null where there are no bytes
     * @param completion runs, in the thread that learns it, when the bytes that are put may be changed, or those that
     *     are got have arrived; null for none
     * @param targetCounter at the target; moves when the bytes are there, or have left; null for none
     * @param completionCounter moves when the bytes are known to be at the target, or have arrived here; null for none
     */
    record Rdma(
            RdmaDirection direction,
            int target,
            long bytes,
            RemoteAddress remote,
            RemoteAddress local,
            Runnable completion,
            CounterAddress targetCounter,
            LapiCounter completionCounter)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.RDMA;
        }
    }

    /**
     * {@link Lapi#rmw}. (LAPI_RMW_XFER with 4 bytes)
     *
     * @param rmw what to do
     * @param target the task
     * @param variable 4 bytes there
     * @param input one number; for COMPARE_AND_SWAP the expected and the new value
     * @param previous element 0 is replaced by the value before; null for none
     * @param completion runs when it has been replaced; null for none
     */
    record Rmw(RmwOperation rmw, int target, RemoteAddress variable, int[] input, int[] previous, Runnable completion)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.RMW;
        }
    }

    /**
     * {@link Lapi#rmw64}. (LAPI_RMW_XFER with 8 bytes)
     *
     * @param rmw what to do
     * @param target the task
     * @param variable 8 bytes there
     * @param input one number; for COMPARE_AND_SWAP the expected and the new value
     * @param previous element 0 is replaced by the value before; null for none
     * @param completion runs when it has been replaced; null for none
     */
    record Rmw64(
            RmwOperation rmw, int target, RemoteAddress variable, long[] input, long[] previous, Runnable completion)
            implements XferCommand {
        @Override
        public LapiOperation operation() {
            return LapiOperation.RMW;
        }
    }
}
