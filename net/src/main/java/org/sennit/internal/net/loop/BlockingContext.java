package org.sennit.internal.net.loop;

import io.netty.channel.IoHandlerContext;
import org.sennit.spi.network.NetworkWaiter;

/**
 * Answers the I/O handler whether a leader may block, and for how long. Used by the leader; the three flags are read by
 * others.
 *
 * <p>Split mode stands on the order of epoll's questions in Netty 4.2.18: canBlock, deadlineNanos, canBlock, the wait,
 * shouldReportActiveIoTime. The leader drops the hold in the second canBlock and takes it back in
 * shouldReportActiveIoTime, or after the run at the latest. NIO never asks for deadlineNanos, so it never arms.
 */
final class BlockingContext implements IoHandlerContext {
    private final HeldEventLoop loop;
    private final boolean isSplitWanted;

    // Written by the leader; volatile: the write of true comes before the second look at tasks and waiter, and pairs
    // with the thread that offers a task or makes the waiter ready first and then looks here.
    private volatile boolean isBlocked;

    // Written by the leader, while it holds for true, and after it has taken the hold back for false; read by holders.
    private volatile boolean isDropped;

    // the leader's own
    private NetworkWaiter waiter;
    private long endNs; // on the ticker; Long.MAX_VALUE: no limit
    private boolean isArmed;
    private boolean wasInterrupted;

    // written by the leader before it drops the hold, read by holders while it is dropped; -1: none
    private long armedDeadlineNs;

    BlockingContext(HeldEventLoop loop, boolean isSplitWanted) {
        this.loop = loop;
        this.isSplitWanted = isSplitWanted;
    }

    /** Called before the leader runs the handler. */
    void arm(NetworkWaiter waiter, long leftNs) {
        this.waiter = waiter;
        long now = loop.ticker().nanoTime();
        endNs = leftNs > Long.MAX_VALUE - now ? Long.MAX_VALUE : now + leftNs;
        isArmed = false;
    }

    /** Called when the handler has run: the leader holds the loop again, whatever happened in the handler. */
    void afterRun() {
        if (isDropped) {
            retake();
        }
        if (isBlocked) {
            isBlocked = false;
        }
        isArmed = false;
    }

    boolean isBlocked() {
        return isBlocked;
    }

    boolean isDropped() {
        return isDropped;
    }

    /** Returns whether the leader blocks and holds the loop meanwhile. */
    boolean isHoldingBlocked() {
        return isBlocked && !isDropped;
    }

    /** Returns whether the leader would sleep past the next timer; only for a holder while the hold is dropped. */
    boolean isTimerEarlierThanArmed() {
        long timerNs = loop.nextTimerNs();
        return timerNs != -1 && (armedDeadlineNs == -1 || timerNs - armedDeadlineNs < 0);
    }

    boolean takeInterrupt() {
        boolean was = wasInterrupted;
        wasInterrupted = false;
        return was;
    }

    @Override
    public boolean canBlock() {
        noteInterrupt();
        if (!loop.mayBlockWithoutTimers() || loop.hasWorkOrDueTimer() || waiter.isReady()) {
            isBlocked = false;
            return false;
        }
        isBlocked = true;
        if (isArmed) {
            isDropped = true;
            loop.drop();
        }
        // the second look, after publishing: timers are not ours to read once the hold is dropped, and have not changed
        if (!loop.mayBlockWithoutTimers() || waiter.isReady()) {
            if (isDropped) {
                retake();
            }
            isBlocked = false;
            return false;
        }
        return true;
    }

    /** Returns the deadline; called by the epoll handler between its two calls of canBlock. */
    @Override
    public long deadlineNanos() {
        long timerNs = loop.nextTimerNs();
        long deadlineNs;
        if (endNs == Long.MAX_VALUE) {
            deadlineNs = timerNs;
        } else {
            deadlineNs = timerNs == -1 || timerNs - endNs > 0 ? endNs : timerNs;
        }
        armedDeadlineNs = deadlineNs;
        isArmed = isSplitWanted;
        return deadlineNs;
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
        noteInterrupt();
        long deadlineNs = isArmed ? armedDeadlineNs : deadlineWithoutArming();
        return deadlineNs == -1
                ? Long.MAX_VALUE
                : Math.max(0, deadlineNs - loop.ticker().nanoTime());
    }

    private long deadlineWithoutArming() {
        boolean wasArmed = isArmed;
        long deadlineNs = deadlineNanos();
        isArmed = wasArmed;
        return deadlineNs;
    }

    /** Returns the first question after epoll's wait. */
    @Override
    public boolean shouldReportActiveIoTime() {
        if (isDropped) {
            retake();
        }
        if (isBlocked) {
            isBlocked = false;
        }
        return false;
    }

    private void retake() {
        loop.retake();
        isDropped = false;
    }

    /** Remembers the interrupt status until the end of the wait, because NIO's select clears it. */
    private void noteInterrupt() {
        if (Thread.interrupted()) {
            wasInterrupted = true;
        }
    }
}
