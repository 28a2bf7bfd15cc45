package org.sennit.shm.match;

import org.sennit.runtime.request.Condition;
import org.sennit.runtime.request.Progress;

/** A progress that does nothing: the tests move messages themselves. */
final class NoProgress implements Progress {
    @Override
    public int poll() {
        return 0;
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) {
        if (!condition.isMet()) {
            throw new AssertionError("would wait for ever");
        }
        return true;
    }

    @Override
    public void signal() {}
}
