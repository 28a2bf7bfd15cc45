package org.sennit.jcstress;

import org.sennit.message.Request;
import org.sennit.spi.progress.Progress;

/** An active request with nothing behind it. */
final class StressedRequest extends Request {
    int releases; // by the completer

    StressedRequest(Progress progress) {
        super(progress);
        activate();
    }

    /** As a persistent one. */
    @Override
    public void start() {
        checkStartable();
        activate();
    }

    Progress shownProgress() {
        return progress();
    }

    @Override
    protected void release() {
        releases++;
    }
}
