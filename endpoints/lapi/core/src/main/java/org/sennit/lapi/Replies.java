package org.sennit.lapi;

import java.util.concurrent.ConcurrentHashMap;
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
     */
    record Awaited(
            Replies owner,
            long id,
            int target,
            ActiveVector destination,
            LongConsumer previous,
            Runnable continuation,
            OriginEvent event) {
        /** Ends the operation; does nothing when it has been given up. */
        void end() {
            if (owner.take(id) != null) {
                owner.end(this);
            }
        }
    }

    private final ConcurrentHashMap<Long, Awaited> awaited = new ConcurrentHashMap<>();
    private final AtomicLong ids;
    private final AtomicLong begun = new AtomicLong();
    private final ActiveCounter ended;

    /** Names operations from a random number on, so that the names of two handles do not meet. */
    Replies(ActiveCounter ended, RandomGenerator random) {
        this.ended = ended;
        this.ids = new AtomicLong(random.nextLong());
    }

    Awaited begin(
            int target, ActiveVector destination, LongConsumer previous, Runnable continuation, OriginEvent event) {
        Awaited operation =
                new Awaited(this, ids.incrementAndGet(), target, destination, previous, continuation, event);
        event.awaitsReply();
        begun.incrementAndGet();
        awaited.put(operation.id(), operation);
        return operation;
    }

    /** Sends the message of an operation; one that cannot be sent ends without its event. */
    void send(Awaited operation, Runnable send) {
        try {
            ScopedValue.where(SENDING, operation).run(send);
        } catch (RuntimeException e) {
            if (take(operation.id()) != null) {
                ended.add(1);
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

    /** Takes the operation out, to be ended by the caller alone; null when it has been given up. */
    Awaited take(long id) {
        return awaited.remove(id);
    }

    /** Ends an operation that has been taken out: its reply is complete. */
    void end(Awaited operation) {
        operation.event().happens();
        ended.add(1);
    }

    /** Gives up all operations with a target. */
    void purge(int target) {
        for (Awaited operation : awaited.values()) {
            if (operation.target() == target && take(operation.id()) != null) {
                operation.event().isGivenUp();
                ended.add(1);
            }
        }
    }

    /** Blocks until what has begun before has ended. One thread at a time. */
    void awaitAll() {
        long count = begun.getAndSet(0);
        if (count == 0) {
            return;
        }
        try {
            ended.await(count);
        } catch (RuntimeException e) {
            begun.addAndGet(count); // nothing has been subtracted
            throw e;
        }
    }
}
