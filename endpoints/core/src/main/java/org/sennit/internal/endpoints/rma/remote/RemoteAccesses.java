package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * Accesses to members in other processes; the caller has checked the arguments. Each returns a request that is complete
 * when the origin's memory is the caller's again, with the results; null when it is so on return, with the access under
 * way. Belongs to the thread that drives the endpoint.
 *
 * @param targets the members; null where there are none
 */
public record RemoteAccesses(RemoteTargets targets) {
    /**
     * Stores the data of the origin.
     *
     * @param isBlocking whether the caller waits for the request and gives it back
     */
    public AccessRequest put(TargetMemory to, MemorySegment from, DataLayout layout, boolean isBlocking) {
        if (isShort(to)) {
            add("put", to, null, from, layout);
            return null;
        }
        RemoteAccess access = access(isBlocking || AccessPlan.isCopied(from, to.lengthBytes()));
        access.plan().set("put", WindowCall.PUT, to, null);
        return begin(access, from, layout);
    }

    /**
     * Reads the target's data.
     *
     * @param results copied
     * @param isBlocking whether the caller waits for the request and gives it back
     */
    public AccessRequest get(TargetMemory from, ResultMemory results, boolean isBlocking) {
        RemoteAccess access = access(isBlocking);
        access.plan().set("get", WindowCall.GET, from, results);
        return isShort(from) ? addRead(access, isBlocking) : begin(access, null, null);
    }

    /**
     * Combines the data of the origin with the target's.
     *
     * @param results null: not wanted; copied
     * @param isBlocking whether the caller waits for the request and gives it back
     */
    public AccessRequest update(
            String operation,
            TargetMemory to,
            Update update,
            MemorySegment operands,
            DataLayout layout,
            ResultMemory results,
            boolean isBlocking) {
        if (isShort(to) && operands != null && results == null) {
            add(operation, to, update, operands, layout);
            return null;
        }
        boolean isCopied = operands == null || AccessPlan.isCopied(operands, to.lengthBytes());
        RemoteAccess access = access(isBlocking || results == null && isCopied);
        AccessPlan plan = access.plan();
        plan.set(operation, WindowCall.UPDATE, to, results).update(update);
        if (!isShort(to) || results == null) {
            return begin(access, operands, layout);
        }
        if (operands != null) {
            plan.operands(operands, layout);
        }
        return addRead(access, isBlocking);
    }

    /**
     * Replaces an element if its bits are the expected ones.
     *
     * @param results copied
     * @param isBlocking whether the caller waits for the request and gives it back
     */
    public AccessRequest swap(
            TargetMemory to,
            ElementType element,
            long expected,
            long replacement,
            ResultMemory results,
            boolean isBlocking) {
        RemoteAccess access = access(isBlocking);
        access.plan().set("compareAndSwap", WindowCall.SWAP, to, results).swap(element, expected, replacement);
        return addRead(access, isBlocking);
    }

    private static boolean isShort(TargetMemory to) {
        return to.layout() == null && to.lengthBytes() <= AccessBatch.MOST_OPERAND_BYTES;
    }

    private RemoteAccess access(boolean isGivenBack) {
        return isGivenBack ? targets.takeAccess() : targets.newAccess();
    }

    private void add(String operation, TargetMemory to, Update update, MemorySegment operands, DataLayout layout) {
        ready(operation, to).add(to.displacement(), to.offset(), update, operands, layout, to.lengthBytes());
    }

    private AccessRequest addRead(RemoteAccess access, boolean isBlocking) {
        AccessPlan plan = access.plan();
        return ready(plan.operation(), plan.to()).addRead(access, isBlocking);
    }

    /** Returns the target as soon as it has room for another access. */
    private RemoteTarget ready(String operation, TargetMemory to) {
        RemoteTarget target = targets.target(to.target());
        targets.awaitRoom(target, operation);
        return target;
    }

    /** Begins an access that travels alone; returns null when the origin's memory is the caller's on return. */
    private AccessRequest begin(RemoteAccess access, MemorySegment operands, DataLayout layout) {
        AccessPlan plan = access.plan();
        boolean isCopied = operands == null || AccessPlan.isCopied(operands, plan.length());
        if (operands != null && isCopied) {
            plan.copyOf(operands, layout);
        } else if (operands != null) {
            plan.operands(operands, layout);
        }
        RemoteTarget target = ready(plan.operation(), plan.to());
        boolean isAwaited = plan.results().isWanted() || !isCopied;
        AccessCheck check = isAwaited ? AccessCheck.begin(plan, target, !isCopied) : null;
        return access.begin(target, isAwaited, check);
    }
}
