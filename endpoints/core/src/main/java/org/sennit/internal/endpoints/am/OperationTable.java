package org.sennit.internal.endpoints.am;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The operations of a process that wait for packets, by ids that never come again; those that are over are used again. Any thread.
 *
 * @param <T> the operations
 */
final class OperationTable<T extends OperationTable.Entry> {
    private static final int KEPT = 256;

    private final Supplier<T> maker;

    // Guarded by this.
    private final ArrayList<T> entered = new ArrayList<>(); // null: a free place
    private int[] free = new int[16];
    private int freeCount;
    private int life; // of the ids
    private final ArrayList<T> idle = new ArrayList<>();

    /** What a table holds. */
    abstract static class Entry {
        private long id; // guarded by the table; read by those that hold the entry

        /** The number by which packets name it; 0 outside the table. */
        final long id() {
            return id;
        }
    }

    OperationTable(Supplier<T> maker) {
        this.maker = maker;
    }

    /** Takes an operation that is not in use, to be made ready and entered. */
    synchronized T take() {
        return idle.isEmpty() ? maker.get() : idle.removeLast();
    }

    /** Enters an operation that is ready: from now on any thread finds it, and may end it. Returns its id. */
    synchronized long enter(T operation) {
        int place;
        if (freeCount > 0) {
            place = free[--freeCount];
            entered.set(place, operation);
        } else {
            place = entered.size();
            entered.add(operation);
        }
        life = life == Integer.MAX_VALUE ? 1 : life + 1;
        long id = (long) life << Integer.SIZE | place;
        ((Entry) operation).id = id;
        return id;
    }

    /** The operation of an id; null when it is over, or there never was one. */
    synchronized T find(long id) {
        int place = (int) id;
        T operation = place >= 0 && place < entered.size() ? entered.get(place) : null;
        return operation != null && operation.id() == id ? operation : null;
    }

    /** Takes an operation out; false when it has been taken out before. */
    synchronized boolean remove(long id) {
        T operation = find(id);
        if (operation == null) {
            return false;
        }
        int place = (int) id;
        entered.set(place, null);
        ((Entry) operation).id = 0;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, 2 * freeCount);
        }
        free[freeCount++] = place;
        return true;
    }

    /** Keeps an operation that has been taken out, and that nothing refers to any more. */
    synchronized void recycle(T operation) {
        if (idle.size() < KEPT) {
            idle.add(operation);
        }
    }

    /** The ids of some operations. */
    synchronized List<Long> idsOf(Predicate<T> isMeant) {
        List<Long> ids = new ArrayList<>();
        for (T each : entered) {
            if (each != null && isMeant.test(each)) {
                ids.add(each.id());
            }
        }
        return ids;
    }
}
