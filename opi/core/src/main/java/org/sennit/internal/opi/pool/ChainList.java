package org.sennit.internal.opi.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * A list that any thread adds chains to, and that one thread takes as a whole, until it ends.
 *
 * <p>Adding a chain costs one compare-and-set, however long it is, and allocates nothing. The unbounded queues of
 * JCTools allocate, and take one element at a time. Since the whole list is taken at once, a compare-and-set cannot
 * mistake a link that was removed and added again for the old one (no ABA problem). (Treiber 1986)
 */
public final class ChainList extends ChainListHead {
    private static final Object ENDED = new Object();
    private static final VarHandle HEAD =
            FieldHandle.of(MethodHandles.lookup(), ChainListHead.class, "head", Object.class);

    @SuppressWarnings("unused") // two cache lines of padding behind the head, which other threads write
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /**
     * Adds a chain, which the calling thread owns. Any thread.
     *
     * @return false when the list has ended: the chain is still the caller's, and what the taking thread did before the
     *     end is visible
     */
    public boolean add(Chained first, Chained last) {
        Object seen = (Object) HEAD.getAcquire((ChainListHead) this); // pairs with end()
        while (seen != ENDED) {
            last.after((Chained) seen);
            Object found = (Object) HEAD.compareAndExchange((ChainListHead) this, seen, (Object) first);
            if (found == seen) {
                return true;
            }
            seen = found;
        }
        last.after(null);
        return false;
    }

    /**
     * Takes the whole list. Called by one thread, before the end.
     *
     * @return a chain, the latest first; null when there is nothing
     */
    public Chained takeAll() {
        if ((Object) HEAD.getOpaque((ChainListHead) this)
                == null) { // a hint: an entry that is not seen now is seen the next time
            return null;
        }
        return (Chained) (Object) HEAD.getAndSet((ChainListHead) this, (Object) null);
    }

    /** Takes the whole list and ends it. Called once, by the thread that takes. */
    public Chained end() {
        return (Chained) (Object) HEAD.getAndSet((ChainListHead) this, ENDED);
    }

    /** Returns whether {@link #end} has been called. Any thread. */
    public boolean isEnded() {
        return (Object) HEAD.getAcquire((ChainListHead) this) == ENDED;
    }
}

/** The head, in a cache line of its own. */
abstract class ChainListHead extends FrontPadding {
    // A link, null or ENDED. A compare-and-set by the adding thread publishes the links and their content; an exchange
    // by the taking thread reads them. jcstress: ChainListStress.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    private Object head;
}
