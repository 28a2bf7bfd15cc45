package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Detects two threads in an endpoint at once, without checked mode, as the reader of a sequence lock detects a writer:
 * a call stores its thread when it {@link #enter enters}, unless it is that of the last call, and checks it when it
 * {@link #leave leaves}. Between two calls the thread may change. While one thread is in a long wait, a second one is
 * refused before it has any effect, and the first continues; otherwise one of the two is found when it leaves. Messages
 * may have been mixed up by then, so all further calls fail with the same error.
 *
 * <p>Entering is reentrant. Calls that overlap only partly are not always detected; {@link SingleThreadCheck} detects
 * all.
 */
abstract class SoleUser extends FrontPadding {
    private static final VarHandle USER = FieldHandle.of(MethodHandles.lookup(), SoleUser.class, "user", Thread.class);
    private static final VarHandle AWAITED =
            FieldHandle.of(MethodHandles.lookup(), SoleUser.class, "awaited", Object.class);

    private final boolean isSole;

    // Volatile store by a thread that enters after another one, before it changes anything of the endpoint. Opaque load
    // after a fence by a thread that leaves: if it has seen a change of the other thread, it sees this, too. A change
    // that is still in the store buffer of a thread that has left is not detected; that would take a full fence in each
    // call. jcstress: SoleUserStress.
    @SuppressWarnings("unused")
    private Thread user;

    // The operation of a long wait; opaque stores by the thread that waits, with a fence before it sleeps (see
    // isTakenOver), volatile load by a thread that enters, after the store of user: one of the two sees the other.
    // jcstress: SoleUserStress.WaitAndEntry.
    @SuppressWarnings("unused")
    private Object awaited;

    private Object operation; // the user's; read by another thread for its error text only

    // Stored before user becomes null for good, loaded after the store of user by a thread that enters.
    private volatile String mixedUp;

    // The thread that ends the endpoint, then those that finish its operations; null before. Plain: compared only with
    // the calling thread, which sees its own store.
    private Thread ender;

    // The name of the ended endpoint; null while its program runs. Stored before user becomes null for good and
    // isWatched true; loaded by a thread that is not the user.
    private volatile String ended;

    // Whether calls check the user: where one thread at a time may use the endpoint, and in checked mode after the end
    // of its program. Plain: a thread that sees a stale value makes one more call of an ended endpoint.
    private boolean isWatched;

    /**
     * For subclasses.
     *
     * @param isSole whether one thread at a time may use the endpoint; if false nothing is checked
     */
    SoleUser(boolean isSole) {
        this.isSole = isSole;
        this.isWatched = isSole;
    }

    /**
     * Begins a call, or a part of one. Costs one load if the thread is that of the last call.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException UNSUPPORTED when another thread is in a long wait, without effect; or when two threads
     *     were found here before; SESSION when the endpoint's program has ended; final
     */
    public final void enter(Object what) {
        if (isWatched && (Thread) USER.getOpaque(this) != Thread.currentThread()) {
            moveToThisThread(what);
        }
    }

    /** Returns whether the calling thread has made the last call, too, so that {@link #enter} has no effect. */
    public final boolean isLastUser() {
        return !isWatched || (Thread) USER.getOpaque(this) == Thread.currentThread();
    }

    /**
     * Ends the call that {@link #enter} began, before its result is used.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException UNSUPPORTED when another thread has entered meanwhile; final
     */
    public final void leave(Object what) {
        if (isSole) {
            VarHandle.loadLoadFence(); // orders the reads of the endpoint's state before the load of user
            if ((Thread) USER.getOpaque(this) != Thread.currentThread() && ender != Thread.currentThread()) {
                throw overlapped(what);
            }
        }
    }

    /**
     * Begins a call that sends no message, such as an access to a window; ends with {@link #endCall} or
     * {@link #failCall}. In checked mode a second thread is refused.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException as for {@link #enter}
     */
    public void beginCall(Object what) {
        enter(what);
    }

    /**
     * Ends a call that {@link #beginCall} began.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException as for {@link #leave}
     */
    public void endCall(Object what) {
        leave(what);
    }

    /** Ends a call with an error, perhaps one of {@link #beginCall}. */
    public void failCall() {}

    /**
     * Begins the end of the endpoint after its program. The calling thread finishes the operations under way; neither
     * another thread nor an earlier detection of two threads stops it.
     */
    public final void endsProgram() {
        ender = Thread.currentThread();
    }

    /**
     * Refuses further calls, after the endpoint's program has ended and the calling thread has finished its operations.
     *
     * @param whose the name of the endpoint, for the error text
     */
    public final void refuseCalls(String whose) {
        ender = null;
        ended = whose;
        isWatched = true;
        USER.setVolatile(this, (Thread) null);
    }

    /** Lets the calling thread finish operations that the program has left under way. */
    final void admitFinisher() {
        if (ended != null) {
            ender = Thread.currentThread();
        }
    }

    private void checkNotEnded(Thread self, Object what) {
        String whose = ended;
        if (whose != null && ender != self) {
            String operation = String.valueOf(what);
            throw new SennitException(
                    ErrorClass.SESSION,
                    "the endpoint has ended: "
                            + (operation.startsWith("operation=") ? operation : "operation=" + operation)
                            + (operation.contains("rank=") ? "" : " " + whose));
        }
    }

    private void moveToThisThread(Object what) {
        Thread self = Thread.currentThread();
        checkNotEnded(self, what);
        Thread before = (Thread) USER.getOpaque(this);
        boolean isEnding = ender == self;
        if (!isEnding) {
            checkWaiter(before, self, what);
        }
        USER.setVolatile(this, self);
        if (isEnding) {
            return;
        }
        checkIntact();
        try {
            checkWaiter(before, self, what); // the other thread may have begun to wait meanwhile
            checkNotEnded(self, what); // or to end
        } catch (SennitException e) {
            Thread next = ended == null ? before : null; // a conditional as an argument would be of type Object
            USER.compareAndSet(this, self, next);
            throw e;
        }
        operation = what;
    }

    private void checkWaiter(Thread before, Thread self, Object what) {
        Object waiting = AWAITED.getVolatile(this);
        if (waiting != null && before != null) {
            throw SingleThreadCheck.twoAtOnce("", before, waiting, self, what);
        }
    }

    private void checkIntact() {
        String found = mixedUp;
        if (found != null) {
            USER.setOpaque(this, (Thread) null);
            throw new SennitException(ErrorClass.UNSUPPORTED, found);
        }
    }

    private SennitException overlapped(Object what) {
        checkNotEnded(Thread.currentThread(), what);
        Thread other = (Thread) USER.getVolatile(this);
        checkIntact();
        String found = SingleThreadCheck.twoAtOnce("", other, operation, Thread.currentThread(), what)
                        .getMessage()
                + "; messages may have been mixed up, so that the endpoint cannot be used any more";
        mixedUp = found;
        USER.setVolatile(this, (Thread) null);
        wakeUser();
        return new SennitException(ErrorClass.UNSUPPORTED, found);
    }

    /** Wakes the thread that sleeps here, if any, so that it checks its conditions. */
    abstract void wakeUser();

    /** Begins a long wait, which may be nested; returns true if the caller must call {@link #endWait}. */
    final boolean beginWait(Object what) {
        if (!isSole || AWAITED.getOpaque(this) != null) {
            return false;
        }
        AWAITED.setOpaque(this, what);
        return true;
    }

    final void endWait() {
        AWAITED.setOpaque(this, (Object) null);
    }

    /**
     * Returns whether another thread has entered. Checked by the waiting thread before it sleeps, after a full fence.
     */
    final boolean isTakenOver() {
        Thread self = Thread.currentThread();
        return isSole && (Thread) USER.getOpaque(this) != self && ender != self;
    }
}
