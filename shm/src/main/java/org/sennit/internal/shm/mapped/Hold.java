package org.sennit.internal.shm.mapped;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.IntUnaryOperator;
import org.sennit.spi.context.RuntimeContext;

/**
 * The right to work on a connection, for one thread at a time. No thread waits for it: a thread that wants work done sets a flag and
 * tries; the holder checks the flag again after it releases, so that no work is left undone.
 */
final class Hold {
    private static final VarHandle HOLDER;

    static {
        try {
            HOLDER = MethodHandles.lookup()
                    .findVarHandle(Hold.class, "holder", Thread.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RuntimeContext context;
    private final IntUnaryOperator work;

    // Compare-and-set to take the hold, volatile store of null by the holder, which then reads isWanted.
    private volatile Thread holder;

    // Volatile store before an attempt to take the hold; cleared by the holder before it looks for work.
    private volatile boolean isWanted;

    /**
     * @param context yields
     * @param work what there may be to do, with a limit of work, giving how much was done
     */
    Hold(RuntimeContext context, IntUnaryOperator work) {
        this.context = context;
        this.work = work;
    }

    /** Says that there is something to do. */
    void want() {
        isWanted = true;
    }

    boolean isWanted() {
        return isWanted;
    }

    boolean isMine() {
        return holder == Thread.currentThread();
    }

    /** Works until no work is left, unless another thread does. */
    int serve(int workLimit) {
        int done = 0;
        do {
            if (!HOLDER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
                return done; // the holder looks again
            }
            try {
                if (isWanted) { // mostly not: a record is there, which needs no wish, and a volatile store is a fence
                    isWanted = false;
                }
                done += work.applyAsInt(workLimit);
            } finally {
                holder = null;
            }
        } while (isWanted && done < workLimit);
        return done;
    }

    /** Runs something with the hold, after at most one turn of another thread. Not inside the hold. */
    void run(Runnable action) {
        while (!HOLDER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
            context.yield();
        }
        try {
            action.run();
        } finally {
            holder = null;
        }
    }
}
