package org.sennit.internal.runtime.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.spi.context.RuntimeContext;

/**
 * A first-come-first-served lock whose waiters each watch a word of their own: the queue of waiters is a linked list of
 * {@link Node}s, the lock word is its tail. Between {@link #acquire} (or a {@link #tryAcquire} that says {@code true})
 * and {@link #release} exactly one node holds the lock, and all that earlier holders wrote is visible to it.
 *
 * <p>Threads: any, platform or virtual; a node belongs to one acquisition at a time. A thread that waits spins, yields,
 * then parks; an interrupt does not end the wait and is still set afterwards. A holder must not park.
 *
 * <p>Surprises: not reentrant – a second {@code acquire} with the node that holds waits for itself for
 * ever. A {@code release} may have to wait, without parking, for a successor that has entered the queue
 * and has not linked itself yet.
 *
 * <p>Source: J. Mellor-Crummey, M. Scott: Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors, ACM
 * TOCS 9(1), 1991, algorithm 5; the parking is ours.
 *
 * <p>The invariants:
 *
 * <ul>
 *   <li>A node at rest has neither successor nor waiting word, so an uncontended acquisition writes nothing but the
 *       tail.
 *   <li>{@code node.next} is written by the successor once, before the holder may hand over, and cleared by the holder
 *       after it has read it. Failure prevented: a reused node that still names the successor of its last life would
 *       let two threads in.
 *   <li>{@code node.waiting} goes from SPINNING (or from SPINNING by way of the waiter's thread) to {@code null}, which
 *       is the grant, by an atomic exchange. The granting thread learns in the same step whether there is a thread to
 *       wake, so no wake-up is lost and no node is touched after the grant. Failure prevented: a releaser that read
 *       "spinning", then granted with a plain store, would leave a waiter that parked in between asleep.
 * </ul>
 */
public final class McsLock {
    /**
     * Rounds of {@code onSpinWait} before the first yield, which took 25 ns each on the machine that this
     * was written on: 6 µs, the time of a drain that matches some tens of messages and a fraction of what
     * a park and its wake-up cost.
     */
    static final int SPINS_BEFORE_YIELD = 256;

    /** Yields before parking; 0.5 µs each when no other thread is runnable. */
    static final int YIELDS_BEFORE_PARK = 16;

    private static final Object SPINNING = new Object();

    private static final VarHandle TAIL = FieldHandle.of(MethodHandles.lookup(), McsLock.class, "tail", Node.class);
    private static final VarHandle NEXT = FieldHandle.of(MethodHandles.lookup(), NodeFields.class, "next", Node.class);
    private static final VarHandle WAITING =
            FieldHandle.of(MethodHandles.lookup(), NodeFields.class, "waiting", Object.class);

    private final RuntimeContext context;
    private final int spinsBeforeYield;

    // Written by threads that enter or leave the queue.
    @SuppressWarnings("unused") // by TAIL
    private Node tail;

    /**
     * Makes a free lock.
     *
     * @param context what waiting threads spin, yield and park by
     */
    public McsLock(RuntimeContext context) {
        this.context = context;
        // On one core the holder cannot run while another thread spins.
        this.spinsBeforeYield = context.availableProcessors() > 1 ? SPINS_BEFORE_YIELD : 0;
    }

    /**
     * Waits until the lock is this node's. Blocking; first come, first served; from any thread.
     *
     * @param node a node at rest; in use until {@link #release} has returned
     */
    public void acquire(Node node) {
        // Volatile exchange. Its release half publishes the node at rest to the successor that will link itself; its
        // acquire half pairs with the compare-and-set in release(): a thread that finds the queue empty sees what the
        // last holder wrote. Lost: McsLockStress.MutualExclusion, McsLockStress.Publication.
        Node predecessor = (Node) TAIL.getAndSet(this, node);
        if (predecessor != null) {
            awaitGrant(predecessor, node);
        }
    }

    /**
     * Takes the lock if it is free and has no waiter. Never blocks; any thread.
     *
     * @param node a node at rest; when the answer is true, in use until {@link #release} has returned
     * @return whether the lock is this node's now
     */
    public boolean tryAcquire(Node node) {
        // Opaque: a hint only, which spares the holder's cache line; the compare-and-set decides, and pairs like the
        // exchange in acquire(). Lost: McsLockStress.TryAcquire.
        return (Node) TAIL.getOpaque(this) == null && TAIL.compareAndSet(this, (Node) null, node);
    }

    /**
     * Gives the lock to the node that has waited longest, or frees it. Never parks; by the thread that holds it.
     *
     * @param node the node that holds the lock; at rest afterwards
     */
    public void release(Node node) {
        // Acquire: pairs with the successor's setRelease in awaitGrant(), so its waiting word is SPINNING before we
        // overwrite it. Lost: McsLockStress.MutualExclusion hangs (the grant is overwritten).
        Node successor = (Node) NEXT.getAcquire((NodeFields) node);
        if (successor == null) {
            // Volatile: the release half publishes what we wrote under the lock to the next exchange on the tail. Lost:
            // McsLockStress.Publication.
            if (TAIL.compareAndSet(this, node, (Node) null)) {
                return;
            }
            successor = awaitSuccessor(node);
        }
        node.next = null;
        // Volatile exchange: publishes what we wrote under the lock to the getAcquire in awaitGrant(), and pairs with
        // the waiter's compare-and-set there: either we see its thread and wake it, or it sees the grant and does not
        // park. Lost: McsLockStress.HandOver, McsLockStress.ParkedWaiter.
        Object waiter = (Object) WAITING.getAndSet((NodeFields) successor, (Object) null);
        if (waiter != SPINNING) {
            context.unpark((Thread) waiter);
        }
    }

    /**
     * Returns whether a thread waits behind the holder, so that it should let go. Never blocks; by the
     * thread that holds the lock.
     *
     * @param holder the node that holds the lock
     * @return whether another node has entered the queue; a no may be old when it is read
     */
    public boolean hasWaiter(Node holder) {
        return !isLast(holder);
    }

    /** Returns whether {@code node} was the last to enter the queue: tests order threads by it. */
    boolean isLast(Node node) {
        // Volatile: pairs with the exchange in acquire(); publishes nothing, the order of entry is the tail's own.
        // Lost: McsLockStress.FirstComeFirstServed.
        return (Node) TAIL.getVolatile(this) == node;
    }

    private void awaitGrant(Node predecessor, Node node) {
        node.waiting = SPINNING;
        // Release: pairs with getAcquire in release() and awaitSuccessor(); the waiting word must be there before the
        // holder can find us. Lost: as there.
        NEXT.setRelease((NodeFields) predecessor, node);
        for (int i = 0; i < spinsBeforeYield; i++) {
            if (isGranted(node)) {
                return;
            }
            context.spin();
        }
        for (int i = 0; i < YIELDS_BEFORE_PARK; i++) {
            if (isGranted(node)) {
                return;
            }
            context.yield();
        }
        parkUntilGranted(node);
    }

    private void parkUntilGranted(Node node) {
        // Volatile compare-and-set: pairs with the exchange in release(), see there. It fails only if we were granted.
        if (!WAITING.compareAndSet((NodeFields) node, SPINNING, (Object) Thread.currentThread())) {
            return;
        }
        boolean wasInterrupted = false;
        while (!isGranted(node)) {
            context.parkNanos(this, Long.MAX_VALUE);
            wasInterrupted |= Thread.interrupted(); // a set flag would turn parking into spinning
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a successor that stands between its exchange on the tail and the link to us: some instructions. */
    private Node awaitSuccessor(Node node) {
        int rounds = 0;
        while (true) {
            // Acquire: as in release().
            Node successor = (Node) NEXT.getAcquire((NodeFields) node);
            if (successor != null) {
                return successor;
            }
            if (++rounds < spinsBeforeYield) {
                context.spin();
            } else {
                context.yield(); // it was preempted there
            }
        }
    }

    private static boolean isGranted(Node node) {
        // Acquire: pairs with the exchange in release(); what the holders before us wrote is visible. Lost:
        // McsLockStress.HandOver.
        return (Object) WAITING.getAcquire((NodeFields) node) == null;
    }

    /** Keeps the fields of a node off the cache lines of its neighbors. */
    abstract static class NodePaddingBefore {
        long b00, b01, b02, b03, b04, b05, b06, b07, b08, b09, b10, b11, b12, b13;
    }

    /** The fields of a node. */
    abstract static class NodeFields extends NodePaddingBefore {
        // Written by the successor, cleared by the node's own thread.
        Node next;
        // Written by the node's own thread until it waits, then by both. Null: at rest, or granted.
        Object waiting;
    }

    /**
     * One place in the queue; a thread keeps one for every lock that it may hold at the same time and uses it again and
     * again. Between acquire and release it must not be used for anything else.
     *
     * <p>Threads: the one that acquires; the lock's other users touch it only while it is queued. Padded to two cache
     * lines on either side, since its successor writes to it while its owner works.
     */
    public static final class Node extends NodeFields {
        long a00, a01, a02, a03, a04, a05, a06, a07, a08, a09, a10, a11, a12, a13, a14;
    }
}
