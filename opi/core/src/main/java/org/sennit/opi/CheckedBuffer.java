package org.sennit.opi;

import java.lang.foreign.MemorySegment;
import org.agrona.MutableDirectBuffer;
import org.sennit.opi.pool.Block;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.trace.CallSite;

/** A handle that serves one owner: when it is dead, each use is an error that says where it died and where it is used. */
final class CheckedBuffer extends OwnedBuffer {
    private final OwnershipCheck check;
    private final CallSite allocation; // null: not sampled

    // Guarded by the check.
    CheckedBuffer newer;
    CheckedBuffer older;

    // Volatile, set once under this object's monitor: where and how it died; read by whoever uses it.
    private volatile Death death;

    // Owner only.
    private RevocableView view; // null: never asked for
    private AgronaView agronaTarget;
    private MutableDirectBuffer agrona;

    private record Death(CallSite site, int peer, int tag) {
        @Override
        public String toString() {
            String how = site.operation().startsWith("end") ? site.operation() : OwnershipCheck.words(site);
            return how + (peer == -1 && tag == -1 ? "" : " (peer=" + peer + " tag=" + tag + ")");
        }
    }

    CheckedBuffer(OwnershipCheck check, Block block, long length, CallSite allocation) {
        super(block, check.pool(), length);
        this.check = check;
        this.allocation = allocation;
    }

    String placeOfAllocation() {
        return OwnershipCheck.words(allocation);
    }

    @Override
    void use(String operation) {
        try {
            check(operation);
        } catch (SennitException e) {
            throw pool().raised(e);
        }
    }

    @Override
    void check(String operation) {
        Death known = death;
        if (known != null) {
            throw misuse("a buffer is used that was given or freed before: it ended by " + known, operation, "");
        }
        if (!check.isDriver()) {
            throw misuse("a buffer is used by a thread that does not own it", operation, " " + check.threads());
        }
    }

    private SennitException misuse(String what, String operation, String more) {
        return new SennitException(
                ErrorClass.BUFFER,
                what + ": operation=" + operation + " at="
                        + check.places().of(operation).place() + " " + pool().describe() + " " + describe() + more);
    }

    @Override
    String describe() {
        return "length=" + lengthPlain() + " capacity=" + block().capacity() + " allocated by " + placeOfAllocation();
    }

    @Override
    Block end(OwnershipPool by, String operation, int peer, int tag) {
        CallSite site = check.places().of(operation);
        synchronized (this) {
            if (death == null) {
                death = new Death(site, peer, tag);
                site = null;
            }
        }
        if (site != null) {
            check(operation); // throws
        }
        check.forget(this);
        if (view != null) {
            view.revoke();
        }
        return block();
    }

    @Override
    @Consumes
    public void free() {
        pool().free(this);
    }

    @Override
    public MemorySegment segment() {
        use("segment");
        if (view == null || !view.isOfThisThread()) {
            view = new RevocableView(block().memory(), check.isOfMany());
        }
        return view.slice(lengthPlain());
    }

    @Override
    public MutableDirectBuffer agrona() {
        use("agrona");
        if (agronaTarget == null) {
            agronaTarget = new AgronaView(block().memory());
        }
        MutableDirectBuffer target = agronaTarget.of(lengthPlain(), pool());
        if (agrona == null) {
            agrona = CheckedAgronaView.of(this, target);
        }
        return agrona;
    }
}
