package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.memory.MemoryDigest;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * For checked mode: the origin memory of an access, in use until its request is complete. Finds other accesses that are
 * given the same memory, and data that is changed. Begun by the thread that makes the access, ended in an upcall.
 */
final class AccessCheck {
    private final MemoryUses uses;
    private final AccessPlan plan;
    private final RemoteTarget target;
    private final MemoryUses.Use operands; // null: they have been copied
    private final MemoryUses.Use results; // null: none, or not in a row
    private final long digest; // of the operands

    private AccessCheck(MemoryUses uses, AccessPlan plan, RemoteTarget target, boolean hasOperands) {
        this.uses = uses;
        this.plan = plan;
        this.target = target;
        MemorySegment written = plan.results().isWanted() ? plan.results().inUse(plan.length()) : null;
        String text = plan.text(target);
        this.operands = hasOperands && plan.operandLayout() == null
                ? MemoryUses.of(plan.operands(), plan.operandsAt(), plan.length(), false, text)
                : null;
        this.results = written == null ? null : MemoryUses.of(written, 0, plan.length(), true, text);
        this.digest = operands == null ? 0 : digest();
    }

    /**
     * Begins to watch the memory of an access.
     *
     * @param hasOperands whether the operands of the plan are the caller's own
     * @return null unless in checked mode
     * @throws SennitException PENDING when another access has the memory; nothing has begun
     */
    static AccessCheck begin(AccessPlan plan, RemoteTarget target, boolean hasOperands) {
        MemoryUses uses = target.comm().own().process().active().memoryUses();
        if (uses == null) {
            return null;
        }
        AccessCheck check = new AccessCheck(uses, plan, target, hasOperands);
        String other = uses.begin(check.operands, check.results);
        if (other != null) {
            throw new SennitException(
                    ErrorClass.PENDING,
                    "memory of an access that is not complete is used again: " + plan.text(target) + " other: "
                            + other);
        }
        return check;
    }

    private long digest() {
        return MemoryDigest.of(plan.operands(), plan.operandsAt(), plan.length());
    }

    /**
     * Ends the use. Returns what is wrong: the access's own failure, or that its data has been changed; null for
     * nothing.
     */
    SennitException end(SennitException failure) {
        uses.end(operands);
        uses.end(results);
        try {
            if (failure != null || operands == null || digest() == digest) {
                return failure;
            }
        } catch (IllegalStateException | InternalError e) { // an arena closed, a file cut short after the read
            return null;
        }
        return new SennitException(
                ErrorClass.PENDING,
                "the data of an access has been changed before its request was complete: " + plan.text(target));
    }
}
