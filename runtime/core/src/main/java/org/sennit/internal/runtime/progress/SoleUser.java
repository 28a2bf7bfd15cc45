package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Finds a second thread in an endpoint that one at a time may use, without checked mode, as the reader of a sequence lock
 * finds a writer: a call notes its thread when it {@link #enter enters}, if another one was there before, and looks again when it
 * {@link #leave leaves}. Between two calls the thread may change. While one thread is in a long wait, a second one is
 * refused before it has changed anything, and the first goes on; otherwise one of the two finds the other when it leaves. Then
 * messages may have been mixed up, so that all further calls end with the same error.
 *
 * <p>The same thread may enter again inside a call. What overlaps for less than a call is not always seen; {@link SingleThreadCheck}
 * sees all.
 */
abstract class SoleUser extends FrontPadding {
    private static final VarHandle USER;
    private static final VarHandle AWAITED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            USER = lookup.findVarHandle(SoleUser.class, "user", Thread.class).withInvokeExactBehavior();
            AWAITED = lookup.findVarHandle(SoleUser.class, "awaited", Object.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final boolean isSole;

    // Volatile store by a thread that enters after another one, before it changes anything of the endpoint's. Opaque
    // load after a fence by a thread that leaves: if it has seen what the other changed, it sees this, too. Not seen is
    // a change that is still in the store buffer of a thread that has left: that would need a full fence in each call.
    // jcstress: SoleUserStress.
    @SuppressWarnings("unused")
    private Thread user;

    // The operation of a long wait; opaque stores by the thread that waits, with a fence before it sleeps (see
    // isTakenOver), volatile load by a thread that enters, after the store of user: one of the two sees the other.
    // jcstress: SoleUserStress.WaitAndEntry.
    @SuppressWarnings("unused")
    private Object awaited;

    private Object operation; // with which the user entered; read by another thread for its error's text only

    // Stored before user becomes null for good, loaded after the store of user by a thread that enters.
    private volatile String mixedUp;

    // The thread that ends the endpoint, and then those that look after what it has left; null before. Plain: compared
    // with the calling thread alone, which sees its own store, and any other value is not itself.
    private Thread ender;

    // Whose endpoint it was; null while its program runs. Stored before user becomes null for good, and isWatched true;
    // loaded by a thread that finds itself not the user.
    private volatile String ended;

    // Whether calls look for another user: where one thread at a time may use the endpoint, and in checked mode when
    // its
    // program has ended. Plain: a thread that sees an old value makes one more call of an endpoint that has ended.
    private boolean isWatched;

    /**
     * For subclasses.
     *
     * @param isSole whether one thread at a time may use the endpoint; else nothing is looked for
     */
    SoleUser(boolean isSole) {
        this.isSole = isSole;
        this.isWatched = isSole;
    }

    /**
     * Begins a call, or a part of one. Costs a load where the thread is that of the last call.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException UNSUPPORTED when another thread is in a long wait: nothing has happened, and the other goes on; or
     *     when two threads have been found here before; SESSION when the endpoint's program has ended; final
     */
    public final void enter(Object what) {
        if (isWatched && (Thread) USER.getOpaque(this) != Thread.currentThread()) {
            changeHands(what);
        }
    }

    /** Returns whether {@link #enter} has nothing to do: the calling thread has made the last call, too. */
    public final boolean isLastUser() {
        return !isWatched || (Thread) USER.getOpaque(this) == Thread.currentThread();
    }

    /**
     * Ends what {@link #enter} began, before its result is used.
     *
     * @param what the operation, whose text is made only for an error
     * @throws SennitException UNSUPPORTED when another thread has entered meanwhile; final
     */
    public final void leave(Object what) {
        if (isSole) {
            VarHandle.loadLoadFence(); // what has been read of the endpoint, then the user
            if ((Thread) USER.getOpaque(this) != Thread.currentThread() && ender != Thread.currentThread()) {
                throw overlapped(what);
            }
        }
    }

    /**
     * Begins a call that sends no message, such as an access to a window; ends with {@link #endCall} or {@link #failCall}. In
     * checked mode a second thread is refused.
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
     * The endpoint's program is over. The calling thread brings what is under way to its end, and is stopped by no other thread that is
     * found here, nor by what two threads have mixed up before.
     */
    public final void endsProgram() {
        ender = Thread.currentThread();
    }

    /**
     * The endpoint's program is over, and nothing of it is under way in the calling thread: further calls are refused.
     *
     * @param whose whose endpoint it was, for the text of the error
     */
    public final void refuseCalls(String whose) {
        ender = null;
        ended = whose;
        isWatched = true;
        USER.setVolatile(this, (Thread) null);
    }

    /** The calling thread carries on what the program has left behind. */
    final void carriesOn() {
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

    private void changeHands(Object what) {
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
            checkWaiter(before, self, what); // it may have begun to wait meanwhile
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

    /** Wakes the thread that sleeps here, if one does, so that it looks about. */
    abstract void wakeUser();

    /** Begins a long wait, perhaps inside another one of this thread; true when {@link #endWait} is to end it. */
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

    /** Returns whether another thread has entered; for the thread that waits, before it sleeps, after a full fence. */
    final boolean isTakenOver() {
        Thread self = Thread.currentThread();
        return isSole && (Thread) USER.getOpaque(this) != self && ender != self;
    }
}
