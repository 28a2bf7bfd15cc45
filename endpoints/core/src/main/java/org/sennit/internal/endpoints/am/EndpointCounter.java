package org.sennit.internal.endpoints.am;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.active.ActiveCounter;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/**
 * A counter of active messages. Any thread adds; one at a time waits, and parks only after it has said so and then looked at the
 * value.
 */
public final class EndpointCounter implements ActiveCounter {
    /** How often a thread that parks beside the endpoint looks whether the job has failed. */
    private static final long PARK_NS = 50_000_000;

    private static final VarHandle VALUE;
    private static final VarHandle WAITER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findVarHandle(EndpointCounter.class, "value", long.class)
                    .withInvokeExactBehavior();
            WAITER = lookup.findVarHandle(EndpointCounter.class, "waiter", Thread.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final ActiveScope scope;
    private final int number;

    // Volatile. Add, then load of waiter; the waiter's side stores waiter, then loads value: one of the two sees the
    // other.
    private long value;

    // The thread that waits, whichever way; null: none. Volatile, see value.
    @SuppressWarnings("unused") // by WAITER
    private Thread waiter;

    // Volatile store before the waiter is woken, volatile load by the waiter, which clears it.
    private volatile SennitException failure;

    EndpointCounter(ActiveScope scope, int number) {
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
        VALUE.setVolatile(this, newValue);
        signal();
    }

    @Override
    public void add(long added) {
        long before = (long) VALUE.getAndAdd(this, added);
        signal();
    }

    /** A message that would have moved the counter has failed. */
    void fail(SennitException cause) {
        failure = cause;
        signal();
    }

    private void signal() {
        Thread waiting = (Thread) WAITER.getVolatile(this);
        if (waiting != null) {
            scope.endpoint().wake(waiting);
        }
    }

    @Override
    public void await(long least) {
        await(least, Long.MAX_VALUE);
    }

    @Override
    public boolean await(long least, long timeoutNs) {
        scope.endpoint().checkMayWait("await of a counter");
        if (take(least)) {
            return true;
        }
        if (!WAITER.compareAndSet(this, (Thread) null, Thread.currentThread())) {
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "another thread waits for this counter: counter=" + number + " value=" + least + " " + scope);
        }
        try {
            return awaitAlone(new Reached(least), timeoutNs);
        } finally {
            WAITER.setVolatile(this, (Thread) null);
        }
    }

    private boolean awaitAlone(Reached reached, long timeoutNs) {
        scope.endpoint().await(reached, timeoutNs, PARK_NS);
        if (take(reached.least)) {
            return true;
        }
        SennitException cause = failure;
        if (cause != null) {
            failure = null;
            throw cause;
        }
        SennitException hopeless = scope.failedMember();
        if (hopeless != null) {
            throw hopeless;
        }
        return false;
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

    /** That the counter has reached a value, or never will. Any thread may bring it about: no endpoint in particular. */
    private final class Reached implements Condition {
        private final long least;

        Reached(long least) {
            this.least = least;
        }

        @Override
        public boolean isMet() {
            return value() >= least || failure != null || scope.failedMember() != null;
        }

        @Override
        public String toString() {
            return "operation=await value=" + least + " of " + EndpointCounter.this;
        }
    }
}
