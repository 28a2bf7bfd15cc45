package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.am.RemoteCalls;
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
    private long openBytes;
    private int openAccesses; // and batches
    private int openBatches;
    private int idleWaits; // of threads; while there are any, accesses travel at once
    private int openRequests; // of these, those whose memory at the origin is in use
    private AccessBatch batch; // which takes accesses; null: none
    private final ArrayDeque<AccessBatch> full = new ArrayDeque<>(); // to be sent
    private final ArrayDeque<AccessBatch> idle = new ArrayDeque<>();
    private SennitException failure; // the first that no request reports; thrown at the end of the epoch
    private boolean isTouched; // in the list of those with accesses

    private boolean isSendingDeferred; // at most one action waits for the next poll of the endpoint

    // Plain, by all threads of the endpoint: a race is benign, since a thread that sees an old one makes another.
    private final Wait[] waits = new Wait[Wait.End.values().length];

    private final Runnable sending = this::sendDeferred; // one object for all

    RemoteTarget(TouchedTargets<RemoteTarget> touched, CommContext comm, int rank) {
        this.touched = touched;
        this.comm = comm;
        this.rank = rank;
        this.peer = comm.peers().peer(rank);
        this.calls = comm.own().process().active().calls();
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
     * @param isSentByCaller whether the caller sends it; else the next poll of the endpoint does at the latest, in which
     *     a wait begins
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
                    openRequests++;
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
            batch = (idle.isEmpty() ? new AccessBatch(this) : idle.pop()).begin(nextNumber);
            open();
            openBatches++;
            openBytes += AccessBatch.ROOM_BYTES;
        }
    }

    private void open() {
        openAccesses++;
        if (!isTouched) {
            isTouched = true;
            touched.add(this);
        }
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
     * Leaves no access to a later call where a thread waits until none is under way. That thread would wait for ever: it
     * may have made the access itself, in an action that its wait has run.
     */
    private void closeBatchIfAwaited() {
        if (idleWaits > 0) {
            closeBatch();
        }
    }

    private void ended(AccessBatch answered, boolean isUsedAgain) {
        openAccesses--;
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

    synchronized void endIdleWait() {
        idleWaits--;
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
            call(next.header(), next.data(), next);
        }
    }

    private synchronized AccessBatch takeFull() {
        return full.poll();
    }

    /** Called when a batch has been answered, or never will be. */
    void end(AccessBatch answered, SennitException untold, boolean isUsedAgain) {
        synchronized (this) {
            openRequests -= answered.requests();
            ended(answered, isUsedAgain);
            if (failure == null) {
                failure = untold;
            }
        }
        comm.endpoint().progress().signal();
    }

    /**
     * Begins an access of a number of calls, and returns the number of the first. Sends what has begun before.
     *
     * @param isRequest whether memory at the origin is in use until its end
     */
    long begin(int pieces, long bytes, boolean isRequest) {
        long number = enter(pieces, bytes, isRequest);
        sendFull();
        return number;
    }

    private synchronized long enter(int pieces, long bytes, boolean isRequest) {
        closeBatch();
        open();
        openRequests += isRequest ? 1 : 0;
        openBytes += bytes;
        long first = nextNumber;
        nextNumber += pieces;
        return first;
    }

    /** Called when an access of {@link #begin} has ended. In an upcall. */
    void end(long bytes, boolean isRequest, SennitException untold) {
        synchronized (this) {
            openAccesses--;
            openRequests -= isRequest ? 1 : 0;
            openBytes -= bytes;
            if (failure == null) {
                failure = untold;
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
     * A wait for answers of a process. Its progress sends them without its endpoints, so no deadlock contains this wait.
     * Immutable.
     */
    record Wait(RemoteTarget target, End end, String operation) implements Condition {
        /** What is waited for. */
        enum End {
            IDLE,
            IDLE_AT_ORIGIN,
            ROOM
        }

        @Override
        public boolean isMet() {
            return switch (end) {
                case IDLE -> target.isIdle();
                case IDLE_AT_ORIGIN -> target.isIdleAtOrigin();
                case ROOM -> target.hasRoom();
            };
        }

        @Override
        public String toString() {
            return target.text(operation, "");
        }
    }

    synchronized boolean isIdle() {
        return openAccesses == 0;
    }

    /** Returns whether no memory at the origin is in use. */
    synchronized boolean isIdleAtOrigin() {
        return openRequests == 0;
    }

    /** Returns whether another access may begin. */
    synchronized boolean hasRoom() {
        int filling = batch == null ? 0 : 1; // takes more, and is sent when it is full
        return openAccesses < MOST_ACCESSES && openBatches - filling < MOST_BATCHES && openBytes < MOST_BYTES;
    }

    /** Returns the first failure that has not been reported; null when there is none. */
    synchronized SennitException takeFailure() {
        SennitException taken = failure;
        failure = null;
        return taken;
    }

    /** Returns the first failure as takeFailure, and leaves the list of targets with accesses when none is under way. */
    synchronized SennitException takeFailureAndLeave() {
        if (openAccesses == 0 && isTouched) {
            isTouched = false;
            touched.remove(this);
        }
        return takeFailure();
    }

    /** Calls the target's process. Does not block; uses the header during the call only. */
    void call(WindowCall header, MemorySegment data, RemoteAnswer answer) {
        calls.send(comm.endpoint(), peer, RemoteCalls.WINDOW_FIRST, header, data, answer);
    }

    /** Counts a call that is about to be sent and may end a wait. */
    void unmarkedSent() {
        comm.own().process().active().unmarked().sent(peer.address().process());
    }

    /** Counts an answer that has been taken and may have ended a wait. */
    void unmarkedTaken() {
        comm.own().process().active().unmarked().taken(peer.address().process());
    }

    /** Sends a call on the lock of the target whose answer is awaited, but has no meaning. */
    void callOnLock(byte kind, int lockKind) {
        begin(0, 0, false);
        unmarkedSent();
        call(
                WindowCall.ofLock(kind, comm.userContextId(), comm.rank(), lockKind),
                MemorySegment.NULL,
                new RemoteAnswer() {
                    @Override
                    public void answered(long result) {
                        end(0, false, null);
                    }

                    @Override
                    public void failed(SennitException error) { // the target is lost, and its lock with it
                        end(0, false, null);
                    }
                });
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
