package org.sennit.internal.endpoints.rma.remote;

import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.message.SennitException;

/** A call on the lock of a target that counts as an access, and whose answer has no meaning. */
final class LockCall extends OpenAccess implements RemoteAnswer {
    private final RemoteTarget target;
    private final WindowCall header;
    private final UnsentCall instead;

    LockCall(RemoteTarget target, byte kind, int lockKind) {
        this.target = target;
        this.header = WindowCall.ofLock(
                kind, target.comm().userContextId(), target.comm().rank(), lockKind);
        this.instead = new UnsentCall(header, this);
    }

    WindowCall header() {
        return header;
    }

    /** Others wait for the lock. */
    @Override
    public void unsent(Throwable cause) {
        target.sendLater(instead);
    }

    @Override
    public void answered(long result) {
        target.end(generation(), 0, false, null);
    }

    @Override
    public void failed(SennitException error) { // the target is lost, and its lock with it
        target.end(generation(), 0, false, null);
    }
}
