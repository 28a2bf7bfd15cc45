package org.sennit.internal.net.loop;

import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.ReentrantLock;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkWaiter;

/**
 * A Netty event loop that belongs to its current holder: senders hold it for a write, pollers for one look, and of the
 * threads that wait one leads, blocked in the kernel, while the others follow, parked. Any thread may call any method;
 * methods that need the loop held say so.
 *
 * <p>Two locks. The <em>holder</em> owns all state of channels and connections and is, to
 * Netty, "in the event loop". The
 * <em>leader</em> owns the right to run the I/O handler. In split mode (epoll only) the leader drops the hold just
 * before it blocks and takes it again just after, so that senders need not wake it.
 *
 * <p>Besides those of {@link HeldEventLoop}, two rules keep it right, each with the failure that it prevents:
 * <ul>
 *   <li>No wait inside the loop: the handler's event array would be used twice.
 *   <li>Never {@code sync()}: a thread that is not the holder would park without a leader.
 * </ul>
 *
 * <p>Surprises: {@link #execute} may run the task before it returns; listeners run on the holder; nothing happens while
 * no thread polls, waits or sends.
 */
public final class MigratingEventLoop extends HeldEventLoop {
    /** Direct looks at the sockets between two polls of the I/O handler, at most; a power of two. */
    public static final int LOOKS_PER_RUN = 16;

    private static final VarHandle LEADER =
            FieldHandle.of(MethodHandles.lookup(), MigratingEventLoop.class, "leader", Thread.class);
    private static final long WATCH_PARK_NS =
            200_000; // period of a follower's check that the loop is polled; not tuned

    private final Followers followers;
    private final VirtualWaiters virtualWaiters;
    private final ReentrantLock closing = new ReentrantLock();

    // Exchanged from null on acquire; volatile write on release, before the check of the followers.
    private volatile Thread leader;

    // Written by the leader. True only while the leader came by await, and so promises to promote when it leaves.
    private volatile boolean isLeaderWaiting;

    private LoopWork work = LoopWork.NONE; // guarded by the hold

    // written by the leader only; followers read it racily to see whether a thread polls: a stale value costs one more
    // look
    private int polls;

    // written by the leader only, read racily: whether a thread drives the loop, and which one did last
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
        super(factory, isSplitWanted, context);
        this.followers = new Followers(context);
        this.virtualWaiters = new VirtualWaiters(this, context);
    }

    /**
     * Sets what the loop does apart from I/O events. Before its first use.
     *
     * @param work runs with the loop held; must not throw
     */
    public void setWork(LoopWork work) {
        this.work = work;
    }

    @Override
    boolean isLedByMe() {
        return leader == Thread.currentThread();
    }

    // ---- the lead ----

    /**
     * Looks at the sockets once, without blocking.
     *
     * @return the work done; 0 at once when another thread leads or holds the loop
     */
    public int poll() {
        return poll(false, Integer.MAX_VALUE);
    }

    /**
     * Looks at the sockets once, without blocking. Tasks that others have queued run first whatever the order, because
     * the order of their sends demands it.
     *
     * @param isWorkFirst whether pending work runs before the sockets are read, and not only after
     * @param workLimit stop after about this many pieces of work; the sockets are checked in any case, so none starves
     * @return the work done; 0 at once when another thread leads or holds the loop
     */
    public int poll(boolean isWorkFirst, int workLimit) {
        // plain read, may be stale: then the exchange fails, or this poll is skipped
        if ((Thread) LEADER.get(this) != null) {
            return 0;
        }
        Thread me = Thread.currentThread();
        if (isHeldByMe() || !LEADER.compareAndSet(this, (Thread) null, me)) {
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
     * Returns the number of rounds of the loop; a number that changes with every round. Any thread; the value may be
     * slightly old.
     */
    public int rounds() {
        return rounds;
    }

    /**
     * Returns whether a thread was the last one to drive the loop. Any thread; a hint.
     *
     * @return true when no other thread has since
     */
    public boolean isDrivenBy(Thread thread) {
        return driver == thread;
    }

    /**
     * Returns whether a thread waits in the network at this moment, and so drives the loop when there is work.
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
                leadOrFollow(me, waiter, deadlineNs);
            }
        } finally {
            if (wasInterrupted) {
                me.interrupt();
            }
        }
    }

    private void leadOrFollow(Thread me, NetworkWaiter waiter, long deadlineNs) {
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
                    lead(waiter, deadlineNs);
                    wasInterrupted |= Thread.interrupted();
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
            // This thread may be the one that was promoted. Only a leader that waits promotes when it leaves; the next
            // follower has to watch one that polls. Such a leader clears isLeaderWaiting before it looks at the queue,
            // and this thread has left the queue before it reads it: one of the two promotes the next follower.
            if (!isLeaderWaiting) {
                followers.promoteFirst();
            }
            if (wasInterrupted) {
                me.interrupt();
            }
        }
    }

    private void lead(NetworkWaiter waiter, long deadlineNs) {
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
            if (blocking.takeInterrupt()) { // while this thread leads: the next leader has its own
                Thread.currentThread().interrupt();
            }
            leader = null; // volatile, before the look at the followers
            followers.promoteFirst();
        }
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
     * Runs a round that asks the sockets themselves: one system call a socket instead of one more for all of them.
     * Every {@value #LOOKS_PER_RUN}th round, and whenever the sockets cannot be asked, the handler runs.
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

    /** Makes a waiting thread look at its waiter. */
    public void wake(Thread thread) {
        // Pairs with canBlock, which publishes "blocked" and then asks the waiter: whatever made the waiter ready is
        // visible before the check of the leader, in any access mode.
        VarHandle.fullFence();
        if (leader == thread) {
            if (blocking.isBlocked()) {
                wakeLeader();
            }
        } else {
            context.unpark(thread);
        }
    }

    private long leftNs(long deadlineNs) {
        return deadlineNs == Long.MAX_VALUE ? Long.MAX_VALUE : deadlineNs - context.nanoTime();
    }

    // ---- the end ----

    /** Ends the loop. Waiting threads return. Blocks until the thread that leads has left, which it is woken to do. */
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
                status = LoopStatus.CLOSING; // before the wake-up: the leader then leaves, and no thread takes the lead
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
}
