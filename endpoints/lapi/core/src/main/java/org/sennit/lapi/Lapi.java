package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Intercommunicator;
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
public final class Lapi extends LapiTask
        implements EnvironmentCalls, AddressCalls, CounterCalls, TransferCalls, OrderCalls {
    private final Communicator communicator;
    private final Settings settings;
    private final Checks checks;
    private final AddressTable table;
    private final AddressExchange addresses;
    private final Fences fences;
    private final ReadModifyWrite readModifyWrite;
    private final Transfers transfers;
    private final Errors errors;
    private final MessagePoll poll;

    private Lapi(Communicator communicator) {
        super(communicator);
        this.communicator = communicator;
        this.settings = new Settings(task, tasks);
        this.checks = new Checks(tasks, settings::checksAlignment);
        this.errors = new Errors(this);
        this.poll = new MessagePoll(messages, ends);
        this.table = new AddressTable(this, messages);
        this.addresses = new AddressExchange(communicator, checks);
        this.fences = new Fences(messages, replies, purges);
        Answers answers = new Answers(purges);
        HeaderRooms rooms = new HeaderRooms(messages);
        this.readModifyWrite = new ReadModifyWrite(this, messages, replies, answers, rooms);
        this.transfers = new Transfers(
                this,
                checks,
                purges,
                direct(),
                new OneSided(this, messages, regions(), replies, answers, purges, rooms),
                readModifyWrite,
                new Lightweight(this, messages, table::deliver));
        messages.onError(errors::failed);
    }

    // ---- beginning and end ----

    /**
     * Initializes LAPI on the endpoints of a program that is running. Collective; blocks. (LAPI_Init)
     *
     * @param endpoint driven by the calling thread
     * @return the handle of this task
     * @throws LapiException HNDL_INVALID when there is none
     */
    public static Lapi init(Endpoint endpoint) {
        return init(endpoint == null ? null : endpoint.world());
    }

    /**
     * Initializes LAPI on the members of a communicator, of which it makes a duplicate. Collective; blocks. (LAPI_Init)
     *
     * @param members their ranks are the numbers of the tasks
     * @return the handle of this task
     * @throws LapiException HNDL_INVALID when there is none, or it has two sides, so that ranks name no task; final
     */
    public static Lapi init(Communicator members) {
        if (members == null || members instanceof Intercommunicator) {
            String what = members == null ? "no endpoint or communicator" : "an intercommunicator";
            throw new LapiException(LapiStatus.HNDL_INVALID, "init", what + ": given=" + members);
        }
        Lapi lapi = new Lapi(members.duplicate());
        lapi.communicator.barrier(); // until all have registered their handlers
        return lapi;
    }

    /**
     * Ends the use of this handle when the data of all operations of all tasks is in place; later calls fail with HNDL_INVALID. A
     * completion handler that is running goes on. Collective; blocks. (LAPI_Term)
     *
     * @throws LapiException HNDL_INVALID when called before
     * @throws SennitException PROC_FAILED when a task has failed, purged or not; the use of the handle is ended all the
     *     same. Final
     */
    public void term() {
        checkHandle("term");
        try {
            fences.await(call("term"));
            communicator.barrier();
        } finally {
            terminated();
            communicator.close();
        }
    }

    // ---- environment ----

    @Override
    public long qenv(LapiQuery query) {
        checkHandle("qenv");
        return settings.value(query);
    }

    @Override
    public void senv(LapiQuery query, long value) {
        checkHandle("senv");
        settings.set(query, value);
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

    @Override
    public void setErrorHandler(LapiErrorHandler handler) {
        checkHandle("setErrorHandler");
        errors.use(handler);
    }

    // ---- addresses ----

    @Override
    public RemoteAddress register(@Memory Object memory) {
        checkHandle("register");
        return regions().add(memory);
    }

    @Override
    public void unregister(RemoteAddress address) {
        checkHandle("unregister");
        if (address == null || address.task() != task || !regions().remove(address)) {
            throw call("unregister").wrong(LapiStatus.TGT_ADDR_NULL, "address=" + address);
        }
    }

    @Override
    public RemoteAddress[] addressInit(RemoteAddress mine) {
        checkHandle("addressInit");
        return addresses.all(call("addressInit"), mine);
    }

    @Override
    public CounterAddress[] addressInit(LapiCounter mine) {
        checkHandle("addressInit");
        return addresses.all(call("addressInit"), mine);
    }

    @Override
    public void addrSet(HeaderHandler handler, int index) {
        checkHandle("addrSet");
        checks.index(call("addrSet"), index);
        table.set(index, handler);
    }

    @Override
    public HeaderHandler addrGet(int index) {
        checkHandle("addrGet");
        checks.index(call("addrGet"), index);
        return table.get(index);
    }

    @Override
    public int registerHandler(HeaderHandler handler) {
        checkHandle("registerHandler");
        int index = addresses.index(call("registerHandler"), handler != null, table.next());
        table.set(index, handler);
        communicator.barrier();
        return index;
    }

    // ---- counters ----

    @Override
    public LapiCounter newCounter() {
        checkHandle("newCounter");
        return counters.add();
    }

    @Override
    public void setcntr(LapiCounter counter, long value) {
        checkHandle("setcntr");
        checks.counter(call("setcntr"), counter);
        counter.set(value);
    }

    @Override
    public long getcntr(LapiCounter counter) {
        checkHandle("getcntr");
        checks.counter(call("getcntr"), counter);
        return counter.active().value();
    }

    @Override
    public long waitcntr(LapiCounter counter, long value) {
        return wait("waitcntr", counter, value);
    }

    @Override
    public long nopollWait(LapiCounter counter, long value) {
        checkHandle("nopollWait");
        checks.counter(call("nopollWait"), counter);
        if (value < 1) {
            throw call("nopollWait").wrong(LapiStatus.CNTR_VAL, "value=" + value);
        }
        return wait("nopollWait", counter, value);
    }

    private long wait(String operation, LapiCounter counter, long value) {
        checkHandle(operation);
        checks.counter(call(operation), counter);
        try {
            counter.await(operation, value, settings.timeoutNs());
        } catch (SennitException e) {
            throw Purges.orPurged(operation, e);
        }
        return counter.active().value();
    }

    // ---- active messages ----

    @Override
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
        Call call = transfers.begin("amsend", target);
        MemorySegment header = checks.header(call, headerHandler, uhdr, uhdrBytes);
        ActiveVector vector = checks.data(call, data, bytes);
        int counter = checks.targetCounter(call, targetCounter);
        int number = HandlerNumbers.of(LapiOperation.AMSEND, headerHandler);
        send(call, number, header, vector, counter, OriginEvent.of(originCounter), completionCounter);
    }

    @Override
    public void amsendv(
            int target,
            int headerHandler,
            @Memory Object uhdr,
            int uhdrBytes,
            LapiVector origin,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        Call call = transfers.begin("amsendv", target);
        MemorySegment header = checks.header(call, headerHandler, uhdr, uhdrBytes);
        ActiveVector vector = checks.data(call, origin);
        int counter = checks.targetCounter(call, targetCounter);
        int number = HandlerNumbers.of(LapiOperation.AMSENDV, headerHandler);
        send(call, number, header, vector, counter, OriginEvent.of(originCounter), completionCounter);
    }

    // ---- one-sided operations ----

    @Override
    public void put(
            int target,
            long bytes,
            RemoteAddress to,
            @Memory Object from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        transfers.put(target, bytes, to, from, targetCounter, OriginEvent.of(originCounter), completionCounter);
    }

    @Override
    public void get(
            int target,
            long bytes,
            RemoteAddress from,
            @Memory Object to,
            CounterAddress targetCounter,
            LapiCounter originCounter) {
        transfers.get(target, bytes, from, to, targetCounter, OriginEvent.of(originCounter));
    }

    @Override
    public void putv(
            int target,
            RemoteVector to,
            LapiVector from,
            CounterAddress targetCounter,
            LapiCounter originCounter,
            LapiCounter completionCounter) {
        transfers.putv(target, to, from, targetCounter, OriginEvent.of(originCounter), completionCounter);
    }

    @Override
    public void getv(
            int target, RemoteVector from, LapiVector to, CounterAddress targetCounter, LapiCounter originCounter) {
        transfers.getv(target, from, to, targetCounter, OriginEvent.of(originCounter));
    }

    @Override
    public void rmw(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            int[] input,
            int[] previous,
            LapiCounter originCounter) {
        transfers.rmw(operation, target, variable, input, previous, OriginEvent.of(originCounter));
    }

    @Override
    public void rmw64(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            long[] input,
            long[] previous,
            LapiCounter originCounter) {
        transfers.rmw64(operation, target, variable, input, previous, OriginEvent.of(originCounter));
    }

    @Override
    public void xfer(XferCommand command) {
        checkHandle("xfer");
        transfers.run(command);
    }

    // ---- order and progress ----

    @Override
    public void fence() {
        checkHandle("fence");
        fences.await(call("fence"));
    }

    @Override
    public void gfence() {
        checkHandle("gfence");
        fences.await(call("gfence"));
        communicator.barrier();
    }

    @Override
    public void probe() {
        checkHandle("probe");
        messages.poll();
    }

    @Override
    public void msgpoll(int rounds, MessageInfo info) {
        checkHandle("msgpoll");
        if (info == null) {
            throw call("msgpoll").wrong(LapiStatus.MSG_INFO_NULL, "rounds=" + rounds);
        }
        info.set(poll.poll(rounds));
    }

    @Override
    public void purgeTotask(int target) {
        checkHandle("purgeTotask");
        checks.target(call("purgeTotask", target));
        purges.purge(target);
    }

    @Override
    public void resumeTotask(int target) {
        checkHandle("resumeTotask");
        checks.target(call("resumeTotask", target));
        purges.resume(target);
    }

    /** For tests. */
    ReadModifyWrite readModifyWrite() {
        return readModifyWrite;
    }

    @Override
    void report(int origin, LapiOperation operation, LapiException error) {
        errors.report(origin, operation, error);
    }

    @Override
    public String toString() {
        return "LAPI task " + task + " of " + tasks;
    }
}
