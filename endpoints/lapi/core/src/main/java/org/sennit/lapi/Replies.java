package org.sennit.lapi;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveVector;

/**
 * The operations of this task that a reply of their target continues: gets, read-modify-writes, and puts of long
 * vectors. Any thread.
 */
final class Replies {
    /**
     * The operation whose message the current thread is sending: in one process its header handler runs there, and
     * replies directly.
     */
    private static final ScopedValue<Awaited> SENDING = ScopedValue.newInstance();

    /**
     * An operation that awaits its reply.
     *
     * @param owner of the task that has made the call
     * @param id the name of the operation at origin and target
     * @param target the task
     * @param destination where the data of the reply goes; null without data
     * @param previous takes the value of a read-modify-write; null for others
     * @param continuation what the reply allows; null for none
     * @param event happens at the end
     * @param completion given up with the event; null for none
     * @param isTaken by the thread that ends the operation or gives it up, which is the one that sets this
     */
    record Awaited(
            Replies owner,
            long id,
            int target,
            ActiveVector destination,
            LongConsumer previous,
            Runnable continuation,
            OriginEvent event,
            LapiCounter completion,
            AtomicBoolean isTaken) {
        /** Ends the operation; does nothing when it has been given up. */
        void end() {
            if (take()) {
                event.happens();
                over();
            }
        }

        /** Returns whether the caller is the one to end the operation: it has been neither ended nor given up. */
        boolean take() {
            return isTaken.compareAndSet(false, true);
        }

        /** Tells those who wait for the counters of the operation, which the caller has taken. */
        void giveUp() {
            event.isGivenUp();
            if (completion != null) {
                completion.giveUp();
            }
        }

        /** Ends the wait of a fence for the operation, which the caller has taken. */
        void over() {
            owner.awaited.remove(id);
            owner.ended.add(1);
        }
    }

    private final ConcurrentHashMap<Long, Awaited> awaited = new ConcurrentHashMap<>();
    private final AtomicLong ids;
    private final ActiveCounter ended; // moves after an operation has left the table

    /** Names operations from a random number on, so that the names of two handles do not meet. */
    Replies(ActiveCounter ended, RandomGenerator random) {
        this.ended = ended;
        this.ids = new AtomicLong(random.nextLong());
    }

    Awaited begin(
            int target, ActiveVector destination, LongConsumer previous, Runnable continuation, OriginEvent event) {
        return begin(target, destination, previous, continuation, event, null);
    }

    /** As {@link #begin}, for an operation with a completion counter. */
    Awaited begin(
            int target,
            ActiveVector destination,
            LongConsumer previous,
            Runnable continuation,
            OriginEvent event,
            LapiCounter completion) {
        Awaited operation = new Awaited(
                this,
                ids.incrementAndGet(),
                target,
                destination,
                previous,
                continuation,
                event,
                completion,
                new AtomicBoolean());
        event.awaitsReply();
        if (completion != null) {
            completion.awaitsReply();
        }
        awaited.put(operation.id(), operation);
        return operation;
    }

    /**
     * Sends the message of an operation. One that cannot be sent ends without its event; one that is given up meanwhile
     * has been sent, as far as the caller knows.
     */
    void send(Awaited operation, Runnable send) {
        try {
            ScopedValue.where(SENDING, operation).run(send);
        } catch (RuntimeException e) {
            if (operation.take()) {
                operation.over();
            } else if (e instanceof LapiException) { // given up by a purge, which is why it is refused
                return;
            }
            throw e;
        }
    }

    /** Returns the operation that the current thread is sending to this task, null where the message is another one. */
    static Awaited direct(int task, long id) {
        if (!SENDING.isBound()) {
            return null;
        }
        Awaited operation = SENDING.get();
        return operation.id() == id && operation.target() == task ? operation : null;
    }

    /** Returns an operation whose reply has come, or begins to; null when it has been given up. */
    Awaited find(long id) {
        Awaited operation = awaited.get(id);
        return operation == null || operation.isTaken().get() ? null : operation;
    }

    /** Gives up all operations with a target. */
    void purge(int target) {
        for (Awaited operation : awaited.values()) {
            if (operation.target() == target && operation.take()) {
                operation.giveUp();
                operation.over();
            }
        }
    }

    boolean isAnyAwaited() {
        return !awaited.isEmpty();
    }

    /** Blocks until all operations that have begun before have ended, whatever begins meanwhile. One thread at a time. */
    void awaitAll() {
        long last = ids.get();
        while (true) {
            ended.set(0); // before the table is looked at: what leaves it later moves the counter later
            long left = countUpTo(last);
            if (left == 0) {
                return;
            }
            ended.await(left);
        }
    }

    /** Returns how many operations are under way that have names up to one. */
    private long countUpTo(long last) {
        return awaited.keySet().stream().filter(id -> id - last <= 0).count();
    }
}
