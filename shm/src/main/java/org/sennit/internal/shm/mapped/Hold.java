package org.sennit.internal.shm.mapped;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.spi.context.RuntimeContext;

/**
 * The right to work on a connection, for one thread at a time. No thread waits for it: a thread that wants work done
 * sets a flag and tries; the holder checks the flag again after it releases, so that no work is left undone.
 */
final class Hold {
    /** The work of a connection. */
    @FunctionalInterface
    interface Work {
        /**
         * Does it, with the hold.
         *
         * @param isWanted whether a thread has called {@link Hold#want}; else there are at most
         *     records and pending messages
         * @return the number of pieces of work done
         */
        int run(int workLimit, boolean isWanted);
    }

    private static final VarHandle HOLDER = FieldHandle.of(MethodHandles.lookup(), Hold.class, "holder", Thread.class);

    private final RuntimeContext context;
    private final Work work;

    // Compare-and-set to take the hold, volatile store of null by the holder, which then reads isWanted.
    private volatile Thread holder;

    // Volatile store before an attempt to take the hold; cleared by the holder before it looks for work.
    private volatile boolean isWanted;

    /**
     * @param context yields
     * @param work the work of the connection
     */
    Hold(RuntimeContext context, Work work) {
        this.context = context;
        this.work = work;
    }

    /** Requests a turn of the holder. */
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
            boolean wasWanted = false;
            boolean isDone = false;
            try {
                wasWanted = isWanted;
                if (wasWanted) { // mostly not: a record is there, which needs no wish, and a volatile store is a fence
                    isWanted = false;
                }
                done += work.run(workLimit, wasWanted);
                isDone = true;
            } finally {
                if (wasWanted && !isDone) { // it has thrown: what it has left is still wanted
                    isWanted = true;
                }
                holder = null;
            }
        } while (isWanted && done < workLimit);
        return done;
    }

    /**
     * Runs something with the hold, after at most one turn of another thread, and then serves: a thread that wanted
     * something meanwhile has found the hold taken and gone on. Not inside the hold.
     */
    void run(Runnable action) {
        runAlone(action);
        if (isWanted) {
            serve(Integer.MAX_VALUE);
        }
    }

    /** As {@link #run}, where nothing is to be served any more. */
    void runAlone(Runnable action) {
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
