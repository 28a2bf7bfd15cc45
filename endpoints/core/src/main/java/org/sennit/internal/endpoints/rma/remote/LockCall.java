package org.sennit.internal.endpoints.rma.remote;

import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.message.SennitException;

/** A call on the lock of a target that counts as an access, and whose answer has no meaning. */
final class LockCall extends OpenAccess implements RemoteAnswer {
    private final RemoteTarget target;

    LockCall(RemoteTarget target) {
        this.target = target;
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
