package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.update.ElementUpdates;
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
    /** Stores the data of the origin. */
    public AccessRequest put(TargetMemory to, MemorySegment from, DataLayout layout) {
        return begin("put", WindowCall.PUT, to, from, layout, null, null);
    }

    /** Reads the target's data. */
    public AccessRequest get(TargetMemory from, Object memory, MemorySegment to, DataLayout layout) {
        ResultMemory results = ResultMemory.of(memory, to, layout, from.lengthBytes());
        return begin("get", WindowCall.GET, from, null, null, results, null);
    }

    /** Combines the data of the origin with the target's. */
    public AccessRequest update(
            String operation,
            TargetMemory to,
            Update update,
            MemorySegment operands,
            DataLayout layout,
            ResultMemory results) {
        return begin(operation, WindowCall.UPDATE, to, operands, layout, results, update);
    }

    /** Replaces an element if its bits are the expected ones. */
    public AccessRequest swap(
            TargetMemory to, ElementType element, long expected, long replacement, ResultMemory results) {
        MemorySegment operand = MemorySegment.ofArray(new long[1]).asSlice(0, element.bytes());
        ElementUpdates.setBits(element, operand, 0, replacement);
        return addRead(new AccessPlan(
                "compareAndSwap", WindowCall.SWAP, to.copy(), operand, 0, null, results, null, element, expected));
    }

    private AccessRequest addRead(AccessPlan plan) {
        return ready(plan.operation(), plan.to()).addRead(plan);
    }

    /** Returns the target as soon as it has room for another access. */
    private RemoteTarget ready(String operation, TargetMemory to) {
        RemoteTarget target = targets.target(to.target());
        targets.awaitRoom(target, operation);
        return target;
    }

    private AccessRequest begin(
            String operation,
            byte kind,
            TargetMemory to,
            MemorySegment operands,
            DataLayout layout,
            ResultMemory results,
            Update update) {
        long length = to.lengthBytes();
        boolean isShort = to.layout() == null && length <= AccessBatch.MOST_OPERAND_BYTES;
        if (isShort && operands != null && results == null) {
            ready(operation, to).add(to.displacement(), to.offset(), update, operands, layout, length);
            return null;
        }
        MemorySegment data = operands;
        long dataAt = layout == null ? 0 : layout.offsetBytes();
        DataLayout dataLayout = layout == null ? null : layout.orNullIfContiguous();
        boolean isCopied = operands == null || AccessPlan.isCopied(operands, length);
        if (operands != null && isCopied && !isShort) {
            data = AccessPlan.copy(operands, layout, length);
            dataAt = 0;
            dataLayout = null;
        }
        AccessPlan plan = new AccessPlan(
                operation, kind, to.copy(), data, dataAt, dataLayout, results, update, null, results == null ? 0 : 1);
        if (isShort && results != null) {
            return addRead(plan);
        }
        RemoteTarget target = ready(operation, to);
        boolean isAwaited = results != null || !isCopied;
        AccessCheck check = isAwaited ? AccessCheck.begin(plan, target, !isCopied) : null;
        return RemoteAccess.begin(target, plan, isAwaited, check);
    }
}
