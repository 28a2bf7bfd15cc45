package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
import org.sennit.active.ActiveVector;
import org.sennit.lapi.ReadModifyWrite.Modification;

/**
 * Checks the arguments of operations in their order, and starts them: on the memory of the target where that is at
 * hand, else by active messages. Any thread.
 */
final class Transfers {
    private final Lapi lapi;
    private final Checks checks;
    private final Purges purges;
    private final DirectAccess direct;
    private final OneSided oneSided;
    private final Lightweight lightweight;

    Transfers(
            Lapi lapi, Checks checks, Purges purges, DirectAccess direct, OneSided oneSided, Lightweight lightweight) {
        this.lapi = lapi;
        this.checks = checks;
        this.purges = purges;
        this.direct = direct;
        this.oneSided = oneSided;
        this.lightweight = lightweight;
    }

    /** Starts an operation whose origin event is a callback. */
    void run(XferCommand command) {
        switch (command) {
            case XferCommand.Am am -> run(am, new OriginEvent(null, am.sendCompletion()));
            case XferCommand.Amv amv -> run(amv, new OriginEvent(null, amv.sendCompletion()));
            case XferCommand.AmLw am -> runLightweight(am);
            case XferCommand.Dgsp dgsp -> runGathered(dgsp);
            case XferCommand.Multicast multicast -> runMulticast(multicast);
            case XferCommand.Put put -> run(put, new OriginEvent(null, put.sendCompletion()));
            case XferCommand.Putv putv -> run(putv, new OriginEvent(null, putv.sendCompletion()));
            case XferCommand.Get get -> run(get, new OriginEvent(null, get.completion()));
            case XferCommand.Getv getv -> run(getv, new OriginEvent(null, getv.completion()));
            case XferCommand.Rmw rmw -> run(rmw, new OriginEvent(null, rmw.completion()));
            case XferCommand.Rmw64 rmw -> run(rmw, new OriginEvent(null, rmw.completion()));
            case null -> throw lapi.call("xfer").wrong(LapiStatus.XFER_CMD, "command=null");
        }
    }

    void run(XferCommand.Am am, OriginEvent event) {
        Call call = begin("amsend", am.target());
        checks.headerHandler(call, am.headerHandler());
        Object header = checks.header(call, am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.data(call, am.data(), am.bytes());
        int counter = checks.targetCounter(call, am.targetCounter());
        lapi.send(call, am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    void run(XferCommand.Amv am, OriginEvent event) {
        Call call = begin("amsendv", am.target());
        checks.headerHandler(call, am.headerHandler());
        Object header = checks.header(call, am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.data(call, am.origin());
        int counter = checks.targetCounter(call, am.targetCounter());
        lapi.send(call, am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    private void runGathered(XferCommand.Dgsp dgsp) {
        Call call = begin("xfer", dgsp.target());
        checks.headerHandler(call, dgsp.headerHandler());
        Object header = checks.header(call, dgsp.userHeader(), dgsp.userHeaderBytes());
        LapiVector gathered = dgsp.program() == null ? null : dgsp.program().on(dgsp.memory(), dgsp.bytes());
        ActiveVector data = checks.data(call, gathered);
        int counter = checks.targetCounter(call, dgsp.targetCounter());
        OriginEvent event = new OriginEvent(null, dgsp.sendCompletion());
        lapi.send(call, dgsp.headerHandler(), header, data, counter, event, dgsp.completionCounter());
    }

    private void runLightweight(XferCommand.AmLw am) {
        Call call = begin("xfer", am.target());
        checks.headerHandler(call, am.headerHandler());
        MemorySegment header = checks.header(call, am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.data(call, am.data(), am.bytes());
        if (am.userHeaderBytes() + data.lengthBytes() > Lightweight.MAX_BYTES) {
            throw call.wrong(
                    LapiStatus.DATA_LEN,
                    "header=" + am.userHeaderBytes() + " length=" + am.bytes() + " most=" + Lightweight.MAX_BYTES);
        }
        lightweight.send(call, am.headerHandler(), header, data);
    }

    private void runMulticast(XferCommand.Multicast multicast) {
        int[] targets = multicast.targets();
        if (targets == null) {
            lapi.checkHandle("xfer");
            throw lapi.call("xfer").wrong(LapiStatus.TGT, "targets=null");
        }
        Call[] calls = new Call[targets.length];
        for (int i = 0; i < targets.length; i++) {
            calls[i] = begin("xfer", targets[i]);
        }
        Call call = lapi.call("xfer");
        checks.headerHandler(call, multicast.headerHandler());
        MemorySegment header = checks.header(call, multicast.userHeader(), multicast.userHeaderBytes());
        ActiveVector data = checks.data(call, multicast.data(), multicast.bytes());
        CounterAddress[] table = multicast.targetCounters();
        checks.counters(call, table);
        int[] counters = new int[targets.length];
        for (int i = 0; i < targets.length; i++) {
            counters[i] = checks.targetCounter(calls[i], table == null ? null : table[targets[i]]);
        }
        OriginEvent whole = new OriginEvent(null, multicast.sendCompletion());
        AtomicInteger left = new AtomicInteger(targets.length);
        Runnable sent = () -> {
            if (left.decrementAndGet() == 0) {
                whole.happens();
            }
        };
        OriginEvent event = multicast.sendCompletion() == null ? OriginEvent.NONE : new OriginEvent(null, sent);
        for (int i = 0; i < targets.length; i++) {
            lapi.send(
                    calls[i],
                    multicast.headerHandler(),
                    header,
                    data,
                    counters[i],
                    event,
                    multicast.completionCounter());
        }
        if (targets.length == 0) {
            whole.happens();
        }
    }

    void run(XferCommand.Put put, OriginEvent event) {
        Call call = begin("put", put.target());
        ActiveVector data = checks.data(call, put.from(), put.bytes());
        checks.address(call, put.to(), put.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter(call, put.targetCounter());
        if (!direct.put(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.put(call, put.to(), data, counter, event, put.completionCounter());
        }
    }

    void run(XferCommand.Putv put, OriginEvent event) {
        Call call = begin("putv", put.target());
        ActiveVector data = checks.data(call, put.from());
        checks.remote(call, put.to(), put.from());
        int counter = checks.targetCounter(call, put.targetCounter());
        if (!direct.putv(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.putv(call, put.to(), data, counter, event, put.completionCounter());
        }
    }

    void run(XferCommand.Get get, OriginEvent event) {
        Call call = begin("get", get.target());
        ActiveVector destination = checks.contiguous(call, get.to(), get.bytes());
        checks.address(call, get.from(), get.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter(call, get.targetCounter());
        if (!direct.get(get.target(), get.from(), get.bytes(), destination, counter, event)) {
            oneSided.get(call, get.from(), get.bytes(), destination, counter, event);
        }
    }

    void run(XferCommand.Getv get, OriginEvent event) {
        Call call = begin("getv", get.target());
        ActiveVector destination = checks.vector(call, get.to());
        checks.remote(call, get.from(), get.to());
        int counter = checks.targetCounter(call, get.targetCounter());
        if (!direct.getv(get.target(), get.from(), destination, counter, event)) {
            oneSided.getv(call, get.from(), destination, counter, event);
        }
    }

    void run(XferCommand.Rmw rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        Call call = checkRmw(
                rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
        int[] previous = rmw.previous();
        int[] input = rmw.input();
        Modification what = new Modification(
                rmw.rmw(),
                Integer.BYTES,
                rmw.variable(),
                input[0],
                input[rmw.rmw().inputs() - 1]);
        LongConsumer arrived = value -> {
            if (previous != null) {
                previous[0] = (int) value;
            }
        };
        lapi.readModifyWrite().start(call, what, arrived, event);
    }

    void run(XferCommand.Rmw64 rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        Call call = checkRmw(
                rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
        long[] previous = rmw.previous();
        long[] input = rmw.input();
        Modification what = new Modification(
                rmw.rmw(), Long.BYTES, rmw.variable(), input[0], input[rmw.rmw().inputs() - 1]);
        LongConsumer arrived = value -> {
            if (previous != null) {
                previous[0] = value;
            }
        };
        lapi.readModifyWrite().start(call, what, arrived, event);
    }

    private Call checkRmw(RmwOperation operation, int target, RemoteAddress variable, int inputs, int results) {
        Call call = begin("rmw", target);
        if (operation == null) {
            throw call.wrong(LapiStatus.RMW_OP, "operation=null");
        }
        checks.address(call, variable, 1, LapiStatus.TGT_VAR_NULL);
        if (inputs < operation.inputs()) {
            throw call.wrong(LapiStatus.IN_VAL_NULL, "operation=" + operation + " inputs=" + Math.max(0, inputs));
        }
        if (results == 0) {
            throw call.wrong(LapiStatus.RET_PTR_NULL, "length of previous=0");
        }
        return call;
    }

    /** Checks handle and target. */
    private Call begin(String operation, int target) {
        lapi.checkHandle(operation);
        Call call = lapi.call(operation, target);
        checks.target(call);
        purges.check(call);
        lapi.completions().checkReply(call);
        return call;
    }
}
