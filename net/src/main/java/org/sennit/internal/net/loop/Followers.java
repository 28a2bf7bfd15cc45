package org.sennit.internal.net.loop;

import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.sennit.spi.context.RuntimeContext;

/**
 * The platform threads that wait while another one leads, oldest first. Any thread may call any method; a short lock
 * guards the queue, since a thread that comes here is about to park or has just been parked.
 */
final class Followers {
    private final RuntimeContext context;
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Thread> threads = new ArrayDeque<>(); // guarded by lock

    // Written under the lock. The volatile write in add precedes the follower's look at the leader; the volatile write
    // of the leader precedes promoteFirst's look here: one of the two sees the other.
    private volatile int count;

    Followers(RuntimeContext context) {
        this.context = context;
    }

    void add(Thread thread) {
        lock.lock();
        try {
            threads.addLast(thread);
            count = threads.size();
        } finally {
            lock.unlock();
        }
    }

    void remove(Thread thread) {
        lock.lock();
        try {
            threads.remove(thread);
            count = threads.size();
        } finally {
            lock.unlock();
        }
    }

    /** Wakes the oldest follower, which then tries to take the lead. */
    void promoteFirst() {
        if (count == 0) {
            return;
        }
        Thread first;
        lock.lock();
        try {
            first = threads.peekFirst();
        } finally {
            lock.unlock();
        }
        if (first != null) {
            context.unpark(first);
        }
    }

    /** Wakes all of them, as when the loop has closed. */
    void wakeAll() {
        lock.lock();
        try {
            threads.forEach(context::unpark);
        } finally {
            lock.unlock();
        }
    }
}
