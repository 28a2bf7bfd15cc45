package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.sennit.internal.endpoints.am.call.RemoteAnswer;
import org.sennit.internal.endpoints.am.call.RemoteCalls;
import org.sennit.internal.endpoints.am.call.UnsentCallError;
import org.sennit.internal.endpoints.am.operation.OpenOperations;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/**
 * The accesses of one endpoint to one member in another process: their numbers, and how many are under way. The threads
 * of the endpoint begin accesses; upcalls of the network end them.
 */
final class RemoteTarget extends TouchedTargets.Member {
    /**
     * Flow control: a new access waits while this many bytes, or accesses, are under way. One access may
     * be longer. Rules of thumb, not measured.
     */
    private static final long MOST_BYTES = 8 << 20;

    static final int MOST_ACCESSES = 256;

    /** The most batches under way. Each has memory of its own, which is used again. */
    private static final int MOST_BATCHES = 16;

    private final TouchedTargets<RemoteTarget> touched;
    private final CommContext comm;
    private final int rank;
    private final Peer peer;
    private final RemoteCalls calls;

    // Guarded by this: the threads of the endpoint and upcalls.
    private long nextNumber;
    private final OpenOperations open = new OpenOperations(); // and batches
    private long openBytes;
    private int openBatches;
    private int idleWaits; // of threads; while there are any, accesses travel at once
    private AccessBatch batch; // which takes accesses; null: none
    private final ArrayDeque<AccessBatch> full = new ArrayDeque<>(MOST_ACCESSES); // to be sent
    private final ArrayDeque<AccessBatch> idle = new ArrayDeque<>();
    private SennitException failure; // the first that no request reports; thrown at the end of the epoch
    private boolean isTouched; // in the list of those with accesses
    private long nextLock; // the number of the next request for the lock
    private LockCall heldLock; // ends the lock that is held; null: none is

    private boolean isSendingDeferred; // at most one action waits for the next poll of the endpoint

    // Plain, by all threads of the endpoint: a race is benign, since a thread that sees an old one makes another.
    private final Wait[] waits = new Wait[Wait.End.values().length];

    private final UnsentCalls unsent;
    private final SennitException lackOfMemory; // where there is none for an error that says more
    private final Runnable sending = this::sendDeferred; // one object for all

    RemoteTarget(TouchedTargets<RemoteTarget> touched, CommContext comm, int rank) {
        this.touched = touched;
        this.comm = comm;
        this.rank = rank;
        this.peer = comm.peers().peer(rank);
        this.calls = comm.own().process().active().calls();
        this.unsent = new UnsentCalls(comm.endpoint().progress(), this::send);
        this.lackOfMemory =
                new SennitException(ErrorClass.NO_MEM, "no memory, not even to say more: " + text("one-sided", ""));
    }

    int rank() {
        return rank;
    }

    CommContext comm() {
        return comm;
    }

    /** Begins a short access, which is sent with others: at the latest by {@link #sendAll}. */
    void add(long displacement, long first, Update update, MemorySegment operands, DataLayout layout, long length) {
        boolean isToBeSent = true; // also when the operands cannot be read
        try {
            synchronized (this) {
                try {
                    addToBatch(displacement, first, update, operands, layout, length);
                } finally { // also a batch that has begun for an access that cannot be added
                    closeBatchIfAwaited();
                }
                isToBeSent = !full.isEmpty();
            }
        } finally {
            if (isToBeSent) {
                sendFull();
            }
        }
    }

    /**
     * Begins a short access that reads, which is sent with others.
     *
     * @param isSentByCaller whether the caller sends it; else the next poll of the endpoint does at the latest, in
     *     which a wait begins
     * @return complete when what was there is in the caller's memory
     */
    AccessRequest addRead(RemoteAccess access, boolean isSentByCaller) {
        AccessPlan plan = access.plan();
        AccessCheck check = AccessCheck.begin(plan, this, false);
        AccessRequest read = access.request().begin(this, check);
        boolean isToBeDeferred = false;
        boolean isToBeSent = true; // also when the operands cannot be read
        boolean hasBegun = false;
        try {
            synchronized (this) {
                openBatch(batch == null || batch.hasRoomToRead(plan.length()));
                try {
                    batch.addRead(read);
                    hasBegun = true;
                    nextNumber++;
                    open.requestBegins(); // of the batch, which is closed before its generation
                } finally {
                    closeBatchIfAwaited();
                }
                isToBeDeferred = !isSentByCaller && !isSendingDeferred && batch != null;
                isSendingDeferred |= isToBeDeferred;
                isToBeSent = !full.isEmpty();
            }
        } finally {
            if (check != null && !hasBegun) {
                check.end(null);
            }
            if (isToBeSent) {
                sendFull();
            }
        }
        if (isToBeDeferred) {
            comm.endpoint().progress().defer(sending);
        }
        return read;
    }

    private void addToBatch(
            long displacement, long first, Update update, MemorySegment operands, DataLayout layout, long length) {
        openBatch(batch == null || batch.hasRoom(length));
        batch.add(displacement, first, update, operands, layout, length);
        nextNumber++;
    }

    private void openBatch(boolean hasRoom) {
        if (!hasRoom) {
            closeBatch();
        }
        if (batch == null) {
            AccessBatch next = idle.isEmpty() ? new AccessBatch(this) : idle.pop();
            batch = next.begin(nextNumber, open());
            openBatches++;
            openBytes += AccessBatch.ROOM_BYTES;
        }
    }

    /** Counts an access; returns its generation. */
    private long open() {
        if (!isTouched) {
            touched.add(this);
            isTouched = true;
        }
        return open.begin();
    }

    /** Moves the batch to those to be sent, which the caller does without the lock. */
    private void closeBatch() {
        if (batch != null && batch.isEmpty()) { // its first access could not be read
            ended(batch, true);
        } else if (batch != null) {
            full.add(batch);
        }
        batch = null;
    }

    /**
     * Leaves no access to a later call where a thread waits for it: until none is under way, or in a flush. That thread
     * would wait for ever: it may have made the access itself, in an action that its wait has run.
     */
    private void closeBatchIfAwaited() {
        if (idleWaits > 0 || open.isToBeClosed()) {
            closeBatch();
        }
    }

    private void ended(AccessBatch answered, boolean isUsedAgain) {
        open.end(answered.generation(), answered.requests());
        openBatches--;
        openBytes -= AccessBatch.ROOM_BYTES;
        if (isUsedAgain && idle.size() < MOST_BATCHES) {
            idle.push(answered);
        }
    }

    /** Sends what has been begun and not been sent. */
    void sendAll() {
        synchronized (this) {
            closeBatch();
        }
        sendFull();
    }

    /** As {@link #sendAll}, for a thread that waits until no access is under way; until {@link #endIdleWait}. */
    void beginIdleWait() {
        synchronized (this) {
            idleWaits++;
            closeBatch();
        }
        sendFull();
    }

    /** Sees to it that what could not be sent is sent later; before a wait, which may be for it. */
    void retryUnsent() {
        unsent.retry();
    }

    synchronized void endIdleWait() {
        idleWaits--;
    }

    /**
     * Sends what has been begun, for a flush, which waits for these accesses and not for later ones; returns their
     * generation.
     */
    private long closeGeneration() {
        long generation;
        synchronized (this) {
            closeBatch(); // a generation is closed here, or while no batch takes accesses: see closeBatchIfAwaited
            generation = open.close();
        }
        unsent.retry();
        sendFull();
        return generation;
    }

    /** Returns whether the accesses of a generation have ended, or their use of memory at the origin. */
    private synchronized boolean hasEnded(long generation, boolean isAtOrigin) {
        return isAtOrigin ? open.hasEndedAtOrigin(generation) : open.hasEnded(generation);
    }

    private void sendDeferred() {
        synchronized (this) {
            isSendingDeferred = false;
            closeBatch();
        }
        sendFull();
    }

    /** Sends full batches. Holds no lock meanwhile, because the network's upcalls come back here. */
    private void sendFull() {
        for (AccessBatch next = takeFull(); next != null; next = takeFull()) {
            next.send();
        }
    }

    private synchronized AccessBatch takeFull() {
        return full.poll();
    }

    /** Called when a batch has been answered, or never will be. */
    void end(AccessBatch answered, SennitException unreported, boolean isUsedAgain) {
        synchronized (this) {
            ended(answered, isUsedAgain);
            if (failure == null) {
                failure = unreported;
            }
        }
        comm.endpoint().progress().signal();
    }

    /**
     * Begins an access of a number of calls, which gets the number of the first. Sends what has begun before.
     *
     * @param isRequest whether memory at the origin is in use until its end
     */
    void begin(OpenAccess access, int pieces, long bytes, boolean isRequest) {
        synchronized (this) {
            closeBatch();
            access.begun(nextNumber, open());
            if (isRequest) {
                open.requestBegins();
            }
            openBytes += bytes;
            nextNumber += pieces;
        }
        sendFull();
    }

    /** Called when an access of {@link #begin} has ended. In an upcall. */
    void end(long generation, long bytes, boolean isRequest, SennitException unreported) {
        synchronized (this) {
            open.end(generation, isRequest ? 1 : 0);
            openBytes -= bytes;
            if (failure == null) {
                failure = unreported;
            }
        }
        comm.endpoint().progress().signal();
    }

    /** Returns the condition of a wait for the target, one object for all waits of one operation. */
    Condition wait(Wait.End end, String operation) {
        Wait known = waits[end.ordinal()];
        if (known == null || !known.operation().equals(operation)) {
            known = new Wait(this, end, operation);
            waits[end.ordinal()] = known;
        }
        return known;
    }

    /**
     * A wait for answers of a process. Its progress sends them without its endpoints, so no deadlock contains this
     * wait. Immutable.
     */
    record Wait(RemoteTarget target, End end, String operation) implements Condition {
        /** What is waited for. */
        enum End {
            IDLE,
            ROOM
        }

        @Override
        public boolean isMet() {
            return switch (end) {
                case IDLE -> target.isIdle();
                case ROOM -> target.hasRoom();
            };
        }

        @Override
        public String toString() {
            return target.text(operation, "");
        }
    }

    /**
     * The wait of a flush for the accesses that have begun before it. As {@link Wait} it is part of no deadlock. Used
     * again for other waits, by one thread at a time, which alone asks it; another thread may read its text, that of an
     * earlier or a later wait.
     */
    static final class FlushWait implements Condition {
        private RemoteTarget target;
        private String operation;
        private long generation;
        private boolean isAtOrigin;

        /** Begins a wait, and sends what has begun; returns this. */
        FlushWait begin(RemoteTarget flushed, String call, boolean isForOrigin) {
            target = flushed;
            operation = call;
            isAtOrigin = isForOrigin;
            generation = flushed.closeGeneration();
            return this;
        }

        @Override
        public boolean isMet() {
            return target.hasEnded(generation, isAtOrigin);
        }

        @Override
        public String toString() {
            return target.text(operation, "");
        }
    }

    synchronized boolean isIdle() {
        return open.count() == 0;
    }

    /** Returns whether no memory at the origin is in use. */
    synchronized boolean isIdleAtOrigin() {
        return open.requests() == 0;
    }

    /** Returns whether another access may begin. */
    synchronized boolean hasRoom() {
        int filling = batch == null ? 0 : 1; // takes more, and is sent when it is full
        return open.count() < MOST_ACCESSES && openBatches - filling < MOST_BATCHES && openBytes < MOST_BYTES;
    }

    /** Returns the first failure that has not been reported; null when there is none. */
    synchronized SennitException takeFailure() {
        SennitException taken = failure;
        failure = null;
        return taken;
    }

    /**
     * Returns the first failure as takeFailure, and leaves the list of targets with accesses when none is under way.
     */
    synchronized SennitException takeFailureAndLeave() {
        if (open.count() == 0 && isTouched) {
            isTouched = false;
            touched.remove(this);
        }
        return takeFailure();
    }

    /** Calls the target's process. Does not block; uses the header during the call only. */
    void call(WindowCall header, MemorySegment data, RemoteAnswer answer) {
        calls.send(comm.endpoint(), peer, RemoteCalls.WINDOW_FIRST, header, data, answer);
    }

    /** Sends what takes the place of a call that could not be sent. */
    void send(UnsentCall call) {
        call(call.header(), MemorySegment.NULL, call.answer());
    }

    /** Sends, when there is memory again, what takes the place of a call that could not be sent. */
    void sendLater(UnsentCall call) {
        unsent.add(call);
    }

    /** Counts a call that is about to be sent and may end a wait. */
    void unmarkedSent() {
        comm.own().process().active().unmarked().sent(peer.address().process());
    }

    /** Counts an answer that has been taken and may have ended a wait. */
    void unmarkedTaken() {
        comm.own().process().active().unmarked().taken(peer.address().process());
    }

    /** Makes the call that ends the next lock of the target. */
    LockCall newLockCall(int lockKind) {
        long number;
        synchronized (this) {
            number = nextLock++;
        }
        return new LockCall(this, lockKind, number);
    }

    /** Keeps the call that ends a lock, as long as it is held; null: none is. */
    synchronized void hold(LockCall end) {
        heldLock = end;
    }

    /** Ends the lock that is held: with UNLOCK or HOLDER_ENDED. */
    void endLock(byte kind) {
        LockCall end;
        synchronized (this) {
            end = heldLock;
            heldLock = null;
        }
        endLock(end, kind);
    }

    /** Sends the call that ends a lock, whose answer is awaited, but has no meaning. */
    void endLock(LockCall end, byte kind) {
        begin(end, 0, 0, false);
        unmarkedSent();
        call(end.header(kind), MemorySegment.NULL, end);
    }

    /** Returns the failure of an access that has not been sent: this process has no memory for it. */
    SennitException unsent(Throwable cause, String operation, String more) {
        try {
            return UnsentCallError.of(text(operation, more), cause);
        } catch (OutOfMemoryError e) {
            return lackOfMemory;
        }
    }

    /** Returns the failure of an access that the target has refused. */
    SennitException refused(ErrorClass errorClass, String operation, String more) {
        String what = switch (errorClass) {
            case RMA_RANGE -> "outside the target's memory";
            case BUFFER -> "the target's memory cannot be used (its arena is closed, or its file was cut short)";
            case WIN -> "the target has closed the window";
            case PROC_FAILED -> "a member has failed, and the target has closed the window";
            default -> "the target could not execute the access";
        };
        return new SennitException(errorClass, what + ": " + text(operation, more));
    }

    String text(String operation, String more) {
        return "operation=" + operation + " rank=" + comm.rank() + " target=" + rank + more + " window=" + comm.name();
    }

    /** Names the access in a failure of the call. */
    SennitException described(SennitException error, String operation, String more) {
        String what = error.errorClass() == ErrorClass.PROC_FAILED
                ? "the target has failed"
                : "the target could not execute the access";
        return new SennitException(
                error.errorClass(), what + ": " + text(operation, more) + " cause=" + error.getMessage(), error);
    }
}
