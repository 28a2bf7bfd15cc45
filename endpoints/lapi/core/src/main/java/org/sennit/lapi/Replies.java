package org.sennit.lapi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;

/**
 * The operations of this task that a reply of their target continues: gets, read-modify-writes, and puts of long
 * vectors. Any thread.
 *
 * <p>An operation stands at the place that its id names, or in a map where an older one is still there, and is looked
 * for there alone. An operation is never used again, so that a late reply finds none, or one of another id.
 */
final class Replies {
    /** The operations that are found without a key being made; a power of 2. */
    static final int PLACES = 64;

    /**
     * The operation whose message the current thread is sending: in one process its header handler runs there, and
     * replies directly.
     */
    private static final ScopedValue<Awaited> SENDING = ScopedValue.newInstance();

    /** An operation that awaits its reply. */
    static final class Awaited {
        private static final VarHandle IS_TAKEN;

        static {
            try {
                IS_TAKEN = MethodHandles.lookup()
                        .findVarHandle(Awaited.class, "isTaken", boolean.class)
                        .withInvokeExactBehavior();
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final Replies owner; // of the task that has made the call
        private final long id;
        private final int target;
        private final ActiveVector destination; // null without data
        private final LongConsumer previous; // null but for a read-modify-write
        private final Runnable continuation; // null for none
        private final OriginEvent event;
        private final LapiCounter completion; // null for none

        // Compare-and-set by the thread that ends the operation or gives it up, one alone; volatile load by those that
        // have found it, which may be late.
        @SuppressWarnings("unused") // by IS_TAKEN
        private boolean isTaken;

        private Awaited(
                Replies owner,
                long id,
                int target,
                ActiveVector destination,
                LongConsumer previous,
                Runnable continuation,
                OriginEvent event,
                LapiCounter completion) {
            this.owner = owner;
            this.id = id;
            this.target = target;
            this.destination = destination;
            this.previous = previous;
            this.continuation = continuation;
            this.event = event;
            this.completion = completion;
        }

        /** Returns the name of the operation at origin and target. */
        long id() {
            return id;
        }

        int target() {
            return target;
        }

        /** Returns where the data of the reply goes; null without data. */
        ActiveVector destination() {
            return destination;
        }

        /** Returns what takes the value of a read-modify-write; null for others. */
        LongConsumer previous() {
            return previous;
        }

        /** Returns what the reply allows; null for none. */
        Runnable continuation() {
            return continuation;
        }

        /** Ends the operation; does nothing when it has been given up. */
        void end() {
            if (take()) {
                event.happens();
                over();
            }
        }

        /** Returns whether the caller is the one to end the operation: it has been neither ended nor given up. */
        boolean take() {
            return IS_TAKEN.compareAndSet(this, false, true);
        }

        private boolean isTaken() {
            return (boolean) IS_TAKEN.getVolatile(this);
        }

        /** Notifies those who wait for the counters of the operation, which the caller has taken. */
        void giveUp() {
            event.isGivenUp();
            if (completion != null) {
                completion.giveUp();
            }
        }

        /** Ends the wait of a fence for the operation, which the caller has taken. */
        void over() {
            owner.remove(this);
            owner.ended.add(1);
        }
    }

    // By the lower bits of the id. Compare-and-set by the thread that begins an operation, where the place is free:
    // before its message is sent, and before it looks whether the target is purged. Releasing store of null by the
    // thread that ends it: before the counter moves for which a fence looks again. Volatile loads by all.
    private final AtomicReferenceArray<Awaited> places;

    private final ConcurrentHashMap<Long, Awaited> others = new ConcurrentHashMap<>(); // whose place was not free
    private final AtomicLong ids;
    private final ActiveCounter ended; // moves after an operation has left the table

    /** Names operations from a random number on, so that the names of two handles do not meet. */
    Replies(ActiveCounter ended, RandomGenerator random) {
        this(ended, random, PLACES);
    }

    /** As above, with another power of 2 of places. */
    Replies(ActiveCounter ended, RandomGenerator random, int places) {
        this.ended = ended;
        this.places = new AtomicReferenceArray<>(places);
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
        long id = ids.incrementAndGet();
        Awaited operation = new Awaited(this, id, target, destination, previous, continuation, event, completion);
        event.awaitsReply();
        if (completion != null) {
            completion.awaitsReply();
        }
        if (!places.compareAndSet(place(id), null, operation)) {
            others.put(id, operation);
        }
        return operation;
    }

    private int place(long id) {
        return (int) id & places.length() - 1;
    }

    private void remove(Awaited operation) {
        int place = place(operation.id);
        if (places.get(place) == operation) {
            places.setRelease(place, null); // no other thread stores while the operation is there
        } else {
            others.remove(operation.id);
        }
    }

    /** Sends the message of an operation by active messages of its task; see {@link #send}. */
    void request(LapiTask lapi, Call call, Awaited operation, int handler, @Memory Object header, ActiveVector data) {
        if (!lapi.direct().isElsewhere(call.target())) {
            send(operation, () -> request(lapi, call, handler, header, data));
            return;
        }
        try { // no header handler runs in this thread
            request(lapi, call, handler, header, data);
        } catch (RuntimeException e) {
            notSent(operation, e);
        }
    }

    private static void request(LapiTask lapi, Call call, int handler, @Memory Object header, ActiveVector data) {
        lapi.send(call, handler, header, data, ActiveMessages.NO_COUNTER, OriginEvent.NONE, null);
    }

    /**
     * Sends the message of an operation. One that cannot be sent ends without its event; one that is given up meanwhile
     * has been sent, as far as the caller knows.
     */
    void send(Awaited operation, Runnable send) {
        try {
            ScopedValue.where(SENDING, operation).run(send);
        } catch (RuntimeException e) {
            notSent(operation, e);
        }
    }

    /** Ends an operation whose message has not been sent, and throws why; returns when it has been given up meanwhile. */
    private static void notSent(Awaited operation, RuntimeException e) {
        if (operation.take()) {
            operation.over();
        } else if (e instanceof LapiException) { // given up by a purge, which is why it is refused
            return;
        }
        throw e;
    }

    /** Returns the operation that the current thread is sending to this task, null where the message is another one. */
    static Awaited direct(int task, long id) {
        if (!SENDING.isBound()) {
            return null;
        }
        Awaited operation = SENDING.get();
        return operation.id == id && operation.target == task ? operation : null;
    }

    /** Returns an operation whose reply has come, or begins to; null when it has been given up. */
    Awaited find(long id) {
        Awaited here = places.get(place(id));
        Awaited operation = here != null && here.id == id ? here : others.get(id);
        return operation == null || operation.isTaken() ? null : operation;
    }

    /** Gives up all operations with a target. */
    void purge(int target) {
        forEach(operation -> {
            if (operation.target == target && operation.take()) {
                operation.giveUp();
                operation.over();
            }
        });
    }

    private void forEach(Consumer<Awaited> action) {
        for (int place = 0; place < places.length(); place++) {
            Awaited operation = places.get(place);
            if (operation != null) {
                action.accept(operation);
            }
        }
        others.values().forEach(action);
    }

    boolean isAnyAwaited() {
        for (int place = 0; place < places.length(); place++) {
            if (places.get(place) != null) {
                return true;
            }
        }
        return !others.isEmpty();
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
        long[] count = {0};
        forEach(operation -> count[0] += operation.id - last <= 0 ? 1 : 0);
        return count[0];
    }
}
