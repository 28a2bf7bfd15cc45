package org.sennit.internal.opi.pool;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * A list that any thread adds chains to, and that one thread takes as a whole, until it ends.
 *
 * <p>A chain costs one compare-and-set, however long it is, and nothing is allocated, which is why this is no queue of JCTools:
 * those that have no bound allocate as they go, and take one element at a time. Since all is taken at once, nothing is ever
 * compared that may have gone and come back (no ABA). (Treiber 1986)
 */
public final class ChainList extends ChainListHead {
    private static final Object ENDED = new Object();
    private static final VarHandle HEAD;

    static {
        try {
            HEAD = MethodHandles.privateLookupIn(ChainListHead.class, MethodHandles.lookup())
                    .findVarHandle(ChainListHead.class, "head", Object.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused") // two lines of nothing behind the head, which others write
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /** An empty list. */
    public ChainList() {}

    /**
     * Adds a chain; any thread, which owns it.
     *
     * @param first of the chain
     * @param last of the chain
     * @return false when the list has ended: the chain is still the caller's, and what the taker did before the end is seen
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
     * Takes all that there is; by one thread, before the end.
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

    /** Ends the list; once, by the thread that takes. */
    public Chained end() {
        return (Chained) (Object) HEAD.getAndSet((ChainListHead) this, ENDED);
    }

    /**
     * Returns whether the list has ended. Any thread.
     *
     * @return true after {@link #end}
     */
    public boolean isEnded() {
        return (Object) HEAD.getAcquire((ChainListHead) this) == ENDED;
    }
}

/** The head, away from what the owner writes. */
abstract class ChainListHead extends FrontPadding {
    // A link, null or ENDED. Compare-and-set by who adds, exchanged by who takes: the links and what they hold
    // are published by the one and found by the other. jcstress: ChainListStress.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    private Object head;
}
