package org.sennit.internal.endpoints.datatype;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * A pool of a few objects for use by one thread at a time. Never blocks: a caller that finds none makes one, and
 * surplus ones are dropped. Any thread.
 *
 * @param <T> their class
 */
final class IdlePool<T> {
    /** Number of threads that may hold one at once without allocating: as many as run at once; a power of two. */
    private final int kept =
            Math.max(8, Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1));

    /** Distance of two places in the array, so that each thread exchanges on cache lines of its own: 128 bytes. */
    private static final int STRIDE = 32;

    private final Supplier<T> maker;

    /**
     * A place and what keeps it apart from the others; the first one is apart from the array's header, too. Taken by an
     * exchange, which pairs with the compare-and-set that put it there: what the last user wrote is seen.
     */
    private final AtomicReferenceArray<T> idle = new AtomicReferenceArray<>((kept + 1) * STRIDE);

    IdlePool(Supplier<T> maker) {
        this.maker = maker;
    }

    private int slot(int number) {
        return ((number & kept - 1) + 1) * STRIDE;
    }

    T take() {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < kept; i++) {
            int slot = slot(first + i);
            T one = idle.getPlain(slot) == null ? null : idle.getAndSet(slot, null);
            if (one != null) {
                return one;
            }
        }
        return maker.get();
    }

    void putBack(T one) {
        int first = (int) Thread.currentThread().threadId();
        for (int i = 0; i < kept; i++) {
            int slot = slot(first + i);
            if (idle.getPlain(slot) == null && idle.compareAndSet(slot, null, one)) {
                return;
            }
        }
    }
}
