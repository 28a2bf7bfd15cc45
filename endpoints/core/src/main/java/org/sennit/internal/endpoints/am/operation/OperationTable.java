package org.sennit.internal.endpoints.am.operation;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.sennit.internal.runtime.concurrent.FieldHandle;

/**
 * The operations of a process that wait for packets, by ids that are used once; the objects are reused. Any thread.
 *
 * <p>An operation keeps one place for all of its uses, and its id joins the number of the use and the place, so a
 * look-up is one load. Idle operations form a stack (R. Kent Treiber: Systems Programming: Coping with Parallelism, IBM
 * RJ 5118, 1986). Invariant: an operation is either on the stack or owned by the thread that has taken it and its
 * users, never both.
 *
 * @param <T> the operations
 */
public final class OperationTable<T extends OperationTable.Entry> {
    /**
     * The operations at the first places are kept; others, of a burst, are dropped when they are over. Not measured.
     */
    static final int KEPT = 256;

    private static final long COUNT_OF_TAKEN = 1L << Integer.SIZE;
    private static final long PLACE = COUNT_OF_TAKEN - 1;

    private static final VarHandle IDLE =
            FieldHandle.of(MethodHandles.lookup(), OperationTable.class, "idle", long.class);
    private static final VarHandle ID = FieldHandle.of(MethodHandles.lookup(), Entry.class, "id", long.class);

    private final Supplier<T> maker;

    // Written under the lock of this object, and stored again after each change. Volatile load by all: a thread that
    // has an id, or the top of the stack, has it from a thread that has seen the operation at its place.
    private volatile Entry[] places = new Entry[16];

    // Guarded by this.
    private int used; // places
    private int[] free = new int[16]; // places without an operation
    private int freeCount;
    private int[] lives = new int[16]; // of the operations that were there

    // The top of the stack: the place + 1, 0 for none; in the upper half the number of operations taken, so that a
    // top which was taken and given back is not mistaken for the one that was read (ABA). Compare-and-set by threads
    // that take and that give back: its release half publishes an idle operation, its acquire half pairs with that.
    private long idle;

    /** An entry of a table. */
    public abstract static class Entry {
        private int place; // written before the table shows it to any thread
        private int life; // by the thread that has taken it

        // The place + 1 of the next one on the stack. Stored by the thread that gives it back; loaded by those that
        // take, of which only the one whose compare-and-set finds the stack unchanged uses the value.
        private int beneath;

        // 0 outside the table. Releasing store when it is entered: the stores of its fields are before it; a full fence
        // stands between it and the origin's load of the failed peers. Volatile load by threads that find it.
        // Compare-and-set by threads that remove it; releasing store by the only one that may.
        private long id;

        /** Returns the number by which packets name it; 0 outside the table. */
        public final long id() {
            return (long) ID.getVolatile(this);
        }

        /** Returns the id that it has when it is entered; by the thread that has taken it. */
        public final long idToBe() {
            return (long) life << Integer.SIZE | place;
        }
    }

    public OperationTable(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Takes an operation that is not in use, to be made ready and entered; it must be recycled or dropped. */
    public T take() {
        T taken = pop();
        if (taken == null) {
            taken = make();
        }
        Entry entry = taken;
        entry.life = entry.life == Integer.MAX_VALUE ? 1 : entry.life + 1;
        return taken;
    }

    private T pop() {
        long seen = (long) IDLE.getVolatile(this);
        while ((seen & PLACE) != 0) {
            T top = at((int) seen - 1);
            long without = (seen & ~PLACE) + COUNT_OF_TAKEN | (top == null ? 0 : ((Entry) top).beneath);
            long witness = top == null // dropped since: the stack is another
                    ? (long) IDLE.getVolatile(this)
                    : (long) IDLE.compareAndExchange(this, seen, without);
            if (witness == seen && top != null) {
                return top;
            }
            seen = witness;
        }
        return null;
    }

    /** Returns how many places there are. */
    public int size() {
        return places.length;
    }

    /** Returns the operation of a place, in the table or not; null for none. */
    @SuppressWarnings("unchecked") // only those of the maker are stored
    public T at(int place) {
        Entry[] all = places;
        return place >= 0 && place < all.length ? (T) all[place] : null;
    }

    private synchronized T make() {
        T made = maker.get();
        int place = freeCount > 0 ? free[freeCount - 1] : used;
        Entry[] all = places;
        if (place == all.length) {
            all = Arrays.copyOf(all, 2 * place);
            lives = Arrays.copyOf(lives, 2 * place);
        }
        if (freeCount > 0) { // after all that may fail for want of memory
            freeCount--;
        } else {
            used++;
        }
        ((Entry) made).place = place;
        ((Entry) made).life = lives[place];
        all[place] = made;
        places = all;
        return made;
    }

    /** Enters an operation that is ready: from now on any thread finds it, and may end it. Returns its id. */
    public long enter(T operation) {
        long id = operation.idToBe();
        ID.setRelease((Entry) operation, id);
        return id;
    }

    /**
     * Called after {@link #enter}, before a look at what has failed: either the caller sees the failure, or the failure
     * finds the operation. Apart from it, so that a packet may go out in between.
     */
    public static void hasEntered() {
        VarHandle.fullFence();
    }

    /** Returns the operation of an id; null when it is over, or there never was one. */
    public T find(long id) {
        T operation = at((int) id);
        return id > 0 && operation != null && operation.id() == id ? operation : null;
    }

    /** Takes an operation out; false when it has been taken out before. */
    public boolean remove(long id) {
        T operation = find(id);
        return operation != null && ID.compareAndSet((Entry) operation, id, 0L);
    }

    /** Takes out an operation that no other thread takes out; before {@link #recycle} or {@link #drop}. */
    public void takeOut(T operation) {
        ID.setRelease((Entry) operation, 0L);
    }

    /** Keeps an operation that has been taken out, or never entered, and that nothing refers to any more. */
    public void recycle(T operation) {
        Entry entry = operation;
        if (entry.place >= KEPT) {
            drop(operation);
            return;
        }
        long seen = (long) IDLE.getVolatile(this);
        while (true) {
            entry.beneath = (int) seen;
            long with = seen & ~PLACE | entry.place + 1;
            long witness = (long) IDLE.compareAndExchange(this, seen, with);
            if (witness == seen) {
                return;
            }
            seen = witness;
        }
    }

    /** Forgets an operation that has been taken out, or never entered, and that something may still refer to. */
    public synchronized void drop(T operation) {
        Entry entry = operation;
        Entry[] all = places;
        all[entry.place] = null;
        places = all;
        lives[entry.place] = entry.life;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = entry.place;
    }

    /**
     * Returns the ids of some operations. One that is entered meanwhile may be missing, and {@code isMeant} may be
     * asked about the next life of one that is over: the user of an id learns that.
     */
    public List<Long> idsOf(Predicate<T> isMeant) {
        List<Long> ids = new ArrayList<>();
        for (int place = 0; place < places.length; place++) {
            T each = at(place);
            long id = each == null ? 0 : each.id();
            if (id > 0 && isMeant.test(each)) {
                ids.add(id);
            }
        }
        return ids;
    }
}
