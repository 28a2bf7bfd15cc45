package org.sennit.internal.net.connection;

import java.util.ArrayList;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.spi.context.RuntimeContext;
import org.slf4j.LoggerFactory;

/**
 * The connections with batched messages, and the thread that bounds their delay if the sender computes, parks
 * elsewhere, or has ended. Normally the next poll, await or send of the process sends the batch, and the thread finds
 * nothing to do. The thread starts with the first batched message, polls once per delay while there are any, and sleeps
 * when there have been none for a while.
 */
public final class Batches {
    /** Consecutive empty polls before the thread sleeps: waking it costs a sender 2 to 5 µs. */
    private static final int LOOKS_BEFORE_SLEEP = 100;

    private final MigratingEventLoop loop;
    private final RuntimeContext context;
    private final long delayNs;

    /** A connection that batches messages. */
    public interface Member {
        /** Writes the batch. Only with the loop held; may run callbacks, which may add members and flush. */
        void sendBatch();
    }

    private final FaultLog<Batches> faults = new FaultLog<>( // with the loop held
            (of, cause) -> LoggerFactory.getLogger(Batches.class).error("a batch cannot be written", cause));

    // guarded by the loop
    private ArrayList<Member> waiting = new ArrayList<>();
    private ArrayList<Member> spare = new ArrayList<>(); // null while a flush has it
    private Thread thread;

    // Written with the loop held. Volatile: the store of true comes before the look at isAsleep, the thread
    // stores isAsleep before it looks here; with weaker accesses both could miss each other, and the messages
    // would stay. jcstress: BatchesStress.LeftWhileGoingToSleep.
    private volatile boolean isPending;

    // written by the thread only
    private volatile boolean isAsleep;

    // written with the loop held, read racily: a stale value costs one more delay
    private int flushes;

    private volatile boolean isStopped;

    /**
     * Makes an empty set.
     *
     * @param loop guards it
     * @param context makes the thread, and parks it
     * @param delayNs how long a message may wait; 0: none does
     */
    public Batches(MigratingEventLoop loop, RuntimeContext context, long delayNs) {
        this.loop = loop;
        this.context = context;
        this.delayNs = delayNs;
    }

    /**
     * Adds a connection with a batch. Only with the loop held.
     *
     * @param connection called to write its batch
     * @return false when batching is off
     */
    public boolean add(Member connection) {
        if (delayNs == 0 || isStopped) {
            return false;
        }
        if (thread == null && !hasStarted()) {
            return false;
        }
        waiting.add(connection);
        if (!isPending) {
            isPending = true;
            if (isAsleep) {
                context.unpark(thread);
            }
        }
        return true;
    }

    private boolean hasStarted() {
        Thread fresh = context.newThread("sennit-net-batches", false, this::watch);
        try {
            context.start(fresh);
        } catch (OutOfMemoryError e) { // no thread can be started: nothing waits, until one can
            return false;
        }
        thread = fresh;
        return true;
    }

    /**
     * Writes all batches if the loop is free. Any thread.
     *
     * @return the work done; 0 for nothing
     */
    public int flushNow() {
        if (!isPending || !loop.tryAcquireSpinning()) {
            return 0;
        }
        try {
            return flush();
        } finally {
            loop.release();
        }
    }

    /** Writes all batches. Only with the loop held. */
    int flush() {
        if (!isPending) {
            return 0;
        }
        ArrayList<Member> now = waiting;
        waiting = spare == null ? new ArrayList<>() : spare; // for what callbacks add, and flush
        spare = null;
        isPending = false;
        flushes++;
        int sent = 0;
        try {
            while (sent < now.size()) {
                now.get(sent++).sendBatch();
            }
        } finally {
            if (sent < now.size()) { // one has thrown: keep the others
                waiting.addAll(now.subList(sent, now.size()));
                isPending = true;
            }
            now.clear();
            spare = now;
        }
        return sent;
    }

    /** Ends the thread and batching. Only with the loop held. */
    void stop() {
        isStopped = true;
        flush();
        context.unpark(thread);
    }

    private void watch() {
        int looksInVain = 0;
        while (!isStopped) {
            if (looksInVain >= LOOKS_BEFORE_SLEEP) {
                looksInVain = 0;
                sleep();
            }
            int seen = flushes;
            boolean wasPending = isPending;
            context.parkNanos(this, delayNs);
            if (wasPending && isPending && seen == flushes) {
                flushHere();
            }
            looksInVain = seen == flushes && !isPending ? looksInVain + 1 : 0;
        }
    }

    private void flushHere() {
        loop.acquire();
        try {
            flush();
            faults.isWell(this);
        } catch (RuntimeException | Error e) { // the other batches stay, and are written next time
            faults.failed(this, e);
        } finally {
            loop.release();
        }
    }

    private void sleep() {
        isAsleep = true; // volatile, before the look: see isPending
        if (!isPending && !isStopped) {
            context.parkNanos(this, Long.MAX_VALUE);
        }
        isAsleep = false;
    }
}
