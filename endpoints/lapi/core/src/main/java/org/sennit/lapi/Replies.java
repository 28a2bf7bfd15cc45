package org.sennit.lapi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;

/**
 * The operations of this task that a reply of their target continues: gets, read-modify-writes, and puts of long
 * vectors. Any thread.
 *
 * <p>An operation stands at the place that its id names, in the first table where no older one is still there, and is
 * looked for there alone. There are as many tables as the most operations under way have needed; beyond the last one
 * operations stand in a map. An id is used once, so that a late reply finds no operation, or one of another id. The
 * object of an operation stays at its place, and is used again when the operation has ended with its reply, of which
 * there is one. That of an operation which was given up is not: its reply may still come, and may just have found it.
 */
final class Replies {
    /** Places of the first table; a power of 2. */
    static final int PLACES = 64;

    /** Places of the last table, each of twice as many as the one before: for 16,320 operations under way in all. */
    private static final int MOST_PLACES = 8192;

    // The state of an Awaited: the operation's id, whose lower two bits are 0; the id and TAKEN; or one of the others.
    private static final long TAKEN = 1; // by the thread that ends the operation or gives it up
    private static final long FREE = 2; // there is no operation
    private static final long CLAIMED = 3; // by the thread that begins an operation
    private static final long LOWER_BITS = 3;
    private static final int ID_SHIFT = 2; // from the numbers of operations

    /**
     * The operation whose message the current thread is sending: in one process its header handler runs there, and
     * replies directly.
     */
    private static final ScopedValue<Awaited> SENDING = ScopedValue.newInstance();

    /** An operation that awaits its reply, or room for one. */
    static final class Awaited {
        private static final VarHandle STATE;

        static {
            try {
                STATE = MethodHandles.lookup()
                        .findVarHandle(Awaited.class, "state", long.class)
                        .withInvokeExactBehavior();
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        private final Replies owner; // of the task that has made the call
        private final Table table; // where it has its place; null: in the map

        // Plain: stored by the thread that has claimed this, before the state is the id, and cleared by the thread that
        // has ended the operation, before the state is FREE. Loaded by threads that have loaded the id; one that then
        // takes the operation of that id has read what belongs to it.
        private int target;
        private ActiveVector data; // where the reply's goes, or that of a put of a long vector; null without
        private Object previous; // int[] or long[] for the value of a read-modify-write; null for none
        private int targetCounter; // of a put
        private OriginEvent event;
        private LapiCounter completion; // null for none

        // Compare-and-set by the thread that begins an operation, from FREE to CLAIMED, and by the one that ends it or
        // gives it up, one alone, from the id to TAKEN. Volatile store of the id by the thread that begins it: before
        // its message is sent, and before it looks whether the target is purged. Releasing store of FREE by the thread
        // that has ended it: before the counter moves for which a fence looks again. Volatile loads by all.
        private long state = CLAIMED;

        private Awaited(Replies owner, Table table) {
            this.owner = owner;
            this.table = table;
        }

        private boolean isClaimed() {
            return STATE.compareAndSet(this, FREE, CLAIMED);
        }

        private long state() {
            return (long) STATE.getVolatile(this);
        }

        /** Returns whether a state is that of an operation, taken or not. */
        private static boolean isOfOperation(long state) {
            return (state & FREE) == 0;
        }

        /** Returns the name of the operation at origin and target. */
        long id() {
            return state() & ~TAKEN;
        }

        int target() {
            return target;
        }

        /** Returns where the data of the reply goes, or what is put; null without data. */
        ActiveVector data() {
            return data;
        }

        /** Stores the value of a read-modify-write. */
        void hasValue(long value) {
            ReadModifyWrite.store(previous, value);
        }

        /** Returns the counter that a put moves at its target; NO_COUNTER for none. */
        int targetCounter() {
            return targetCounter;
        }

        /** Returns what happens when a put's data may be changed. */
        OriginEvent event() {
            return event;
        }

        /** Returns the counter that a put moves when it is complete; null for none. */
        LapiCounter completion() {
            return completion;
        }

        /** Ends the operation, by its reply; does nothing when it has been given up. */
        void end() {
            if (take()) {
                event.happens();
                over();
            }
        }

        /** As {@link #end}, in the thread that has sent the operation's message, to which no reply comes. */
        void endWithoutReply() {
            Replies replies = owner;
            end();
            replies.received.run();
        }

        /** Returns whether the reply is what ends the operation: it has been neither ended nor given up. */
        boolean take() {
            long seen = state();
            return (seen & LOWER_BITS) == 0 && take(seen);
        }

        /**
         * Returns whether the caller is the one to end the operation of an id: it has been neither ended nor given up.
         */
        private boolean take(long id) {
            return STATE.compareAndSet(this, id, id | TAKEN);
        }

        /** Notifies those who wait for the counters of the operation, which the caller has taken. */
        void giveUp() {
            event.isGivenUp();
            if (completion != null) {
                completion.giveUp();
            }
        }

        /**
         * Ends the wait of a fence for the operation, which the reply has taken. The object is that of another then.
         */
        void over() {
            Replies replies = owner;
            long id = id();
            if (table != null) {
                target = -1;
                data = null;
                previous = null;
                event = null;
                completion = null;
                STATE.setRelease(this, FREE);
            } else {
                replies.others.remove(id);
            }
            replies.ended.add(1);
        }

        /** As {@link #over}, for an operation that the caller has taken, and whose reply may still come. */
        private void overBeforeReply(long id) {
            owner.remove(this, id);
            owner.ended.add(1);
        }
    }

    /** Operations at places that their ids name. */
    private static final class Table {
        // Compare-and-set by the thread that begins the first operation of a place. Releasing store of null by the
        // thread that gives an operation up: before the counter moves for which a fence looks again. Volatile loads by
        // all.
        private final AtomicReferenceArray<Awaited> places;

        // Null until it is needed. Compare-and-set by a thread that finds no free place before it; volatile loads by
        // all: one that has the id of an operation there has it from a thread that has seen the table.
        private final AtomicReference<Table> next = new AtomicReference<>();

        Table(int places) {
            this.places = new AtomicReferenceArray<>(places);
        }

        int place(long id) {
            return (int) (id >>> ID_SHIFT) & places.length() - 1;
        }

        Awaited at(long id) {
            return places.get(place(id));
        }

        /** Returns the object of a place, for the caller alone; null where an operation is under way there. */
        Awaited claim(Replies owner, long id) {
            Awaited there = at(id);
            if (there == null) {
                Awaited first = new Awaited(owner, this);
                return places.compareAndSet(place(id), null, first) ? first : null;
            }
            return there.isClaimed() ? there : null;
        }

        /** Takes out an operation; no other thread stores at its place while it is there. */
        void remove(long id) {
            places.setRelease(place(id), null);
        }

        Table next() {
            return next.get();
        }

        /** Returns the next table, which is made if there is none; null where this is the last one. */
        Table orNew(int mostPlaces) {
            Table known = next.get();
            if (known != null || places.length() >= mostPlaces) {
                return known;
            }
            next.compareAndSet(null, new Table(2 * places.length()));
            return next.get();
        }
    }

    private final Table first;
    private final int mostPlaces; // of the last table
    private final ConcurrentHashMap<Long, Awaited> others = new ConcurrentHashMap<>(); // whose places were not free
    private final AtomicLong numbers; // of the operations, which their ids are made of
    private final ActiveCounter ended; // moves after an operation has left the table
    private final Runnable received; // after the end of an operation that has got something without a reply

    /** Names operations from a random number on, so that the names of two handles do not meet. */
    Replies(ActiveCounter ended, Runnable received, RandomGenerator random) {
        this(ended, received, random, PLACES, MOST_PLACES);
    }

    /** As above, with other powers of 2 of places in the first table and in the last. */
    Replies(ActiveCounter ended, Runnable received, RandomGenerator random, int places, int mostPlaces) {
        this.ended = ended;
        this.received = received;
        this.first = new Table(places);
        this.mostPlaces = mostPlaces;
        this.numbers = new AtomicLong(random.nextLong());
    }

    /** Begins a get, or a read-modify-write. */
    Awaited begin(int target, ActiveVector destination, Object previous, OriginEvent event) {
        return begin(target, destination, previous, ActiveMessages.NO_COUNTER, event, null);
    }

    /** Begins a put of a long vector, whose data goes when the target asks for it. */
    Awaited beginPut(int target, ActiveVector data, int targetCounter, OriginEvent event, LapiCounter completion) {
        return begin(target, data, null, targetCounter, event, completion);
    }

    private Awaited begin(
            int target,
            ActiveVector data,
            Object previous,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        long id = numbers.incrementAndGet() << ID_SHIFT;
        Awaited known = claim(id);
        Awaited operation = known == null ? new Awaited(this, null) : known;
        operation.target = target;
        operation.data = data;
        operation.previous = previous;
        operation.targetCounter = targetCounter;
        operation.event = event;
        operation.completion = completion;
        event.awaitsReply();
        if (completion != null) {
            completion.awaitsReply();
        }
        Awaited.STATE.setVolatile(operation, id);
        if (known == null) {
            others.put(id, operation);
        }
        return operation;
    }

    /** Returns an object for an operation, for the caller alone; null where all of its places have another one. */
    private Awaited claim(long id) {
        Awaited claimed = null;
        for (Table table = first; table != null && claimed == null; ) {
            claimed = table.claim(this, id);
            table = claimed == null ? table.orNew(mostPlaces) : table;
        }
        return claimed;
    }

    private void remove(Awaited operation, long id) {
        if (operation.table != null) {
            operation.table.remove(id);
        } else {
            others.remove(id);
        }
    }

    /** Sends the message of an operation by active messages of its task; see {@link #send}. */
    void request(LapiTask lapi, Call call, Awaited operation, int handler, @Memory Object header, ActiveVector data) {
        if (!lapi.direct().isElsewhere(call.target())) {
            send(operation, () -> request(lapi, call, handler, header, data));
            return;
        }
        long id = operation.id();
        try { // no header handler runs in this thread
            request(lapi, call, handler, header, data);
        } catch (RuntimeException e) {
            notSent(operation, id, e);
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
        long id = operation.id();
        try {
            ScopedValue.where(SENDING, operation).run(send);
        } catch (RuntimeException e) {
            notSent(operation, id, e);
        }
    }

    /**
     * Ends an operation whose message has not been sent, and throws why; returns when it has been given up meanwhile.
     */
    private static void notSent(Awaited operation, long id, RuntimeException e) {
        if (operation.take(id)) {
            operation.overBeforeReply(id);
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
        return operation.id() == id && operation.target == task ? operation : null;
    }

    /** Returns an operation whose reply has come, or begins to; null when it has been given up. */
    Awaited find(long id) {
        for (Table table = first; table != null; table = table.next()) {
            Awaited here = table.at(id);
            if (here != null && here.state() == id && (id & LOWER_BITS) == 0) {
                return here;
            }
        }
        Awaited other = others.isEmpty() ? null : others.get(id); // else a miss makes no key
        return other != null && other.state() == id ? other : null;
    }

    /** Gives up all operations with a target. */
    void purge(int target) {
        forEach(operation -> {
            long id = operation.state(); // first: the object may be that of a later operation at any moment
            if ((id & LOWER_BITS) == 0 && operation.target == target && operation.take(id)) {
                operation.giveUp();
                operation.overBeforeReply(id);
            }
        });
    }

    private void forEach(Consumer<Awaited> action) {
        for (Table table = first; table != null; table = table.next()) {
            for (int place = 0; place < table.places.length(); place++) {
                Awaited operation = table.places.get(place);
                if (operation != null) {
                    action.accept(operation);
                }
            }
        }
        others.values().forEach(action);
    }

    boolean isAnyAwaited() {
        for (Table table = first; table != null; table = table.next()) {
            for (int place = 0; place < table.places.length(); place++) {
                Awaited there = table.places.get(place);
                if (there != null && Awaited.isOfOperation(there.state())) {
                    return true;
                }
            }
        }
        return !others.isEmpty();
    }

    /**
     * Blocks until all operations that have begun before have ended, whatever begins meanwhile. One thread at a time.
     */
    void awaitAll() {
        long last = numbers.get() << ID_SHIFT;
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
        forEach(operation -> {
            long state = operation.state();
            count[0] += Awaited.isOfOperation(state) && (state & ~TAKEN) - last <= 0 ? 1 : 0;
        });
        return count[0];
    }
}
