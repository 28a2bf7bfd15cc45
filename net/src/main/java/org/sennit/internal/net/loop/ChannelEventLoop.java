package org.sennit.internal.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.Ticker;
import java.util.concurrent.TimeUnit;
import org.sennit.spi.context.RuntimeContext;

/**
 * An event loop of Netty with one I/O handler, apart from the thread that runs it: registration of channels and
 * handles, and termination. Registration runs with the loop held, or is queued for the holder. {@link
 * MigratingEventLoop} is the loop.
 */
public abstract class ChannelEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {
    final RuntimeContext context;
    final IoHandler handler;
    final Promise<Void> termination = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);

    // Written by the closing thread; volatile: before the wake-up, so that the leader then leaves.
    volatile LoopStatus status = LoopStatus.OPEN;

    private final Ticker ticker;
    private boolean isInitialized; // guarded by the hold

    ChannelEventLoop(IoHandlerFactory factory, RuntimeContext context) {
        if (!factory.isChangingThreadSupported()) {
            throw new IllegalArgumentException("the handler is bound to one thread: " + factory);
        }
        this.context = context;
        this.ticker = new ContextTicker(context);
        this.handler = factory.newHandler(this);
    }

    /** Opens the handler's descriptors. Only with the loop held; the first round does it otherwise. */
    public final void initialize() {
        if (!isInitialized) {
            isInitialized = true;
            handler.initialize();
        }
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public IoEventLoopGroup parent() {
        return null;
    }

    @Override
    public Future<IoRegistration> register(IoHandle handle) {
        Promise<IoRegistration> promise = newPromise();
        if (inEventLoop()) {
            register(handle, promise);
        } else {
            execute(() -> register(handle, promise));
        }
        return promise;
    }

    private void register(IoHandle handle, Promise<IoRegistration> promise) {
        try {
            initialize();
            promise.setSuccess(handler.register(handle));
        } catch (Exception e) {
            promise.setFailure(e);
        }
    }

    /**
     * Puts a channel on this loop. Only with the loop held.
     *
     * @param channel a channel of the loop's transport
     * @return what comes of it
     */
    public ChannelFuture adopt(Channel channel) {
        ChannelPromise promise = new DefaultChannelPromise(channel, this);
        channel.unsafe().register(this, promise);
        return promise;
    }

    @Override
    public IoEventLoop next() {
        return this;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel) {
        return adopt(channel);
    }

    @Override
    @Deprecated
    public ChannelFuture register(ChannelPromise promise) {
        promise.channel().unsafe().register(this, promise);
        return promise;
    }

    @Override
    @Deprecated
    public ChannelFuture register(Channel channel, ChannelPromise promise) {
        channel.unsafe().register(this, promise);
        return promise;
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> handleType) {
        return handler.isCompatible(handleType);
    }

    @Override
    public boolean isIoType(Class<? extends IoHandler> handlerType) {
        return handler.getClass().equals(handlerType);
    }

    @Override
    public boolean isShuttingDown() {
        return status != LoopStatus.OPEN;
    }

    @Override
    public boolean isShutdown() {
        return status == LoopStatus.CLOSED;
    }

    @Override
    public boolean isTerminated() {
        return status == LoopStatus.CLOSED;
    }

    @Override
    public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
        close();
        return termination;
    }

    @Override
    @Deprecated
    public void shutdown() {
        close();
    }

    @Override
    public Future<?> terminationFuture() {
        return termination;
    }

    /** Does not wait: see the class comment. */
    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }
}
