package org.sennit.lapi;

import java.util.concurrent.locks.ReentrantLock;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * LAPI as one task has it: active messages whose handlers at the target say where the data goes, put, get, and read-modify-write, all
 * with counters. A task is an endpoint, so the same program runs on threads of a JVM, JVMs of a host, and hosts.
 *
 * <pre>{@code
 * Lapi lapi = Lapi.init(endpoint);
 * byte[] inbox = new byte[24];
 * int handler = lapi.registerHandler(message -> LapiVector.strided(inbox, 3, 5, 8));
 * LapiCounter done = lapi.newCounter();
 * lapi.amsendv(next, handler, null, 0, LapiVector.strided(data, 3, 5, 8), null, null, done);
 * lapi.waitcntr(done, 1);
 * lapi.term();
 * }</pre>
 *
 * <p><b>Counters</b>, each of which may be null: the origin counter moves when the memory and the vector of the call may be changed; the
 * target counter, at the target, when the completion handler has returned, or the data is there if there is none; the completion counter, at
 * the origin, after the same event. The operations of a task have no order; {@link #fence} gives one to their data.
 *
 * <p><b>Errors</b> of a call are a {@link LapiException}: it has sent nothing, and no counter moves. Arguments are checked in this
 * order: handle, target, header handler, header, vector or address, counter. What only the target sees, and what a handler throws, goes to the
 * error handler that is registered there; the counters move all the same. The failure of another task is a
 * {@link SennitException} of class PROC_FAILED or PROC_ABORTED from calls that wait or send. None is worth a retry but TIMEOUT.
 *
 * <p><b>Threads:</b> any thread makes the calls that do not wait. Those that wait belong to the thread that drives the
 * endpoint and to completion handlers; {@link #gfence}, {@link #addressInit(RemoteAddress)} and its like, {@link #init} and {@link #term}
 * are collective, and belong to the former.
 */
public final class Lapi {
    private static final long NS_PER_S = 1_000_000_000L;

    private final Communicator communicator;
    private final ActiveMessages messages;
    private final int task;
    private final int tasks;
    private final Checks checks;
    private final AddressTable table;
    private final Counters counters;
    private final Regions regions;
    private final Replies replies;
    private final OneSided oneSided;
    private final ReadModifyWrite readModifyWrite;
    private final DirectAccess direct;
    private final Purges purges;
    private final Errors errors;

    /** Held by the thread that waits for the replies of gets and read-modify-writes. */
    private final ReentrantLock fencing = new ReentrantLock();

    // Written by any thread, read by all: settings, each by itself.
    private volatile boolean checksAlignment = true;
    private volatile long timeoutS;
    private volatile boolean isInitialized = true;

    private Lapi(Communicator communicator) {
        this.communicator = communicator;
        this.messages = communicator.activeMessages();
        this.task = communicator.rank();
        this.tasks = communicator.size();
        this.checks = new Checks(tasks, () -> checksAlignment);
        this.errors = new Errors(this);
        this.table = new AddressTable(this, messages);
        this.counters = new Counters(messages, task);
        this.regions = new Regions(task);
        this.replies = new Replies(messages.newCounter());
        this.oneSided = new OneSided(this, messages, regions, replies);
        this.readModifyWrite = new ReadModifyWrite(this, messages, regions, replies);
        this.direct = new DirectAccess(new LocalTasks(this, messages, tasks));
        this.purges = new Purges(messages, replies, tasks);
        messages.onError(errors::failed);
    }

    // ---- beginning and end ----

    /**
     * Initializes LAPI on the endpoints of a program that is running. Collective; blocks. (LAPI_Init)
     *
     * @param endpoint driven by the calling thread
     * @return the handle of this task
     */
    public static Lapi init(Endpoint endpoint) {
        return init(endpoint.world());
    }

    /**
     * Initializes LAPI on the members of a communicator, of which it makes a duplicate. Collective; blocks. (LAPI_Init)
     *
     * @param members their ranks are the numbers of the tasks
     * @return the handle of this task
     */
    public static Lapi init(Communicator members) {
        Lapi lapi = new Lapi(members.duplicate());
        lapi.communicator.barrier(); // until all have registered their handlers
        return lapi;
    }

    /**
     * Ends the use of this handle when the data of all operations of all tasks is in place; later calls fail with HNDL_INVALID. A
     * completion handler that is running goes on. Collective; blocks. (LAPI_Term)
     *
     * @throws LapiException HNDL_INVALID when called before
     */
    public void term() {
        checkHandle("term");
        fence("term");
        communicator.barrier();
        isInitialized = false;
        communicator.close();
    }

    private void checkHandle(String operation) {
        if (!isInitialized) {
            throw new LapiException(LapiStatus.HNDL_INVALID, operation, "task=" + task);
        }
    }

    // ---- environment ----

    /**
     * Returns a property of this task. (LAPI_Qenv)
     *
     * @param query which one
     * @return its value
     * @throws LapiException HNDL_INVALID, QUERY_TYPE without a query
     */
    public long qenv(LapiQuery query) {
        checkHandle("qenv");
        return switch (query) {
            case TASK_ID -> task;
            case NUM_TASKS -> tasks;
            case MAX_UHDR_SZ -> ActiveMessages.MAX_HEADER_BYTES;
            case MAX_DATA_SZ -> Shape.MAX_MESSAGE;
            case LOC_ADDRTBL_SZ -> AddressTable.SIZE;
            case ERROR_CHK -> checksAlignment ? 1 : 0;
            case TIMEOUT -> timeoutS;
            case INTERRUPT_SET -> 1;
            case null -> throw new LapiException(LapiStatus.QUERY_TYPE, "qenv", "query=null");
        };
    }

    /**
     * Sets a property of this task. (LAPI_Senv)
     *
     * @param query ERROR_CHK, TIMEOUT or INTERRUPT_SET
     * @param value the value
     * @throws LapiException HNDL_INVALID; QUERY_TYPE for a query that cannot be set; SET_VAL for a value that it cannot have
     */
    public void senv(LapiQuery query, long value) {
        checkHandle("senv");
        switch (query) {
            case ERROR_CHK -> {
                checkValue(query, value, value == 0 || value == 1);
                checksAlignment = value == 1;
            }
            case TIMEOUT -> {
                checkValue(query, value, value >= 0 && value <= Long.MAX_VALUE / NS_PER_S);
                timeoutS = value;
            }
            case INTERRUPT_SET -> checkValue(query, value, value == 1);
            case null, default -> throw new LapiException(LapiStatus.QUERY_TYPE, "senv", "query=" + query);
        }
    }

    private static void checkValue(LapiQuery query, long value, boolean isGood) {
        if (!isGood) {
            throw new LapiException(LapiStatus.SET_VAL, "senv", "query=" + query + " value=" + value);
        }
    }

    /**
     * Returns the text of a return code. (LAPI_Msg_string)
     *
     * @param code a number
     * @return the name as LAPI writes it, and a few words; a text that says so where there is no such code
     */
    public static String msgString(int code) {
        LapiStatus status = LapiStatus.of(code);
        return status == null ? "no return code of LAPI: " + code : status.text();
    }

    /**
     * Registers what hears of errors that no call of this task can return. (LAPI_err_hndlr of LAPI_Init)
     *
     * @param handler the handler; null for one that prints a line to the standard error stream, which is there at first
     * @throws LapiException HNDL_INVALID
     */
    public void setErrorHandler(LapiErrorHandler handler) {
        checkHandle("setErrorHandler");
        errors.use(handler);
    }

    // ---- addresses ----

    /**
     * Makes memory of this task known to others, who name it by the address. It is in use until {@link #unregister}; operations of
     * others may read and write it at any time.
     *
     * @param memory a primitive array but a boolean[], a ByteBuffer, an Agrona buffer or a segment that any thread may use
     * @return the address of its first byte
     * @throws LapiException HNDL_INVALID
     * @throws SennitException BUFFER when this cannot be memory
     */
    public RemoteAddress register(@Memory Object memory) {
        checkHandle("register");
        return regions.add(memory);
    }

    /**
     * Ends the registration of memory; operations that name it later are errors at this task.
     *
     * @param address any address in the memory
     * @throws LapiException HNDL_INVALID; TGT_ADDR_NULL where it names no memory of this task
     */
    public void unregister(RemoteAddress address) {
        checkHandle("unregister");
        if (address == null || address.task() != task || !regions.remove(address)) {
            throw new LapiException(LapiStatus.TGT_ADDR_NULL, "unregister", "task=" + task + " address=" + address);
        }
    }

    /**
     * Exchanges addresses of memory. Collective; blocks. (LAPI_Address_init, LAPI_Address_init64)
     *
     * @param mine this task's; null for none
     * @return the address of each task, null where it has given none
     * @throws LapiException HNDL_INVALID
     */
    public RemoteAddress[] addressInit(RemoteAddress mine) {
        checkHandle("addressInit");
        RemoteAddress sent = mine == null ? new RemoteAddress(task, 0, 0) : mine;
        long[] all = exchange(mine == null ? 0 : 1, sent.region(), sent.offsetBytes());
        RemoteAddress[] addresses = new RemoteAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            addresses[i] = all[3 * i] == 0 ? null : new RemoteAddress(i, (int) all[3 * i + 1], all[3 * i + 2]);
        }
        return addresses;
    }

    /**
     * Exchanges addresses of counters. Collective; blocks. (LAPI_Address_init)
     *
     * @param mine this task's; null for none
     * @return the address of each task's counter, null where it has given none
     * @throws LapiException HNDL_INVALID
     */
    public CounterAddress[] addressInit(LapiCounter mine) {
        checkHandle("addressInit");
        long[] all = exchange(mine == null ? -1 : mine.address().number());
        CounterAddress[] addresses = new CounterAddress[tasks];
        for (int i = 0; i < tasks; i++) {
            addresses[i] = all[i] < 0 ? null : new CounterAddress(i, (int) all[i]);
        }
        return addresses;
    }

    private long[] exchange(long... mine) {
        long[] all = new long[mine.length * tasks];
        communicator.allgather(mine, all);
        return all;
    }

    /**
     * Registers a header handler at this task. A message that names an index before its target has registered it is an error there.
     * (LAPI_Addr_set)
     *
     * @param handler the handler; null removes the one that is there
     * @param index 1 to LOC_ADDRTBL_SZ − 1, by which other tasks name it
     * @throws LapiException HNDL_INVALID, ADDR_HNDL_RANGE
     */
    public void addrSet(HeaderHandler handler, int index) {
        checkHandle("addrSet");
        checks.index("addrSet", index);
        table.set(index, handler);
    }

    /**
     * Returns a header handler of this task. (LAPI_Addr_get)
     *
     * @param index 1 to LOC_ADDRTBL_SZ − 1
     * @return the handler, or null for none
     * @throws LapiException HNDL_INVALID, ADDR_HNDL_RANGE
     */
    public HeaderHandler addrGet(int index) {
        checkHandle("addrGet");
        checks.index("addrGet", index);
        return table.get(index);
    }

    /**
     * Registers a header handler of each task at one index, above all that have one on any task. Collective; blocks until all have registered
     * theirs. (LAPI_Address_init of a handler)
     *
     * @param handler this task's, such as a lambda
     * @return the index, the same on all tasks
     * @throws LapiException HNDL_INVALID; HDR_HNDLR_NULL without a handler and ADDR_HNDL_RANGE with a full table, on all tasks
     */
    public int registerHandler(HeaderHandler handler) {
        checkHandle("registerHandler");
        long[] all = exchange(handler == null ? 0 : 1, table.next());
        int index = 1;
        for (int i = 0; i < tasks; i++) {
            if (all[2 * i] == 0) {
                throw new LapiException(LapiStatus.HDR_HNDLR_NULL, "registerHandler", "task=" + i);
            }
            index = Math.max(index, (int) all[2 * i + 1]);
        }
        checks.index("registerHandler", index);
        table.set(index, handler);
        communicator.barrier();
        return index;
    }

    // ---- counters ----

    /**
     * Makes a counter of value 0.
     *
     * @return the counter; it lasts until {@link #term}
     * @throws LapiException HNDL_INVALID
     */
    public LapiCounter newCounter() {
        checkHandle("newCounter");
        return counters.add();
    }

    /**
     * Sets a counter. (LAPI_Setcntr)
     *
     * @param counter of this task
     * @param value any
     * @throws LapiException HNDL_INVALID, CNTR_NULL
     */
    public void setcntr(LapiCounter counter, long value) {
        checkHandle("setcntr");
        checks.counter("setcntr", counter);
        counter.active().set(value);
    }

    /**
     * Returns the value of a counter. Makes no progress. (LAPI_Getcntr)
     *
     * @param counter of this task
     * @return its value
     * @throws LapiException HNDL_INVALID, CNTR_NULL
     */
    public long getcntr(LapiCounter counter) {
        checkHandle("getcntr");
        checks.counter("getcntr", counter);
        return counter.active().value();
    }

    /**
     * Blocks until a counter has reached a value, and subtracts the value. Makes progress. (LAPI_Waitcntr)
     *
     * @param counter of this task
     * @param value what to wait for; a counter that is at least so large returns at once
     * @return what is left when the value has been subtracted, as another thread may have changed it since
     * @throws LapiException HNDL_INVALID, CNTR_NULL; MULTIPLE_WAITERS when another thread waits for the counter; TGT_PURGED when an
     *     operation that would have moved it has been purged; nothing is subtracted
     * @throws SennitException TIMEOUT when TIMEOUT is set and has passed; the same call may succeed later
     */
    public long waitcntr(LapiCounter counter, long value) {
        return wait("waitcntr", counter, value);
    }

    /**
     * As {@link #waitcntr}, for a program that leaves progress to Sennit: messages of this task make progress whether or not the call
     * does. (LAPI_Nopoll_wait)
     *
     * @param counter of this task
     * @param value at least 1
     * @return what is left when the value has been subtracted
     * @throws LapiException as {@link #waitcntr}; CNTR_VAL for a value less than 1
     */
    public long nopollWait(LapiCounter counter, long value) {
        checkHandle("nopollWait");
        checks.counter("nopollWait", counter);
        if (value < 1) {
            throw new LapiException(LapiStatus.CNTR_VAL, "nopollWait", "value=" + value);
        }
        return wait("nopollWait", counter, value);
    }

    private long wait(String operation, LapiCounter counter, long value) {
        checkHandle(operation);
        checks.counter(operation, counter);
        purges.orPurged(operation, () -> counter.await(operation, value, timeoutS * NS_PER_S));
        return counter.active().value();
    }

    // ---- active messages ----

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
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, HDR_HNDLR_NULL, ADDR_HNDL_RANGE, UHDR_NULL, UHDR_LEN, ORG_ADDR_NULL, DATA_LEN,
     *     CNTR_VAL
     */
    public void amsend(
            int target,
            int headerHandler,
            @Memory Object uhdr,
            int uhdrBytes,
            @Memory Object data,
            long bytes,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        run(
                new XferCommand.Am(
                        target, headerHandler, uhdr, uhdrBytes, data, bytes, null, targetCounter, completionCounter),
                OriginEvent.of(originCounter));
    }

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
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, HDR_HNDLR_NULL, ADDR_HNDL_RANGE, UHDR_NULL, UHDR_LEN, ORG_VEC_NULL, ORG_VEC_TYPE,
     *     ORG_VEC_ADDR, ORG_VEC_LEN, STRIDE_ORG_VEC_ADDR_NULL, ORG_STRIDE, ORG_EXTENT, CNTR_VAL
     */
    public void amsendv(
            int target,
            int headerHandler,
            @Memory Object uhdr,
            int uhdrBytes,
            LapiVector origin,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        run(
                new XferCommand.Amv(
                        target, headerHandler, uhdr, uhdrBytes, origin, null, targetCounter, completionCounter),
                OriginEvent.of(originCounter));
    }

    // ---- one-sided operations ----

    /**
     * Writes memory of another task. Does not block. (LAPI_Put)
     *
     * @param target the task
     * @param bytes how many
     * @param to where they go; may be null where there are none
     * @param from where they come from; may be null where there are none
     * @param targetCounter of the target, moves when the data is there; null for none
     * @param originCounter moves when the data may be changed; null for none
     * @param completionCounter moves when the data is known to be there; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, ORG_ADDR_NULL, DATA_LEN, TGT_ADDR_NULL, CNTR_VAL
     */
    public void put(
            int target,
            long bytes,
            RemoteAddress to,
            @Memory Object from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        run(
                new XferCommand.Put(target, bytes, to, from, null, targetCounter, completionCounter),
                OriginEvent.of(originCounter));
    }

    /**
     * Reads memory of another task. Does not block. (LAPI_Get)
     *
     * @param target the task
     * @param bytes how many
     * @param from where they come from; may be null where there are none
     * @param to where they go; may be null where there are none
     * @param targetCounter of the target, moves when the data has left; null for none
     * @param originCounter moves when the data has arrived; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, ORG_ADDR_NULL, DATA_LEN, TGT_ADDR_NULL, CNTR_VAL
     */
    public void get(
            int target,
            long bytes,
            RemoteAddress from,
            @Memory Object to,
            CounterAddress targetCounter,
            LapiCounter originCounter) {
        run(new XferCommand.Get(target, bytes, from, to, null, targetCounter), OriginEvent.of(originCounter));
    }

    /**
     * Writes the data of a vector to a vector of another task, of the same kind. Does not block. (LAPI_Putv)
     *
     * @param target the task
     * @param to where the data goes
     * @param from where it comes from
     * @param targetCounter of the target, moves when the data is there; null for none
     * @param originCounter moves when data and vectors may be changed; null for none
     * @param completionCounter moves when the data is known to be there; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, those of {@link #amsendv} for the origin's vector, TGT_VEC_NULL, TGT_VEC_TYPE,
     *     TGT_VEC_ADDR, TGT_VEC_LEN, STRIDE_TGT_VEC_ADDR_NULL, TGT_STRIDE, TGT_EXTENT, VEC_TYPE_DIFF, VEC_NUM_DIFF, VEC_LEN_DIFF, CNTR_VAL
     */
    public void putv(
            int target,
            RemoteVector to,
            LapiVector from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        run(
                new XferCommand.Putv(target, to, from, null, targetCounter, completionCounter),
                OriginEvent.of(originCounter));
    }

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
    public void getv(
            int target, RemoteVector from, LapiVector to, CounterAddress targetCounter, LapiCounter originCounter) {
        run(new XferCommand.Getv(target, from, to, null, targetCounter), OriginEvent.of(originCounter));
    }

    /**
     * Changes a variable of 4 bytes at another task, atomically against other calls of {@code rmw} and {@link #rmw64} there. Does not block.
     * (LAPI_Rmw)
     *
     * @param operation what to do
     * @param target the task
     * @param variable in memory of the target, in its byte order
     * @param input one number; for COMPARE_AND_SWAP the expected and the new value
     * @param previous element 0 is replaced by the value before, when the origin counter moves; null for none
     * @param originCounter moves when the operation has ended; null for none
     * @throws LapiException HNDL_INVALID, TGT, TGT_PURGED, RMW_OP, TGT_VAR_NULL, IN_VAL_NULL, RET_PTR_NULL
     */
    public void rmw(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            int[] input,
            int[] previous,
            LapiCounter originCounter) {
        run(new XferCommand.Rmw(operation, target, variable, input, previous, null), OriginEvent.of(originCounter));
    }

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
    public void rmw64(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            long[] input,
            long[] previous,
            LapiCounter originCounter) {
        run(new XferCommand.Rmw64(operation, target, variable, input, previous, null), OriginEvent.of(originCounter));
    }

    /**
     * Starts any operation, with a callback in place of its origin counter. Does not block. (LAPI_Xfer)
     *
     * @param command the operation
     * @throws LapiException as the operation's own call; XFER_CMD without a command
     */
    public void xfer(XferCommand command) {
        checkHandle("xfer");
        switch (command) {
            case XferCommand.Am am -> run(am, new OriginEvent(null, am.sendCompletion()));
            case XferCommand.Amv amv -> run(amv, new OriginEvent(null, amv.sendCompletion()));
            case XferCommand.Put put -> run(put, new OriginEvent(null, put.sendCompletion()));
            case XferCommand.Putv putv -> run(putv, new OriginEvent(null, putv.sendCompletion()));
            case XferCommand.Get get -> run(get, new OriginEvent(null, get.completion()));
            case XferCommand.Getv getv -> run(getv, new OriginEvent(null, getv.completion()));
            case XferCommand.Rmw rmw -> run(rmw, new OriginEvent(null, rmw.completion()));
            case XferCommand.Rmw64 rmw -> run(rmw, new OriginEvent(null, rmw.completion()));
            case null -> throw new LapiException(LapiStatus.XFER_CMD, "xfer", "command=null");
        }
    }

    private void run(XferCommand.Am am, OriginEvent event) {
        checkTarget("amsend", am.target());
        checks.headerHandler("amsend", am.headerHandler());
        Object header = checks.header("amsend", am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.contiguous("amsend", am.data(), am.bytes());
        int counter = checks.targetCounter("amsend", am.target(), am.targetCounter());
        send(am.target(), am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    private void run(XferCommand.Amv am, OriginEvent event) {
        checkTarget("amsendv", am.target());
        checks.headerHandler("amsendv", am.headerHandler());
        Object header = checks.header("amsendv", am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.vector("amsendv", am.origin());
        int counter = checks.targetCounter("amsendv", am.target(), am.targetCounter());
        send(am.target(), am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    private void run(XferCommand.Put put, OriginEvent event) {
        checkTarget("put", put.target());
        ActiveVector data = checks.contiguous("put", put.from(), put.bytes());
        checks.address("put", put.target(), put.to(), put.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter("put", put.target(), put.targetCounter());
        if (!direct.put(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.put(put.target(), put.to(), data, counter, event, put.completionCounter());
        }
    }

    private void run(XferCommand.Putv put, OriginEvent event) {
        checkTarget("putv", put.target());
        ActiveVector data = checks.vector("putv", put.from());
        checks.remote("putv", put.target(), put.to(), put.from());
        int counter = checks.targetCounter("putv", put.target(), put.targetCounter());
        if (!direct.putv(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.putv(put.target(), put.to(), data, counter, event, put.completionCounter());
        }
    }

    private void run(XferCommand.Get get, OriginEvent event) {
        checkTarget("get", get.target());
        ActiveVector destination = checks.contiguous("get", get.to(), get.bytes());
        checks.address("get", get.target(), get.from(), get.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter("get", get.target(), get.targetCounter());
        if (!direct.get(get.target(), get.from(), get.bytes(), destination, counter, event)) {
            oneSided.get(get.target(), get.from(), get.bytes(), destination, counter, event);
        }
    }

    private void run(XferCommand.Getv get, OriginEvent event) {
        checkTarget("getv", get.target());
        ActiveVector destination = checks.vector("getv", get.to());
        checks.remote("getv", get.target(), get.from(), get.to());
        int counter = checks.targetCounter("getv", get.target(), get.targetCounter());
        if (!direct.getv(get.target(), get.from(), destination, counter, event)) {
            oneSided.getv(get.target(), get.from(), destination, counter, event);
        }
    }

    private void run(XferCommand.Rmw rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        checkRmw(rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
        int[] previous = rmw.previous();
        readModifyWrite.start(
                rmw.rmw(),
                Integer.BYTES,
                rmw.target(),
                rmw.variable(),
                rmw.input()[0],
                rmw.input()[rmw.rmw().inputs() - 1],
                value -> {
                    if (previous != null) {
                        previous[0] = (int) value;
                    }
                },
                event);
    }

    private void run(XferCommand.Rmw64 rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        checkRmw(rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
        long[] previous = rmw.previous();
        readModifyWrite.start(
                rmw.rmw(),
                Long.BYTES,
                rmw.target(),
                rmw.variable(),
                rmw.input()[0],
                rmw.input()[rmw.rmw().inputs() - 1],
                value -> {
                    if (previous != null) {
                        previous[0] = value;
                    }
                },
                event);
    }

    private void checkRmw(RmwOperation operation, int target, RemoteAddress variable, int inputs, int results) {
        checkTarget("rmw", target);
        if (operation == null) {
            throw new LapiException(LapiStatus.RMW_OP, "rmw", "operation=null");
        }
        checks.address("rmw", target, variable, 1, LapiStatus.TGT_VAR_NULL);
        if (inputs < operation.inputs()) {
            throw new LapiException(
                    LapiStatus.IN_VAL_NULL, "rmw", "operation=" + operation + " inputs=" + Math.max(0, inputs));
        }
        if (results == 0) {
            throw new LapiException(LapiStatus.RET_PTR_NULL, "rmw", "length of previous=0");
        }
    }

    private void checkTarget(String operation, int target) {
        checkHandle(operation);
        checks.target(operation, target);
        purges.check(operation, target);
    }

    // ---- order and progress ----

    /**
     * Blocks until the data of all operations that this task has started is in place, at targets and for gets here; completion handlers may
     * still run. (LAPI_Fence)
     *
     * @throws LapiException HNDL_INVALID; TGT_PURGED when a target has been purged meanwhile
     */
    public void fence() {
        checkHandle("fence");
        fence("fence");
    }

    private void fence(String operation) {
        int before = purges.count();
        fencing.lock();
        try {
            replies.awaitAll();
        } finally {
            fencing.unlock();
        }
        messages.fence();
        purges.checkSince(operation, before);
    }

    /**
     * Blocks until the data of all operations of all tasks is in place. Collective. (LAPI_Gfence)
     *
     * @throws LapiException as {@link #fence}
     */
    public void gfence() {
        checkHandle("gfence");
        fence("gfence");
        communicator.barrier();
    }

    /**
     * Makes progress once, without blocking. (LAPI_Probe)
     *
     * @throws LapiException HNDL_INVALID
     */
    public void probe() {
        checkHandle("probe");
        messages.poll();
    }

    /**
     * Makes progress until something has been done, but not longer than told. (LAPI_Msgpoll)
     *
     * @param rounds how often to look at most
     * @return whether something has been done
     * @throws LapiException HNDL_INVALID
     */
    public boolean msgpoll(int rounds) {
        checkHandle("msgpoll");
        for (int i = 0; i < rounds; i++) {
            if (messages.poll() > 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives up all operations with a task, and all later ones until {@link #resumeTotask}. Waits for counters that these would have
     * moved, and fences, end with TGT_PURGED. Local; any thread. (LAPI_Purge_totask)
     *
     * @param target the task
     * @throws LapiException HNDL_INVALID, TGT
     */
    public void purgeTotask(int target) {
        checkHandle("purgeTotask");
        checks.target("purgeTotask", target);
        purges.purge(target);
    }

    /**
     * Allows operations with a purged task again. (LAPI_Resume_totask)
     *
     * @param target the task
     * @throws LapiException HNDL_INVALID, TGT
     */
    public void resumeTotask(int target) {
        checkHandle("resumeTotask");
        checks.target("resumeTotask", target);
        purges.resume(target);
    }

    // ---- for the package ----

    boolean isInitialized() {
        return isInitialized;
    }

    Regions regions() {
        return regions;
    }

    ReadModifyWrite readModifyWrite() {
        return readModifyWrite;
    }

    DirectAccess direct() {
        return direct;
    }

    int task() {
        return task;
    }

    /** Sends an active message whose arguments have been checked. */
    void send(
            int target,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        ActiveCounter completed = completion == null ? null : completion.active();
        purges.orPurged("send", () -> {
            if (event.callback() != null) {
                messages.sendThen(target, handler, header, data, targetCounter, event.callback(), completed);
            } else {
                messages.send(target, handler, header, data, targetCounter, activeCounter(event.counter()), completed);
            }
        });
    }

    private static ActiveCounter activeCounter(LapiCounter counter) {
        return counter == null ? null : counter.active();
    }

    ActiveCounter activeCounter(int number) {
        return counters.active(number);
    }

    void move(int number) {
        ActiveCounter counter = counters.active(number);
        if (counter != null) {
            counter.add(1);
        }
    }

    void report(int origin, LapiOperation operation, LapiException error) {
        errors.report(origin, operation, error);
    }

    @Override
    public String toString() {
        return "LAPI task " + task + " of " + tasks;
    }
}
