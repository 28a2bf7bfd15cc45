package org.sennit.ownership;

import java.lang.foreign.MemorySegment;
import org.agrona.MutableDirectBuffer;
import org.sennit.internal.opi.pool.Block;
import org.sennit.internal.runtime.trace.CallSite;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A handle for one owner: once it is dead, each use is an error that names the line where it died and the line of the
 * use.
 */
final class CheckedBuffer extends OwnedBuffer {
    private final OwnershipCheck check;
    private final CallSite allocation; // null: not sampled

    // Guarded by the check.
    CheckedBuffer newer;
    CheckedBuffer older;

    // Volatile, set once under this object's monitor: how it died and where; read by any thread that uses the handle.
    private volatile Death death;

    // Owner only.
    private RevocableView view; // null until it is asked for
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
    Block end(String operation, int peer, int tag) {
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
        return revocable().slice(lengthPlain());
    }

    @Override
    public MutableDirectBuffer agrona() {
        use("agrona");
        RevocableView present = revocable();
        if (agronaTarget == null) {
            agronaTarget = new AgronaView(present.slice(block().capacity())); // its ByteBuffer dies with the view
        }
        MutableDirectBuffer target = agronaTarget.of(lengthPlain(), pool());
        if (agrona == null) {
            agrona = CheckedAgronaView.of(this, target);
        }
        return agrona;
    }

    /** Returns the view that dies with this handle. */
    private RevocableView revocable() {
        if (view == null || !view.isOfThisThread()) {
            view = new RevocableView(block().memory(), check.isOfMany());
            agronaTarget = null;
            agrona = null;
        }
        return view;
    }

    /** Returns a call of an Agrona view whose result would outlive the buffer. */
    SennitException unchecked(String operation) {
        return pool().raised(misuse(
                "no address of a checked buffer is given, since it would outlive the buffer (use byteBuffer() or"
                        + " segment(), which die with it, or copy)",
                operation,
                ""));
    }
}
