package org.sennit.jcstress;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.ThreadAwareExecutor;

/**
 * An I/O handler without sockets that asks what epoll's asks, in the same order, and sleeps like {@link OneSleep}: a
 * thread that is asleep when it is over, and was not woken, would have slept for ever.
 *
 * <p>Threads: the leader runs it; the other actor wakes, and calls {@link #over} as its last step.
 */
final class SleepingHandler implements IoHandler, IoHandlerFactory {
    private final boolean isSplit;
    private volatile boolean isWoken;
    private volatile boolean isOver;
    private boolean hasSlept; // by the leader
    private boolean isLost; // by the leader

    SleepingHandler(boolean isSplit) {
        this.isSplit = isSplit;
    }

    @Override
    public int run(IoHandlerContext context) {
        if (!context.canBlock()) {
            return 0;
        }
        if (isSplit) {
            context.deadlineNanos();
            if (!context.canBlock()) {
                return 0;
            }
        }
        hasSlept = true;
        while (!isWoken && !isOver) {
            Thread.onSpinWait();
        }
        isLost |= !isWoken; // after isOver: what the waker did is visible
        isWoken = false;
        context.shouldReportActiveIoTime();
        return 0;
    }

    @Override
    public void wakeup() {
        isWoken = true;
    }

    /** Notes that no further wake-up will come. */
    void over() {
        isOver = true;
    }

    /** Returns 0 if it did not sleep, 1 if it slept and was woken, 2 if it would have slept for ever. */
    int outcome() {
        return isLost ? 2 : hasSlept ? 1 : 0;
    }

    @Override
    public IoHandler newHandler(ThreadAwareExecutor executor) {
        return this;
    }

    @Override
    public boolean isChangingThreadSupported() {
        return true;
    }

    @Override
    public void initialize() {}

    @Override
    public void prepareToDestroy() {}

    @Override
    public void destroy() {}

    @Override
    public IoRegistration register(IoHandle handle) {
        throw new UnsupportedOperationException("no sockets here");
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return false;
    }
}
