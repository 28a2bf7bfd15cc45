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
    public AccessRequest put(
            int rank, long displacement, TargetMemory to, MemorySegment from, DataLayout layout, long length) {
        return begin("put", rank, displacement, WindowCall.PUT, to, from, layout, null, null, length);
    }

    /** Reads the target's data. */
    public AccessRequest get(
            int rank,
            long displacement,
            TargetMemory from,
            Object memory,
            MemorySegment to,
            DataLayout layout,
            long length) {
        ResultMemory results = ResultMemory.of(memory, to, layout, length);
        return begin("get", rank, displacement, WindowCall.GET, from, null, null, results, null, length);
    }

    /** Combines the data of the origin with the target's. */
    public AccessRequest update(
            String operation,
            int rank,
            long displacement,
            TargetMemory to,
            Update update,
            MemorySegment operands,
            DataLayout layout,
            ResultMemory results,
            long length) {
        return begin(operation, rank, displacement, WindowCall.UPDATE, to, operands, layout, results, update, length);
    }

    /** Replaces an element if its bits are the expected ones. */
    public AccessRequest swap(
            int rank,
            long displacement,
            TargetMemory to,
            ElementType element,
            long expected,
            long replacement,
            ResultMemory results) {
        MemorySegment operand = MemorySegment.ofArray(new long[1]).asSlice(0, element.bytes());
        ElementUpdates.setBits(element, operand, 0, replacement);
        AccessPlan plan = new AccessPlan(
                "compareAndSwap",
                displacement,
                WindowCall.SWAP,
                to,
                element.bytes(),
                operand,
                0,
                null,
                results,
                null,
                element,
                expected);
        return addRead(rank, plan);
    }

    private AccessRequest addRead(int rank, AccessPlan plan) {
        RemoteTarget target = targets.target(rank);
        targets.awaitRoom(target, plan.operation());
        return target.addRead(plan);
    }

    private AccessRequest begin(
            String operation,
            int rank,
            long displacement,
            byte kind,
            TargetMemory to,
            MemorySegment operands,
            DataLayout layout,
            ResultMemory results,
            Update update,
            long length) {
        boolean isShort = to.layout() == null && length <= AccessBatch.MOST_OPERAND_BYTES;
        if (isShort && operands != null && results == null) {
            RemoteTarget target = targets.target(rank);
            targets.awaitRoom(target, operation);
            target.add(displacement, to.offset(), update, operands, layout, length);
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
                operation,
                displacement,
                kind,
                to,
                length,
                data,
                dataAt,
                dataLayout,
                results,
                update,
                null,
                results == null ? 0 : 1);
        if (isShort && results != null) {
            return addRead(rank, plan);
        }
        RemoteTarget target = targets.target(rank);
        targets.awaitRoom(target, plan.operation());
        boolean isAwaited = results != null || !isCopied;
        AccessCheck check = isAwaited ? AccessCheck.begin(plan, target, !isCopied) : null;
        return RemoteAccess.begin(target, plan, isAwaited, check);
    }
}
