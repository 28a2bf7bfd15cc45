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
            case null -> throw new LapiException(LapiStatus.XFER_CMD, "xfer", "command=null");
        }
    }

    void run(XferCommand.Am am, OriginEvent event) {
        checkTarget("amsend", am.target());
        checks.headerHandler("amsend", am.headerHandler());
        Object header = checks.header("amsend", am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.contiguous("amsend", am.data(), am.bytes());
        int counter = checks.targetCounter("amsend", am.target(), am.targetCounter());
        lapi.send(am.target(), am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    void run(XferCommand.Amv am, OriginEvent event) {
        checkTarget("amsendv", am.target());
        checks.headerHandler("amsendv", am.headerHandler());
        Object header = checks.header("amsendv", am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.vector("amsendv", am.origin());
        int counter = checks.targetCounter("amsendv", am.target(), am.targetCounter());
        lapi.send(am.target(), am.headerHandler(), header, data, counter, event, am.completionCounter());
    }

    private void runGathered(XferCommand.Dgsp dgsp) {
        checkTarget("xfer", dgsp.target());
        checks.headerHandler("xfer", dgsp.headerHandler());
        Object header = checks.header("xfer", dgsp.userHeader(), dgsp.userHeaderBytes());
        LapiVector gathered = dgsp.program() == null ? null : dgsp.program().on(dgsp.memory(), dgsp.bytes());
        ActiveVector data = checks.vector("xfer", gathered);
        int counter = checks.targetCounter("xfer", dgsp.target(), dgsp.targetCounter());
        OriginEvent event = new OriginEvent(null, dgsp.sendCompletion());
        lapi.send(dgsp.target(), dgsp.headerHandler(), header, data, counter, event, dgsp.completionCounter());
    }

    private void runLightweight(XferCommand.AmLw am) {
        checkTarget("xfer", am.target());
        checks.headerHandler("xfer", am.headerHandler());
        MemorySegment header = checks.header("xfer", am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.contiguous("xfer", am.data(), am.bytes());
        if (am.userHeaderBytes() + data.lengthBytes() > Lightweight.MAX_BYTES) {
            throw new LapiException(
                    LapiStatus.DATA_LEN,
                    "xfer",
                    "header=" + am.userHeaderBytes() + " length=" + am.bytes() + " most=" + Lightweight.MAX_BYTES);
        }
        lightweight.send(am.target(), am.headerHandler(), header, data);
    }

    private void runMulticast(XferCommand.Multicast multicast) {
        int[] targets = multicast.targets();
        if (targets == null) {
            lapi.checkHandle("xfer");
            throw new LapiException(LapiStatus.TGT, "xfer", "targets=null");
        }
        for (int target : targets) {
            checkTarget("xfer", target);
        }
        checks.headerHandler("xfer", multicast.headerHandler());
        MemorySegment header = checks.header("xfer", multicast.userHeader(), multicast.userHeaderBytes());
        ActiveVector data = checks.contiguous("xfer", multicast.data(), multicast.bytes());
        CounterAddress[] table = multicast.targetCounters();
        checks.counters("xfer", table);
        int[] counters = new int[targets.length];
        for (int i = 0; i < targets.length; i++) {
            counters[i] = checks.targetCounter("xfer", targets[i], table == null ? null : table[targets[i]]);
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
                    targets[i],
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
        checkTarget("put", put.target());
        ActiveVector data = checks.contiguous("put", put.from(), put.bytes());
        checks.address("put", put.target(), put.to(), put.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter("put", put.target(), put.targetCounter());
        if (!direct.put(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.put(put.target(), put.to(), data, counter, event, put.completionCounter());
        }
    }

    void run(XferCommand.Putv put, OriginEvent event) {
        checkTarget("putv", put.target());
        ActiveVector data = checks.vector("putv", put.from());
        checks.remote("putv", put.target(), put.to(), put.from());
        int counter = checks.targetCounter("putv", put.target(), put.targetCounter());
        if (!direct.putv(put.target(), put.to(), data, counter, event, put.completionCounter())) {
            oneSided.putv(put.target(), put.to(), data, counter, event, put.completionCounter());
        }
    }

    void run(XferCommand.Get get, OriginEvent event) {
        checkTarget("get", get.target());
        ActiveVector destination = checks.contiguous("get", get.to(), get.bytes());
        checks.address("get", get.target(), get.from(), get.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter("get", get.target(), get.targetCounter());
        if (!direct.get(get.target(), get.from(), get.bytes(), destination, counter, event)) {
            oneSided.get(get.target(), get.from(), get.bytes(), destination, counter, event);
        }
    }

    void run(XferCommand.Getv get, OriginEvent event) {
        checkTarget("getv", get.target());
        ActiveVector destination = checks.vector("getv", get.to());
        checks.remote("getv", get.target(), get.from(), get.to());
        int counter = checks.targetCounter("getv", get.target(), get.targetCounter());
        if (!direct.getv(get.target(), get.from(), destination, counter, event)) {
            oneSided.getv(get.target(), get.from(), destination, counter, event);
        }
    }

    void run(XferCommand.Rmw rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        checkRmw(rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
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
        lapi.readModifyWrite().start(rmw.target(), what, arrived, event);
    }

    void run(XferCommand.Rmw64 rmw, OriginEvent event) {
        int inputs = rmw.input() == null ? -1 : rmw.input().length;
        checkRmw(rmw.rmw(), rmw.target(), rmw.variable(), inputs, rmw.previous() == null ? 1 : rmw.previous().length);
        long[] previous = rmw.previous();
        long[] input = rmw.input();
        Modification what = new Modification(
                rmw.rmw(), Long.BYTES, rmw.variable(), input[0], input[rmw.rmw().inputs() - 1]);
        LongConsumer arrived = value -> {
            if (previous != null) {
                previous[0] = value;
            }
        };
        lapi.readModifyWrite().start(rmw.target(), what, arrived, event);
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
        lapi.checkHandle(operation);
        checks.target(operation, target);
        purges.check(operation, target);
        lapi.completions().checkReply(operation, target);
    }
}
