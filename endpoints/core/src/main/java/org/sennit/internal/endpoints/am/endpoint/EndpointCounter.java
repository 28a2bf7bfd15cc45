package org.sennit.internal.endpoints.am.endpoint;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.active.ActiveCounter;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/**
 * A counter of active messages. Any thread adds; one at a time waits, and parks only after it has stored itself as the
 * waiter and then checked the value.
 */
public final class EndpointCounter implements ActiveCounter {
    /** Longest park of a thread beside the endpoint before it checks whether the job has failed, in nanoseconds. */
    private static final long PARK_NS = 50_000_000;

    private static final VarHandle VALUE =
            FieldHandle.of(MethodHandles.lookup(), EndpointCounter.class, "value", long.class);
    private static final VarHandle WAITER =
            FieldHandle.of(MethodHandles.lookup(), EndpointCounter.class, "waiter", Object.class);
    private static final VarHandle FAILED =
            FieldHandle.of(MethodHandles.lookup(), EndpointCounter.class, "failed", Failed.class);

    private final EndpointScope scope;
    private final int number;
    private final Reached reached = new Reached();
    private final SentEvents alone = new SentEvents(this, null, null);

    // The events of messages whose completion this counter follows; the last one made. Plain: a thread that finds
    // another pair makes its own, and the object is immutable.
    private SentEvents events;

    // Volatile. A thread that adds stores value, then loads waiter; the waiter stores waiter, then loads value: one
    // sees the other.
    private long value;

    // What the endpoint is to wake; null: no thread waits. Volatile, see value; the waiter's end is a releasing store:
    // a thread that still finds it wakes it for nothing.
    @SuppressWarnings("unused") // by WAITER
    private Object waiter;

    // Messages that would have moved the counter and have failed, and that no wait has reported; the last one first,
    // null for none. Compare-and-exchange by any thread that adds one, before it wakes the waiter, and by the waiter
    // that takes some; volatile store by a thread that sets the value, after which they count no more.
    private Failed failed;

    /** A message that has failed. Immutable. */
    private record Failed(FailedMessage message, Failed before) {}

    @SuppressWarnings("this-escape") // into an object of its own
    EndpointCounter(EndpointScope scope, int number) {
        this.scope = scope;
        this.number = number;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public long value() {
        return (long) VALUE.getVolatile(this);
    }

    @Override
    public void set(long newValue) {
        FAILED.setVolatile(this, (Failed) null); // first: a failure that comes with the new value is a later one
        VALUE.setVolatile(this, newValue);
        signal();
    }

    @Override
    public void add(long added) {
        long _ = (long) VALUE.getAndAdd(this, added);
        signal();
    }

    /**
     * Returns the events of a message whose completion this counter follows.
     *
     * @param origin moves when header and data may be changed; null for none
     * @return the same object for the same origin counter as last time
     */
    public SentEvents following(EndpointCounter origin) {
        SentEvents known = events;
        if (known == null || known.origin() != origin) {
            known = new SentEvents(origin, null, this);
            events = known;
        }
        return known;
    }

    /** Returns the event of a message that header and data may be changed, and no other; always the same. */
    public SentEvents leading() {
        return alone;
    }

    /** Records that a message that would have moved the counter has failed: one that is waited for will not come. */
    void fail(FailedMessage message) {
        Failed seen = (Failed) FAILED.getVolatile(this);
        while (true) {
            Failed witness = (Failed) FAILED.compareAndExchange(this, seen, new Failed(message, seen));
            if (witness == seen) {
                signal();
                return;
            }
            seen = witness;
        }
    }

    private boolean hasFailed() {
        return (Failed) FAILED.getVolatile(this) != null;
    }

    /**
     * Takes as many failed messages as a wait was for, or all there are; returns the error of the last one, null for
     * none.
     */
    private SennitException takeFailed(long least) {
        Failed seen = (Failed) FAILED.getVolatile(this);
        while (seen != null) {
            Failed rest = seen.before;
            for (long taken = 1; taken < least && rest != null; taken++) {
                rest = rest.before;
            }
            Failed witness = (Failed) FAILED.compareAndExchange(this, seen, rest);
            if (witness == seen) {
                return scope.errorOf(seen.message);
            }
            seen = witness;
        }
        return null;
    }

    private void signal() {
        Object waiting = (Object) WAITER.getVolatile(this);
        if (waiting != null) {
            scope.work().wake(waiting);
        }
    }

    @Override
    public void await(long least) {
        await(least, Long.MAX_VALUE);
    }

    @Override
    public boolean await(long least, long timeoutNs) {
        scope.work().checkMayWait("await of a counter");
        if (take(least)) {
            return true;
        }
        if (!WAITER.compareAndSet(this, (Object) null, scope.work().sleeper())) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "another thread waits for this counter: counter=" + number + " value=" + least + " " + scope);
        }
        try {
            reached.least = least;
            return awaitAlone(timeoutNs);
        } finally {
            WAITER.setRelease(this, (Object) null);
        }
    }

    private boolean awaitAlone(long timeoutNs) {
        EndpointWork endpoint = scope.work();
        boolean isEndless = timeoutNs == Long.MAX_VALUE;
        long since = isEndless ? 0 : endpoint.nanoTime();
        long leftNs = timeoutNs;
        while (true) {
            endpoint.await(reached, leftNs, PARK_NS);
            if (take(reached.least)) {
                return true;
            }
            SennitException cause = takeFailed(reached.least);
            if (cause != null) {
                throw cause;
            }
            SennitException hopeless = scope.failedMember();
            if (hopeless != null) {
                throw hopeless;
            }
            // Another thread has subtracted what was there, or set the counter: the wait goes on.
            leftNs = isEndless ? timeoutNs : timeoutNs - (endpoint.nanoTime() - since);
            if (leftNs <= 0) {
                return false;
            }
        }
    }

    /** Subtracts what is waited for, if it is there. */
    private boolean take(long least) {
        long seen = (long) VALUE.getVolatile(this);
        while (seen >= least) {
            long witness = (long) VALUE.compareAndExchange(this, seen, seen - least);
            if (witness == seen) {
                return true;
            }
            seen = witness;
        }
        return false;
    }

    @Override
    public String toString() {
        return "counter " + number + " of " + scope;
    }

    /** The counter has reached a value, or never will. Any thread may complete it, not only one of the endpoint. */
    private final class Reached implements Condition {
        private long least; // of the thread that waits

        @Override
        public boolean isMet() {
            return value() >= least || hasFailed() || scope.failedMember() != null;
        }

        @Override
        public String toString() {
            return "operation=await value=" + least + " of " + EndpointCounter.this;
        }
    }
}
