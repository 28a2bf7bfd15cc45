package org.sennit.net.loop;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.Ticker;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.netmod.NetworkWaiter;
import org.slf4j.LoggerFactory;

/**
 * A Netty event loop that belongs to whoever holds it: senders hold it for a write, pollers for one look, and of the
 * threads that wait one leads, blocked in the kernel, while the others follow, parked. Any thread may call any method;
 * what needs the loop held says so.
 *
 * <p>Two locks. The <em>holder</em> owns all state of channels and connections and is, to Netty, "in the event loop". The
 * <em>leader</em> owns the right to run the I/O handler. In split mode (epoll only) the leader drops the hold just before
 * it blocks and takes it again just after, so that senders need not wake it.
 *
 * <p>Four rules that keep it right, each with the failure it prevents:
 * <ul>
 *   <li>Who takes the hold runs the queued tasks before anything else, and who writes in an upcall while there are any
 *       queues too: else an inline write overtakes one that was queued a moment ago.
 *   <li>Who lets go looks at the queue again afterwards, and who has queued looks at the holder again: else a task
 *       offered in between stays until somebody happens to come by.
 *   <li>No wait inside the loop: the handler's event array would be used twice.
 *   <li>Never {@code sync()}: a thread that is not the holder would park though nobody leads.
 * </ul>
 *
 * <p>Surprises: {@link #execute} may run the task before it returns; listeners run on whoever holds; nothing happens while
 * no thread polls, waits or sends.
 */
public final class MigratingEventLoop extends AbstractScheduledEventExecutor implements IoEventLoop {
    /** After so many looks at the sockets at most the I/O handler itself is asked; a power of two. */
    public static final int LOOKS_PER_RUN = 16;

    private static final VarHandle HOLDER;
    private static final VarHandle LEADER;
    private static final int SPINS_BEFORE_QUEUEING = 64;
    private static final int SPINS_BEFORE_PARKING = 256;
    private static final long ACQUIRE_PARK_NS = 50_000;
    private static final long WATCH_PARK_NS = 200_000; // a follower's look whether anybody polls; not tuned

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HOLDER = lookup.findVarHandle(MigratingEventLoop.class, "holder", Thread.class)
                    .withInvokeExactBehavior();
            LEADER = lookup.findVarHandle(MigratingEventLoop.class, "leader", Thread.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RuntimeContext context;
    private final IoHandler handler;
    private final BlockingContext blocking;
    private final Followers followers;
    private final VirtualWaiters virtualWaiters;
    private final MpscUnboundedVarHandleArrayQueue<Runnable> tasks = new MpscUnboundedVarHandleArrayQueue<>(256);
    private final ReentrantLock closing = new ReentrantLock();
    private final Promise<Void> termination = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);

    // Exchanged from null by whoever takes it. Its volatile write on release publishes everything below to the next.
    private volatile Thread holder;

    // Exchanged from null by whoever takes it; volatile write on the way out, before the look at the followers.
    private volatile Thread leader;

    // Written by the leader. True only while the leader came by await, and so promises to promote when it leaves.
    private volatile boolean isLeaderWaiting;

    // Set by a thread that wants the hold while a leader blocks with it; read by the leader in canBlock.
    private volatile boolean isHoldWanted;

    private volatile LoopStatus status = LoopStatus.OPEN;

    // guarded by the hold
    private int depth;
    private boolean isMuted;
    private boolean isInitialized;
    private LoopWork work = LoopWork.NONE;
    private boolean isWorkRequested;
    private final ArrayDeque<Runnable> leaderTasks = new ArrayDeque<>();

    // written by the leader only; followers read it racily to see whether anybody polls: a stale value costs one more
    // look
    private int polls;

    // written by the leader only, read racily: tells whether anybody drives the loop, and who did last
    private int rounds;
    private Thread driver;

    /**
     * Makes a loop; nothing is opened yet.
     *
     * @param factory epoll's or NIO's
     * @param isSplitWanted whether the leader shall drop the hold while it blocks, where the handler allows it
     * @param context waiting and threads
     */
    public MigratingEventLoop(IoHandlerFactory factory, boolean isSplitWanted, RuntimeContext context) {
        if (!factory.isChangingThreadSupported()) {
            throw new IllegalArgumentException("the handler is bound to one thread: " + factory);
        }
        this.context = context;
        this.followers = new Followers(context);
        this.virtualWaiters = new VirtualWaiters(this, context);
        this.handler = factory.newHandler(this);
        this.blocking = new BlockingContext(this, isSplitWanted);
    }

    // ---- the hold ----

    /**
     * Takes the hold if it is free, or deepens it; the queued tasks have run then.
     *
     * @return true when the caller is the holder and must call {@link #release}
     */
    public boolean tryAcquire() {
        Thread me = Thread.currentThread();
        // plain: only this thread itself can have made this true, or can make it false
        Thread seen = (Thread) HOLDER.get(this);
        if (seen == me) {
            depth++;
            return true;
        }
        // acquire part pairs with the volatile write in release: everything the last holder did is visible
        if (seen != null || !HOLDER.compareAndSet(this, (Thread) null, me)) {
            return false;
        }
        depth = 1;
        drain();
        return true;
    }

    /**
     * Takes the hold for what must not overtake the queued tasks, after a short spin if need be; gives up when the holder is
     * slow or blocked, and in an upcall of the holder when tasks have been queued meanwhile, which do not run inside it.
     *
     * @return true when the caller is the holder and must call {@link #release}; false when it has to queue
     */
    public boolean tryAcquireSpinning() {
        if (isHeldByMe() && !tasks.isEmpty()) {
            return false;
        }
        if (tryAcquire()) {
            return true;
        }
        for (int i = 0; i < SPINS_BEFORE_QUEUEING && !blocking.isHoldingBlocked(); i++) {
            context.spin();
            if (tryAcquire()) {
                return true;
            }
        }
        return false;
    }

    /** Takes the hold, waking a leader that blocks with it. The caller must call {@link #release}. */
    public void acquire() {
        for (int i = 0; ; i++) {
            if (tryAcquire()) {
                return;
            }
            if (i < SPINS_BEFORE_PARKING) {
                context.spin();
                continue;
            }
            isHoldWanted = true;
            if (blocking.isHoldingBlocked()) {
                handler.wakeup();
            }
            context.parkNanos(this, ACQUIRE_PARK_NS);
        }
    }

    /** Lets go. Tasks that were queued meanwhile run first. */
    public void release() {
        if (depth > 1) {
            depth--;
            return;
        }
        do {
            drain();
            boolean mustWake = blocking.isDropped()
                    && leader != Thread.currentThread()
                    && (isWorkRequested || blocking.isTimerEarlierThanArmed());
            depth = 0;
            // volatile store, then the look at the queue: pairs with execute, which offers and then looks at
            // the holder. With a weaker store both could miss each other and the task would be forgotten.
            holder = null;
            if (mustWake) {
                handler.wakeup(); // after letting go: a holder's wake-up does nothing
            }
        } while (!tasks.isEmpty() && reacquire());
    }

    private boolean reacquire() {
        if (!HOLDER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
            return false; // the new holder has drained or will, before it lets go
        }
        depth = 1;
        return true;
    }

    /**
     * Whether this thread holds the loop.
     *
     * @return true for the holder
     */
    public boolean isHeldByMe() {
        return (Thread) HOLDER.get(this) == Thread.currentThread(); // plain: see tryAcquire
    }

    private int drain() {
        int work = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            runSafely(task);
            work++;
        }
        return work;
    }

    private void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // the last resort: connections have their own handling, so this is a defect of ours
            LoggerFactory.getLogger(MigratingEventLoop.class).error("a task of the network loop failed", e);
        }
    }

    /**
     * Queues a task for the holder, or runs it here and now. Any thread; may run the task before it returns.
     */
    @Override
    public void execute(Runnable task) {
        Objects.requireNonNull(task, "task");
        if (status == LoopStatus.CLOSED) {
            throw new RejectedExecutionException("the network loop is closed");
        }
        // the offer is a volatile write and comes before the look at the holder: see release
        tasks.offer(task);
        Thread seen = holder;
        if (seen == Thread.currentThread()) {
            return;
        }
        if (seen != null && blocking.isHoldingBlocked()) {
            handler.wakeup(); // the leader blocks with the hold: it will drain
            return;
        }
        if (seen == null || holder == null) {
            if (reacquire()) {
                release();
            }
        }
    }

    /**
     * Sets what the loop does apart from I/O events. Before its first use.
     *
     * @param work runs with the loop held; must not throw
     */
    public void setWork(LoopWork work) {
        this.work = work;
    }

    /** Asks for {@link LoopWork#workOff} in the next round; the leader does not block before. Only with the loop held. */
    public void requestWork() {
        isWorkRequested = true;
    }

    /**
     * Runs what opens, closes, registers or flushes a channel: now, unless a leader blocks with the hold dropped, which
     * then does it itself. Between its wait and its return to the hold a descriptor that was closed and opened again would
     * get the old one's events. Only with the loop held.
     *
     * @param task must not throw
     */
    public void runAsLeader(Runnable task) {
        if (blocking.isDropped()) {
            leaderTasks.addLast(task);
            isWorkRequested = true; // wakes the leader on release
        } else {
            runSafely(task);
        }
    }

    /**
     * Runs a task in the next round of a poller or waiter, never in this call. Only with the loop held.
     *
     * @param task must not throw
     */
    public void runInNextRound(Runnable task) {
        leaderTasks.addLast(task);
        isWorkRequested = true;
    }

    // ---- the lead ----

    /**
     * One look at the sockets without blocking.
     *
     * @return the work done; 0 at once when another thread leads or holds the loop
     */
    public int poll() {
        return poll(false, Integer.MAX_VALUE);
    }

    /**
     * One look at the sockets without blocking. Tasks that others have queued run first whatever the order, because the order
     * of their sends demands it.
     *
     * @param isWorkFirst whether what is pending goes on before the sockets are looked at, and not only after
     * @param workLimit stop after about so many pieces of work; the sockets are looked at in any case, so nobody starves
     * @return the work done; 0 at once when another thread leads or holds the loop
     */
    public int poll(boolean isWorkFirst, int workLimit) {
        // plain read, may be stale: then the exchange fails, or this poll is skipped
        if ((Thread) LEADER.get(this) != null) {
            return 0;
        }
        Thread me = Thread.currentThread();
        if ((Thread) HOLDER.get(this) == me || !LEADER.compareAndSet(this, (Thread) null, me)) {
            return 0;
        }
        int done = 0;
        try {
            if (status == LoopStatus.OPEN && tryAcquire()) {
                try {
                    polls++;
                    rounds++;
                    driver = me;
                    done = isWorkFirst ? finishRound() : 0;
                    done += lookOnce(Math.max(1, workLimit - done));
                } finally {
                    release();
                }
            }
        } finally {
            leader = null;
            // No promotion: a poller comes again, and a follower that took the lead now would make it slow. Followers
            // that have seen a poller lead watch for its end.
        }
        return done;
    }

    /**
     * How often somebody has driven the loop. Any thread; the value may be a little old.
     *
     * @return a number that changes with every round
     */
    public int rounds() {
        return rounds;
    }

    /**
     * Whether a thread was the last one to drive the loop. Any thread; a hint.
     *
     * @param thread the thread
     * @return true when nobody else has since
     */
    public boolean isDrivenBy(Thread thread) {
        return driver == thread;
    }

    /**
     * Whether somebody waits in the network at this moment, and so drives the loop whenever there is something to do.
     *
     * @return true while a waiting thread leads
     */
    public boolean isAwaited() {
        return isLeaderWaiting;
    }

    /**
     * Blocks until the waiter is ready or the time has passed; see NetworkModule.
     *
     * @param waiter what to wait for
     * @param timeoutNs the longest wait in nanoseconds
     * @throws IllegalStateException when this thread holds the loop
     */
    public void await(NetworkWaiter waiter, long timeoutNs) {
        if (isHeldByMe()) {
            throw new IllegalStateException("an upcall must not wait for messages");
        }
        if (waiter.isReady() || timeoutNs <= 0) {
            return;
        }
        Thread me = Thread.currentThread();
        boolean wasInterrupted = Thread.interrupted(); // park returns at once while it is set, and select takes it
        long deadlineNs = timeoutNs == Long.MAX_VALUE ? Long.MAX_VALUE : context.nanoTime() + timeoutNs;
        try {
            if (me.isVirtual()) {
                wasInterrupted |= virtualWaiters.await(waiter, deadlineNs);
            } else {
                wasInterrupted |= leadOrFollow(me, waiter, deadlineNs);
            }
        } finally {
            if (wasInterrupted) {
                me.interrupt();
            }
        }
    }

    private boolean leadOrFollow(Thread me, NetworkWaiter waiter, long deadlineNs) {
        boolean wasInterrupted = false;
        boolean isListed = false;
        int pollsSeen = polls;
        try {
            while (!waiter.isReady() && status == LoopStatus.OPEN) {
                long leftNs = leftNs(deadlineNs);
                if (leftNs <= 0) {
                    break;
                }
                boolean isWatchOver = pollsSeen == polls || isLeaderWaiting;
                pollsSeen = polls;
                if (leader == null && isWatchOver && LEADER.compareAndSet(this, (Thread) null, me)) {
                    if (isListed) {
                        followers.remove(me);
                        isListed = false;
                    }
                    wasInterrupted |= lead(waiter, deadlineNs);
                } else if (!isListed) {
                    followers.add(me);
                    isListed = true; // look again before parking
                } else {
                    context.parkNanos(this, isLeaderWaiting ? leftNs : Math.min(leftNs, WATCH_PARK_NS));
                    wasInterrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (isListed) {
                followers.remove(me);
            }
            if (leader == null) {
                followers.promoteFirst(); // this thread may have been the one that was promoted
            }
        }
        return wasInterrupted;
    }

    private boolean lead(NetworkWaiter waiter, long deadlineNs) {
        isLeaderWaiting = true;
        try {
            acquire();
            try {
                while (!waiter.isReady() && status == LoopStatus.OPEN) {
                    long leftNs = leftNs(deadlineNs);
                    if (leftNs <= 0) {
                        break;
                    }
                    work.prepareToBlock();
                    rounds++;
                    driver = Thread.currentThread();
                    blocking.arm(waiter, leftNs);
                    runOnce(blocking);
                    if (isHoldWanted) {
                        isHoldWanted = false;
                        release();
                        context.yield();
                        acquire();
                    }
                }
            } finally {
                release();
            }
        } finally {
            isLeaderWaiting = false;
            leader = null; // volatile, before the look at the followers
            followers.promoteFirst();
        }
        return blocking.takeInterrupt();
    }

    private int runOnce(IoHandlerContext ioContext) {
        initialize();
        int done = 0;
        try {
            done = handler.run(ioContext);
        } finally {
            blocking.afterRun();
            fetchFromScheduledTaskQueue(tasks);
            done += finishRound();
        }
        return done;
    }

    /**
     * A round that asks the sockets themselves: one system call a socket instead of one more for all of them. Every
     * {@value #LOOKS_PER_RUN}th round, and whenever the sockets cannot be asked, the handler runs.
     */
    private int lookOnce(int workLimit) {
        if ((polls & (LOOKS_PER_RUN - 1)) != 0) {
            int done = work.look(workLimit);
            if (done >= 0) {
                return done + finishRound();
            }
        }
        return runOnce(NonBlockingContext.INSTANCE);
    }

    private int finishRound() {
        int done = drain();
        if (isWorkRequested) {
            isWorkRequested = false;
            // as many as there are now: one that asks for the next round again gets it then
            for (int i = leaderTasks.size(); i > 0; i--) {
                runSafely(leaderTasks.poll());
            }
            work.workOff();
            done++;
        }
        return done;
    }

    /** Opens the handler's descriptors. Only with the loop held; the first round does it otherwise. */
    public void initialize() {
        if (!isInitialized) {
            isInitialized = true;
            handler.initialize();
        }
    }

    /**
     * Makes a waiting thread look at its waiter.
     *
     * @param thread the thread
     */
    public void wake(Thread thread) {
        // Pairs with canBlock, which publishes "blocked" and then asks the waiter: whatever made the waiter ready is
        // visible before the look at the leader, whoever wrote it with whatever access mode.
        VarHandle.fullFence();
        if (leader == thread) {
            if (blocking.isBlocked()) {
                wakeLeader();
            }
        } else {
            context.unpark(thread);
        }
    }

    private void wakeLeader() {
        if (isHeldByMe()) {
            isMuted = true; // a holder's wake-up would do nothing, but the leader is blocked without the hold
            try {
                handler.wakeup();
            } finally {
                isMuted = false;
            }
        } else {
            handler.wakeup();
        }
    }

    private long leftNs(long deadlineNs) {
        return deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - context.nanoTime();
    }

    // ---- for the contexts ----

    /** Everything but timers that forbids to block. Any thread. */
    boolean mayBlockWithoutTimers() {
        return tasks.isEmpty() && status == LoopStatus.OPEN && !isHoldWanted;
    }

    boolean hasWorkOrDueTimer() {
        return isWorkRequested || hasScheduledTasks();
    }

    long nextTimerNs() {
        return nextScheduledTaskDeadlineNanos();
    }

    /** The leader drops the hold; only for split mode. */
    void drop() {
        depth = 0;
        holder = null; // volatile: everything so far is visible to the next holder
    }

    /** The leader takes the hold back. */
    void retake() {
        for (int i = 0; !HOLDER.compareAndSet(this, (Thread) null, Thread.currentThread()); i++) {
            if (i < SPINS_BEFORE_PARKING) {
                context.spin();
            } else if (i < 2 * SPINS_BEFORE_PARKING) {
                context.yield();
            } else {
                context.parkNanos(this, ACQUIRE_PARK_NS);
            }
        }
        depth = 1;
    }

    // ---- the end ----

    /**
     * Ends the loop. Waiting threads return. Blocks until the thread that leads has left, which it is woken to do.
     */
    @Override
    public void close() {
        close(() -> {});
    }

    /**
     * Ends the loop after a last piece of work, as closing the channels.
     *
     * @param last runs with the loop held and no leader
     */
    public void close(Runnable last) {
        closing.lock();
        try {
            if (status == LoopStatus.OPEN) {
                status = LoopStatus.CLOSING; // before the wake-up: the leader then leaves, and nobody takes the lead
                takeLeadForEver();
                acquire();
                try {
                    runSafely(last);
                    destroy();
                } finally {
                    release();
                }
            }
        } finally {
            closing.unlock();
        }
    }

    private void takeLeadForEver() {
        while (!LEADER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
            handler.wakeup();
            context.parkNanos(this, ACQUIRE_PARK_NS);
        }
    }

    private void destroy() {
        drain();
        for (Runnable task = leaderTasks.poll(); task != null; task = leaderTasks.poll()) {
            runSafely(task);
        }
        initialize();
        handler.prepareToDestroy();
        drain();
        cancelScheduledTasks();
        handler.destroy();
        drain();
        status = LoopStatus.CLOSED;
        termination.trySuccess(null);
        followers.wakeAll();
        virtualWaiters.close();
    }

    // ---- what Netty asks for ----

    @Override
    public boolean inEventLoop(Thread thread) {
        return holder == thread;
    }

    @Override
    public boolean isExecutorThread(Thread thread) {
        return holder == thread && !isMuted;
    }

    @Override
    public Ticker ticker() {
        return Ticker.systemTicker();
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
