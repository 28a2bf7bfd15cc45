package org.sennit.internal.endpoints.handle;

import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.sennit.AccessRequests;
import org.sennit.Operation;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.p2p.PointToPoint;
import org.sennit.internal.endpoints.rma.AccessRequest;
import org.sennit.internal.endpoints.rma.Accesses;
import org.sennit.internal.endpoints.rma.WindowState;
import org.sennit.message.DataLayout;
import org.sennit.message.Memory;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** Accesses with a request, which is complete at once where the caller has worked on the target's memory itself. */
record AccessRequestView(UnaryOperator<SennitException> raised, WindowState window, Accesses accesses)
        implements AccessRequests {
    private Request run(String operation, int target, Supplier<AccessRequest> access) {
        try {
            accesses.requirePassive(operation, target);
            AccessRequest started = access.get();
            if (started != null) {
                return started.reportTo(raised);
            }
            return CompletedRequest.of(window.comm().endpoint().progress(), target, PointToPoint.ANY_TAG, 0);
        } catch (SennitException e) {
            throw raised.apply(e);
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
}
