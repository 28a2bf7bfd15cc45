package org.sennit.internal.runtime.progress;

import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;

/** The progress of an endpoint in checked mode: a poll or wait while another thread uses the endpoint is an error. */
public final class CheckedProgressEngine extends ProgressEngine {
    private final SingleThreadCheck use;

    /**
     * Makes the engine of an endpoint.
     *
     * @param context clock and parking
     * @param health asked by every wait
     * @param waits what its waits work with
     * @param network the process's network, or null without one
     * @param use the check that one thread at a time uses the endpoint
     */
    public CheckedProgressEngine(
            RuntimeContext context,
            JobHealth health,
            WaitResources waits,
            WorkSource inbox,
            WorkSource network,
            SingleThreadCheck use) {
        super(context, health, waits, inbox, network, false);
        this.use = use;
    }

    @Override
    public void beginCall(Object what) {
        use.enter(what);
    }

    @Override
    public void endCall(Object what) {
        use.leave();
    }

    @Override
    public void failCall() {
        use.leaveIfUser();
    }

    @Override
    public int poll() {
        use.enter("test");
        try {
            return super.poll();
        } finally {
            use.leave();
        }
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) {
        use.enter(condition);
        try {
            return super.await(condition, timeoutNs);
        } finally {
            use.leave();
        }
    }
}
