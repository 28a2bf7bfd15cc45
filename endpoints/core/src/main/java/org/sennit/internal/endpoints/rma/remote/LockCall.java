package org.sennit.internal.endpoints.rma.remote;

import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.message.SennitException;

/**
 * The call that ends a lock of a target, or the request for it. Made with the request, so that it takes no memory
 * later, and sent once; where the network has taken it and fails nevertheless, again: the target knows it by its
 * number. It counts as an access, and its answer has no meaning.
 */
final class LockCall extends OpenAccess implements RemoteAnswer {
    private final RemoteTarget target;
    private final int lockKind;
    private final long number;
    private final WindowCall header = new WindowCall();
    private final UnsentCall instead = new UnsentCall(header, this);

    /**
     * Makes the call of a lock.
     *
     * @param lockKind as in {@link org.sennit.internal.endpoints.rma.lock.PartLocks}
     * @param number of the request for the lock, among those of its origin to the target
     */
    LockCall(RemoteTarget target, int lockKind, long number) {
        this.target = target;
        this.lockKind = lockKind;
        this.number = number;
    }

    /** Returns the header of the request that this call will end. */
    WindowCall request(int askedKind) {
        return new WindowCall()
                .begin(
                        WindowCall.LOCK,
                        target.comm().userContextId(),
                        target.comm().rank(),
                        number)
                .value(askedKind);
    }

    /** Says what it does; returns its header. */
    WindowCall header(byte kind) {
        return header.begin(kind, target.comm().userContextId(), target.comm().rank(), number)
                .value(lockKind);
    }

    /** Others wait for the lock. */
    @Override
    public void unsent(Throwable cause) {
        if (cause instanceof VirtualMachineError) {
            target.sendLater(instead);
        } else {
            answered(0); // it would fail again
        }
    }

    @Override
    public void answered(long result) {
        target.end(generation(), 0, false, null);
    }

    @Override
    public void failed(SennitException error) { // the target is lost, and its lock with it
        answered(0);
    }
}
