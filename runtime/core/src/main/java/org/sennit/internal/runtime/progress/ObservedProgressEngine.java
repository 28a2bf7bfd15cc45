package org.sennit.internal.runtime.progress;

import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Condition;

/** The progress of an observed endpoint: reports its waits. Threads as for {@link ProgressEngine}. */
public final class ObservedProgressEngine extends ProgressEngine {
    private final WaitObserver observer;

    /**
     * Makes the engine of an endpoint.
     *
     * @param context clock and parking
     * @param health asked by every wait
     * @param waits what its waits work with
     * @param network the process's network, or null without one
     * @param observer notified of each wait
     */
    public ObservedProgressEngine(
            RuntimeContext context,
            JobHealth health,
            WaitResources waits,
            WorkSource inbox,
            WorkSource network,
            WaitObserver observer) {
        super(context, health, waits, inbox, network);
        this.observer = observer;
    }

    @Override
    public void callBegins() {
        observer.waitBegins();
    }

    @Override
    public void callEnds() {
        observer.waitEnds();
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) {
        observer.waitBegins();
        try {
            return super.await(condition, timeoutNs);
        } finally {
            observer.waitEnds();
        }
    }
}
