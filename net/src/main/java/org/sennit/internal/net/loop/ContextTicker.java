package org.sennit.internal.net.loop;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;

/** The clock of the job as Netty's scheduled tasks need it: from 0 at construction. Any thread. */
final class ContextTicker implements Ticker {
    private final RuntimeContext context;
    private final long initialNs;

    ContextTicker(RuntimeContext context) {
        this.context = context;
        this.initialNs = context.nanoTime();
    }

    @Override
    public long initialNanoTime() {
        return initialNs;
    }

    @Override
    public long nanoTime() {
        return context.nanoTime() - initialNs;
    }

    @Override
    public void sleep(long delay, TimeUnit unit) throws InterruptedException {
        long deadlineNs = nanoTime() + unit.toNanos(delay);
        for (long leftNs = unit.toNanos(delay); leftNs > 0; leftNs = deadlineNs - nanoTime()) {
            context.parkNanos(this, leftNs);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }
}
