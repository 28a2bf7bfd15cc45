package org.sennit.internal.net.loop;

import io.netty.channel.IoHandlerContext;

/** Lets the I/O handler look without waiting. */
final class NonBlockingContext implements IoHandlerContext {
    static final NonBlockingContext INSTANCE = new NonBlockingContext();

    private NonBlockingContext() {}

    @Override
    public boolean canBlock() {
        return false;
    }

    @Override
    public long delayNanos(long currentTimeNanos) {
        return 0;
    }

    @Override
    public long deadlineNanos() {
        return -1;
    }
}
