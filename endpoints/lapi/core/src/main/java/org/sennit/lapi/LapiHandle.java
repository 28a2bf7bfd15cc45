package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * What stands behind a {@link Lapi}: checks its calls, and passes them on. Threads as {@link Lapi} says: its parts are
 * final, and each guards its own state.
 */
final class LapiHandle extends LapiTask implements Lapi {
    private static final LapiErrorHandler PRINTS = (handle, error) -> System.err.println(handle + ": " + error);

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
    private volatile LapiErrorHandler errorHandler = PRINTS; // replaced by any thread, read by those that find errors

    private LapiHandle(Communicator communicator) {
        super(communicator);
        this.communicator = communicator;
        this.settings = new Settings(task, tasks);
        this.checks = new Checks(tasks, settings::checksAlignment);
        this.errors = new Errors(error -> errorHandler.handle(this, error));
        this.poll = new MessagePoll(messages, ends);
        this.table = new AddressTable(this, this, messages);
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

    /** Makes a handle of this task on a duplicate of a communicator; collective. */
    static LapiHandle of(Communicator members) {
        LapiHandle handle = new LapiHandle(members.duplicate());
        handle.communicator.barrier(); // until all have registered their handlers
        return handle;
    }

    @Override
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

    @Override
    public void setErrorHandler(LapiErrorHandler handler) {
        checkHandle("setErrorHandler");
        errorHandler = handler == null ? PRINTS : handler;
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
