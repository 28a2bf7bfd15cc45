package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.config.Option;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Checks that one thread at a time uses an endpoint: in checked mode every operation enters here and leaves. A second
 * thread gets an error that names both threads and both operations; the first continues. Any thread may call any
 * method.
 */
public final class SingleThreadCheck {
    /** Whether checked mode is on. */
    public static final Option<Boolean> CHECKED = Option.ofBoolean(
            "checked",
            false,
            "whether misuse is detected that costs time to detect: two threads in one endpoint at a time, ready sends"
                    + " without a posted receive, inconsistent arguments of collectives, header"
                    + " handlers that block, memory of accesses and active messages that is used again too early");

    private static final VarHandle USER =
            FieldHandle.of(MethodHandles.lookup(), SingleThreadCheck.class, "user", Thread.class);

    private final String endpoint;

    // Compare-and-set from null by a thread that enters, volatile store of null by the last that leaves. Written by
    // USER.
    @SuppressWarnings("FieldMayBeFinal")
    private volatile Thread user;

    // Written by the user; read by another thread for its error text only, where a stale value is harmless.
    private volatile Object operation;

    private int depth; // owned by the user

    /**
     * Makes the check of an endpoint.
     *
     * @param endpoint its name, for the error text
     */
    public SingleThreadCheck(String endpoint) {
        this.endpoint = endpoint;
    }

    /**
     * Begins an operation; the same thread may begin others in it.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException UNSUPPORTED when another thread is in the endpoint; nothing has happened; final
     */
    public void enter(Object what) {
        Thread self = Thread.currentThread();
        Thread seen = user;
        if (seen != self) {
            if (seen != null || !USER.compareAndSet(this, (Thread) null, self)) {
                throw twoAtOnce(seen == null ? user : seen, self, what);
            }
            operation = what;
        }
        depth++;
    }

    /** Ends the operation that {@link #enter} began. */
    public void leave() {
        if (--depth == 0) {
            operation = null;
            user = null;
        }
    }

    /** As {@link #leave}, where the thread may have been refused. */
    void leaveIfUser() {
        if (user == Thread.currentThread()) {
            leave();
        }
    }

    private SennitException twoAtOnce(Thread first, Thread second, Object what) {
        return twoAtOnce(endpoint + " ", first, operation, second, what);
    }

    /** Returns the error of a second thread. */
    static SennitException twoAtOnce(String where, Thread first, Object operation, Thread second, Object what) {
        return new SennitException(
                ErrorClass.UNSUPPORTED,
                "two threads use one endpoint at a time, which needs thread.level=multiple: " + where + "thread="
                        + (first == null ? "?" : LongWait.plainName(first)) + " operation=(" + operation + ") thread="
                        + second.getName() + " operation=(" + what + ")");
    }
}
