package org.sennit.internal.net.loop;

import io.netty.channel.IoHandlerFactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.spi.context.RuntimeContext;
import org.slf4j.LoggerFactory;

/**
 * The hold of an event loop: one thread at a time has it, owns all state of channels and connections, and is,
 * to Netty, "in the event loop". Work of other threads is queued for it. Any thread may call any method; those
 * that need the loop held say so.
 *
 * <p>Two rules, each with the failure it prevents:
 * <ul>
 *   <li>The thread that takes the hold runs the queued tasks before anything else, and a thread that writes in an
 *       upcall while there are any queues its write, too: else an inline write overtakes one that was queued a moment
 *       ago.
 *   <li>The holder looks at the queue again after its release, and a thread that has queued looks at the holder again:
 *       else a task offered in between stays until the next thread happens to come by.
 * </ul>
 *
 * <p>Surprise: {@link #execute} may run the task before it returns.
 */
public abstract class HeldEventLoop extends ChannelEventLoop {
    static final int SPINS_BEFORE_PARKING = 256;
    static final long ACQUIRE_PARK_NS = 50_000;

    private static final VarHandle HOLDER =
            FieldHandle.of(MethodHandles.lookup(), HeldEventLoop.class, "holder", Thread.class);
    private static final int SPINS_BEFORE_QUEUEING = 64;

    final BlockingContext blocking;
    final MpscUnboundedVarHandleArrayQueue<Runnable> tasks = new MpscUnboundedVarHandleArrayQueue<>(256);

    // Exchanged from null on acquire. Its volatile write on release publishes what the holder has done to the next.
    private volatile Thread holder;

    // Set by a thread that wants the hold while a leader blocks with it; read by the leader in canBlock.
    volatile boolean isHoldWanted;

    // guarded by the hold
    boolean isWorkRequested;
    final ArrayDeque<Runnable> leaderTasks = new ArrayDeque<>();
    private int depth;
    private boolean isMuted;

    HeldEventLoop(IoHandlerFactory factory, boolean isSplitWanted, RuntimeContext context) {
        super(factory, context);
        this.blocking = new BlockingContext(this, isSplitWanted);
    }

    /** Returns whether this thread has the right to run the I/O handler. */
    abstract boolean isLedByMe();

    /**
     * Takes the hold if it is free, or deepens it; the queued tasks have run then.
     *
     * @return true when the caller is the holder and must call {@link #release}
     */
    public final boolean tryAcquire() {
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
        try {
            drain();
        } catch (Throwable e) { // such as the end of the stack: the caller does not know that it holds the loop
            depth = 0;
            holder = null;
            throw e;
        }
        return true;
    }

    /**
     * Takes the hold for what must not overtake the queued tasks, after a short spin if need be; gives up when
     * the holder is slow or blocked, and in an upcall of the holder when tasks have been queued meanwhile,
     * which do not run inside it.
     *
     * @return true when the caller is the holder and must call {@link #release}; false when it has to queue
     */
    public final boolean tryAcquireSpinning() {
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
    public final void acquire() {
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
    public final void release() {
        if (depth > 1) {
            depth--;
            return;
        }
        do {
            drain();
            boolean mustWake =
                    blocking.isDropped() && !isLedByMe() && (isWorkRequested || blocking.isTimerEarlierThanArmed());
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

    /** Returns whether the calling thread holds the loop. */
    public final boolean isHeldByMe() {
        return (Thread) HOLDER.get(this) == Thread.currentThread(); // plain: see tryAcquire
    }

    final int drain() {
        int work = 0;
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            runSafely(task);
            work++;
        }
        return work;
    }

    final void runSafely(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            // the last resort: connections have their own handling, so this is a defect of ours
            LoggerFactory.getLogger(HeldEventLoop.class).error("a task of the network loop failed", e);
        }
    }

    /** Queues a task for the holder, or runs it here and now. Any thread; may run the task before it returns. */
    @Override
    public final void execute(Runnable task) {
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
     * Asks for {@link LoopWork#workOff} in the next round; the leader does not block before. Only with the loop held.
     */
    public final void requestWork() {
        isWorkRequested = true;
    }

    /**
     * Runs what opens, closes, registers or flushes a channel: now, unless a leader blocks with the hold dropped, which
     * then does it itself. Between its wait and its return to the hold a descriptor that was closed and opened again
     * would get the old one's events. Only with the loop held.
     *
     * @param task must not throw
     */
    public final void runAsLeader(Runnable task) {
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
    public final void runInNextRound(Runnable task) {
        leaderTasks.addLast(task);
        isWorkRequested = true;
    }

    /** Wakes a leader that is blocked, with or without the hold. Any thread. */
    final void wakeLeader() {
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

    // ---- for the contexts ----

    /** Returns whether nothing but a timer forbids to block. Any thread. */
    final boolean mayBlockWithoutTimers() {
        return tasks.isEmpty() && status == LoopStatus.OPEN && !isHoldWanted;
    }

    final boolean hasWorkOrDueTimer() {
        return isWorkRequested || hasScheduledTasks();
    }

    final long nextTimerNs() {
        return nextScheduledTaskDeadlineNanos();
    }

    /** Drops the hold; called by the leader in split mode only. */
    final void drop() {
        depth = 0;
        holder = null; // volatile: everything so far is visible to the next holder
    }

    /** Takes the hold back; called by the leader in split mode only. */
    final void retake() {
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

    @Override
    public final boolean inEventLoop(Thread thread) {
        return holder == thread;
    }

    @Override
    public final boolean isExecutorThread(Thread thread) {
        return holder == thread && !isMuted;
    }
}
