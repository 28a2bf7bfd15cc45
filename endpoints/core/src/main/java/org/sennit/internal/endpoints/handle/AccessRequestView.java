package org.sennit.internal.endpoints.handle;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.sennit.AccessRequests;
import org.sennit.Operation;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.endpoints.rma.Accesses;
import org.sennit.internal.endpoints.rma.WindowState;
import org.sennit.internal.endpoints.rma.remote.AccessRequest;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** Accesses with a request, which is complete at once where the caller has worked on the target's memory itself. */
record AccessRequestView(UnaryOperator<SennitException> raised, WindowState window, Accesses accesses)
        implements AccessRequests {
    private Request run(String operation, int target, Supplier<AccessRequest> access) {
        ProgressEngine progress = window.comm().endpoint().progress();
        try {
            progress.beginCall(operation);
            accesses.requirePassive(operation, target);
            AccessRequest started = access.get();
            progress.endCall(operation);
            return started != null
                    ? started.reportTo(raised)
                    : CompletedRequest.of(progress, target, PointToPoint.ANY_TAG, 0);
        } catch (RuntimeException | Error e) {
            progress.failCall();
            if (e instanceof SennitException error) {
                throw raised.apply(error);
            }
            throw e;
        }
    }

    @Override
    public Request put(@Memory Object origin, int target, long displacement) {
        return run("nonblocking().put", target, () -> accesses.startPut(origin, target, displacement));
    }

    @Override
    public Request put(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        return run(
                "nonblocking().put",
                target,
                () -> accesses.startPut(origin, originLayout, target, displacement, targetLayout));
    }

    @Override
    public Request get(@Memory Object origin, int target, long displacement) {
        return run("nonblocking().get", target, () -> accesses.startGet(origin, target, displacement));
    }

    @Override
    public Request get(
            @Memory Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        return run(
                "nonblocking().get",
                target,
                () -> accesses.startGet(origin, originLayout, target, displacement, targetLayout));
    }

    @Override
    public Request accumulate(@Memory Object origin, int target, long displacement, Operation operation) {
        return accumulate(origin, MemoryViews.layoutOf(origin), target, displacement, null, operation);
    }

    @Override
    public Request accumulate(
            @Memory Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation) {
        return run(
                "nonblocking().accumulate",
                target,
                () -> accesses.startAccumulate(
                        origin, originLayout, target, displacement, targetLayout, (Reduction) operation));
    }

    @Override
    public Request getAccumulate(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        return getAccumulate(
                origin,
                MemoryViews.layoutOf(origin),
                result,
                MemoryViews.layoutOf(result),
                target,
                displacement,
                null,
                operation);
    }

    @Override
    public Request getAccumulate(
            @Memory Object origin,
            DataLayout originLayout,
            @Memory Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Operation operation) {
        return run(
                "nonblocking().getAccumulate",
                target,
                () -> accesses.startGetAccumulate(
                        origin, originLayout, result, resultLayout, target, displacement, targetLayout, (Reduction)
                                operation));
    }

    @Override
    public Request fetchAndOp(
            @Memory Object origin, @Memory Object result, int target, long displacement, Operation operation) {
        return fetchAndOp(origin, result, MemoryViews.layoutOf(result), target, displacement, operation);
    }

    @Override
    public Request fetchAndOp(
            @Memory Object origin,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement,
            Operation operation) {
        return run(
                "nonblocking().fetchAndOp",
                target,
                () -> accesses.startFetchAndOp(origin, result, type, target, displacement, (Reduction) operation));
    }

    @Override
    public Request compareAndSwap(
            @Memory Object origin, @Memory Object expected, @Memory Object result, int target, long displacement) {
        return compareAndSwap(origin, expected, result, MemoryViews.layoutOf(result), target, displacement);
    }

    @Override
    public Request compareAndSwap(
            @Memory Object origin,
            @Memory Object expected,
            @Memory Object result,
            DataLayout type,
            int target,
            long displacement) {
        return run(
                "nonblocking().compareAndSwap",
                target,
                () -> accesses.startCompareAndSwap(origin, expected, result, type, target, displacement));
    }
}
