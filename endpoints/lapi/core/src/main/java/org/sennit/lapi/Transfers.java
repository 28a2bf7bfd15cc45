package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;

/**
 * Checks the arguments of operations in their order, and starts them: on the memory of the target where that is at
 * hand, else by active messages. Any thread.
 */
final class Transfers {
    private final LapiTask lapi;
    private final Checks checks;
    private final Purges purges;
    private final DirectAccess direct;
    private final OneSided oneSided;
    private final ReadModifyWrite readModifyWrite;
    private final Lightweight lightweight;

    Transfers(
            LapiTask lapi,
            Checks checks,
            Purges purges,
            DirectAccess direct,
            OneSided oneSided,
            ReadModifyWrite readModifyWrite,
            Lightweight lightweight) {
        this.lapi = lapi;
        this.checks = checks;
        this.purges = purges;
        this.direct = direct;
        this.oneSided = oneSided;
        this.readModifyWrite = readModifyWrite;
        this.lightweight = lightweight;
    }

    /** Starts an operation whose origin event is a callback. */
    void run(XferCommand command) {
        switch (command) {
            case XferCommand.Am am -> run(am);
            case XferCommand.Amv am -> run(am);
            case XferCommand.AmLw am -> runLightweight(am);
            case XferCommand.Dgsp dgsp -> runGathered(dgsp);
            case XferCommand.Multicast multicast -> runMulticast(multicast);
            case XferCommand.Rdma rdma -> runRdma(rdma);
            case XferCommand.Put put ->
                put(
                        put.target(),
                        put.bytes(),
                        put.to(),
                        put.from(),
                        put.targetCounter(),
                        calling(put.sendCompletion()),
                        put.completionCounter());
            case XferCommand.Putv put ->
                putv(
                        put.target(),
                        put.to(),
                        put.from(),
                        put.targetCounter(),
                        calling(put.sendCompletion()),
                        put.completionCounter());
            case XferCommand.Get get ->
                get(get.target(), get.bytes(), get.from(), get.to(), get.targetCounter(), calling(get.completion()));
            case XferCommand.Getv get ->
                getv(get.target(), get.from(), get.to(), get.targetCounter(), calling(get.completion()));
            case XferCommand.Rmw rmw ->
                rmw(rmw.rmw(), rmw.target(), rmw.variable(), rmw.input(), rmw.previous(), calling(rmw.completion()));
            case XferCommand.Rmw64 rmw ->
                rmw64(rmw.rmw(), rmw.target(), rmw.variable(), rmw.input(), rmw.previous(), calling(rmw.completion()));
            case null -> throw lapi.call("xfer").wrong(LapiStatus.XFER_CMD, "command=null");
        }
    }

    private static OriginEvent calling(Runnable callback) {
        return callback == null ? OriginEvent.NONE : new OriginEvent(null, callback);
    }

    private void run(XferCommand.Am am) {
        Call call = begin("amsend", am.target());
        MemorySegment header = checks.header(call, am.headerHandler(), am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.data(call, am.data(), am.bytes());
        int counter = checks.targetCounter(call, am.targetCounter());
        OriginEvent event = calling(am.sendCompletion());
        int number = HandlerNumbers.of(LapiOperation.AMSEND, am.headerHandler());
        lapi.send(call, number, header, data, counter, event, am.completionCounter());
    }

    private void run(XferCommand.Amv am) {
        Call call = begin("amsendv", am.target());
        MemorySegment header = checks.header(call, am.headerHandler(), am.userHeader(), am.userHeaderBytes());
        ActiveVector data = checks.data(call, am.origin());
        int counter = checks.targetCounter(call, am.targetCounter());
        OriginEvent event = calling(am.sendCompletion());
        int number = HandlerNumbers.of(LapiOperation.AMSENDV, am.headerHandler());
        lapi.send(call, number, header, data, counter, event, am.completionCounter());
    }

    private void runGathered(XferCommand.Dgsp dgsp) {
        Call call = begin("xfer", dgsp.target());
        checks.headerHandler(call, dgsp.headerHandler());
        Object header = checks.header(call, dgsp.userHeader(), dgsp.userHeaderBytes());
        LapiVector gathered = dgsp.program() == null ? null : dgsp.program().on(dgsp.memory(), dgsp.bytes());
        ActiveVector data = checks.data(call, gathered);
        int counter = checks.targetCounter(call, dgsp.targetCounter());
        OriginEvent event = calling(dgsp.sendCompletion());
        int number = HandlerNumbers.of(LapiOperation.DGSP, dgsp.headerHandler());
        lapi.send(call, number, header, data, counter, event, dgsp.completionCounter());
    }

    private void runLightweight(XferCommand.AmLw am) {
        Call call = begin("xfer", am.target());
        checks.headerHandler(call, am.headerHandler());
        MemorySegment header = checks.lightweightHeader(call, am.userHeader(), am.userHeaderBytes());
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
        int number = HandlerNumbers.of(LapiOperation.MULTICAST, multicast.headerHandler());
        for (int i = 0; i < targets.length; i++) {
            lapi.send(calls[i], number, header, data, counters[i], event, multicast.completionCounter());
        }
        if (targets.length == 0) {
            whole.happens();
        }
    }

    private void runRdma(XferCommand.Rdma rdma) {
        Call call = begin("xfer", rdma.target());
        if (rdma.direction() == null) {
            throw call.wrong(LapiStatus.XFER_CMD, "direction=null");
        }
        boolean isGet = rdma.direction() == RdmaDirection.GET;
        ActiveVector local = checks.registered(call, lapi.regions(), rdma.local(), rdma.bytes(), isGet);
        checks.address(call, rdma.remote(), rdma.bytes(), LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter(call, rdma.targetCounter());
        if (isGet) {
            OriginEvent event = new OriginEvent(rdma.completionCounter(), rdma.completion());
            get(LapiOperation.RDMA, call, rdma.remote(), rdma.bytes(), local, counter, event);
        } else {
            OriginEvent event = calling(rdma.completion());
            put(LapiOperation.RDMA, call, rdma.remote(), local, counter, event, rdma.completionCounter());
        }
    }

    void put(
            int target,
            long bytes,
            RemoteAddress to,
            @Memory Object from,
            CounterAddress targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        Call call = begin("put", target);
        ActiveVector data = checks.data(call, from, bytes);
        checks.address(call, to, bytes, LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter(call, targetCounter);
        put(LapiOperation.PUT, call, to, data, counter, event, completion);
    }

    private void put(
            LapiOperation kind,
            Call call,
            RemoteAddress to,
            ActiveVector data,
            int counter,
            OriginEvent event,
            LapiCounter completion) {
        if (!direct.put(call.target(), to, data, counter, event, completion)) {
            oneSided.put(kind, call, to, data, counter, event, completion);
        }
    }

    void putv(
            int target,
            RemoteVector to,
            LapiVector from,
            CounterAddress targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        Call call = begin("putv", target);
        ActiveVector data = checks.data(call, from);
        checks.remote(call, to, from);
        int counter = checks.targetCounter(call, targetCounter);
        if (!direct.putv(target, to, data, counter, event, completion)) {
            oneSided.putv(call, to, data, counter, event, completion);
        }
    }

    void get(
            int target,
            long bytes,
            RemoteAddress from,
            @Memory Object to,
            CounterAddress targetCounter,
            OriginEvent event) {
        Call call = begin("get", target);
        ActiveVector destination = checks.contiguous(call, to, bytes);
        checks.address(call, from, bytes, LapiStatus.TGT_ADDR_NULL);
        int counter = checks.targetCounter(call, targetCounter);
        get(LapiOperation.GET, call, from, bytes, destination, counter, event);
    }

    private void get(
            LapiOperation kind,
            Call call,
            RemoteAddress from,
            long bytes,
            ActiveVector to,
            int counter,
            OriginEvent event) {
        if (!direct.get(call.target(), from, bytes, to, counter, event)) {
            oneSided.get(kind, call, from, bytes, to, counter, event);
        }
    }

    void getv(int target, RemoteVector from, LapiVector to, CounterAddress targetCounter, OriginEvent event) {
        Call call = begin("getv", target);
        ActiveVector destination = checks.vector(call, to);
        checks.remote(call, from, to);
        int counter = checks.targetCounter(call, targetCounter);
        if (!direct.getv(target, from, destination, counter, event)) {
            oneSided.getv(call, from, destination, counter, event);
        }
    }

    void rmw(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            int[] input,
            int[] previous,
            OriginEvent event) {
        int inputs = input == null ? -1 : input.length;
        Call call = checkRmw(operation, target, variable, inputs, previous == null ? 1 : previous.length);
        int second = input[operation.inputs() - 1];
        if (readModifyWrite.isApplied(operation, target, variable, Integer.BYTES, input[0], second, previous)) {
            direct.endModification(target, event);
        } else {
            HeaderRoom room = readModifyWrite.described(operation, Integer.BYTES, variable, input[0], second);
            readModifyWrite.send(call, room, previous, event);
        }
    }

    void rmw64(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            long[] input,
            long[] previous,
            OriginEvent event) {
        int inputs = input == null ? -1 : input.length;
        Call call = checkRmw(operation, target, variable, inputs, previous == null ? 1 : previous.length);
        long second = input[operation.inputs() - 1];
        if (readModifyWrite.isApplied(operation, target, variable, Long.BYTES, input[0], second, previous)) {
            direct.endModification(target, event);
        } else {
            HeaderRoom room = readModifyWrite.described(operation, Long.BYTES, variable, input[0], second);
            readModifyWrite.send(call, room, previous, event);
        }
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
    Call begin(String operation, int target) {
        lapi.checkHandle(operation);
        Call call = lapi.call(operation, target);
        checks.target(call);
        purges.check(call);
        Replying.check(lapi, call);
        return call;
    }
}
