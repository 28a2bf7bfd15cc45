package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Progress;

/**
 * The health of a job. The first failure is kept, and every wait loop ends with it; later failures are consequences.
 * Any thread may call any method.
 */
public final class JobHealth {
    private static final VarHandle FAILURE =
            FieldHandle.converting(MethodHandles.lookup(), JobHealth.class, "failure", Throwable.class);

    private final CopyOnWriteArrayList<Progress> waiters = new CopyOnWriteArrayList<>();

    // Set once by compare-and-set, read volatile in every idle round of every wait; pairs with the parked flag of a
    // waiter, which reads this after it has set the flag.
    private volatile Throwable failure;

    private volatile String who;

    private final LongWaits longWaits = new LongWaits();

    // Set once when the job has ended, read like failure.
    private volatile boolean hasEnded;

    /** Returns the long waits of this process. */
    public LongWaits longWaits() {
        return longWaits;
    }

    /**
     * Registers a thread to wake when the job fails.
     *
     * @param progress whose {@link Progress#signal} to call
     */
    public void register(Progress progress) {
        waiters.add(progress);
    }

    /**
     * Removes an endpoint that will not wait any more.
     *
     * @param progress registered before
     */
    public void unregister(Progress progress) {
        waiters.remove(progress);
    }

    /**
     * Records the first failure and wakes all threads.
     *
     * @param who what failed, such as {@code endpoint 3}
     * @param cause why
     */
    public boolean fail(String who, Throwable cause) {
        if (failure == null) {
            this.who = who; // benign race of two first failures: both names are those of a real failure
        }
        boolean isFirst = FAILURE.compareAndSet(this, (Throwable) null, cause);
        wakeAll();
        return isFirst;
    }

    /** Records that the job has ended: pending waits cannot complete any more. */
    public void end() {
        hasEnded = true;
        wakeAll();
    }

    private void wakeAll() {
        for (Progress waiter : waiters) {
            waiter.signal();
            waiter.over();
        }
    }

    /** Returns whether all waits must end, and {@link #check} throws: the job has failed, or has ended. */
    public boolean isOver() {
        return failure != null || hasEnded;
    }

    /** Returns the first failure; null if there is none. */
    public Throwable failure() {
        return failure;
    }

    /** Returns the first line of a text that follows as a whole, since it is that of the cause. */
    private static String firstLine(Throwable cause) {
        return cause.toString().lines().findFirst().orElse("");
    }

    /**
     * Throws when the job has failed, or has ended.
     *
     * @throws SennitException PROC_ABORTED, with the first failure as its cause; SESSION after the end; final
     */
    public void check() {
        Throwable cause = failure;
        if (cause != null) {
            throw new SennitException(
                    ErrorClass.PROC_ABORTED,
                    "the job is being aborted: failed=" + who + " cause=" + firstLine(cause),
                    cause);
        }
        if (hasEnded) {
            throw new SennitException(ErrorClass.SESSION, "the job has ended: operation=await");
        }
    }
}
