package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.am.RemoteCalls;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * A member in another process, as one endpoint accesses it: the numbers of the accesses, and how much is under way. The threads of
 * the endpoint begin accesses, upcalls end them.
 */
final class RemoteTarget {
    /** More is not sent before answers come, but for one access: bytes, and accesses. */
    private static final long MOST_BYTES = 4 << 20;

    private static final int MOST_ACCESSES = 256;

    private final CommContext comm;
    private final int rank;
    private final Peer peer;
    private final RemoteCalls calls;

    // Guarded by this.
    private long nextNumber;
    private long openBytes;
    private int openAccesses;
    private SennitException failure; // the first of those that no request tells

    RemoteTarget(CommContext comm, int rank) {
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

    /** An access begins, of so many calls; returns the number of the first. */
    synchronized long begin(int pieces, long bytes) {
        openAccesses++;
        openBytes += bytes;
        long first = nextNumber;
        nextNumber += pieces;
        return first;
    }

    /** What {@link #begin} has told of has ended. */
    void end(long bytes, SennitException untold) {
        synchronized (this) {
            openAccesses--;
            openBytes -= bytes;
            if (failure == null) {
                failure = untold;
            }
        }
        comm.endpoint().progress().signal();
    }

    synchronized boolean isIdle() {
        return openAccesses == 0;
    }

    /** Whether another access may begin. */
    synchronized boolean hasRoom() {
        return openAccesses < MOST_ACCESSES && openBytes < MOST_BYTES;
    }

    /** The first failure that has not been told; null when there is none. */
    synchronized SennitException takeFailure() {
        SennitException taken = failure;
        failure = null;
        return taken;
    }

    /** Calls the target's process. Does not block. */
    void call(WindowCall header, MemorySegment data, RemoteAnswer answer) {
        calls.send(comm.endpoint(), peer, RemoteCalls.WINDOW_FIRST, header.write(), data, answer);
    }

    /** A call is about to be sent that may end a wait. */
    void unmarkedSent() {
        comm.own().process().active().unmarked().sent(peer.address().process());
    }

    /** An answer has been taken that may have ended a wait. */
    void unmarkedTaken() {
        comm.own().process().active().unmarked().taken(peer.address().process());
    }

    /** A call on the lock of the target whose outcome nobody waits for, but for its end. */
    void callOnLock(byte kind, int lockKind) {
        begin(0, 0);
        unmarkedSent();
        call(
                WindowCall.ofLock(kind, comm.userContextId(), comm.rank(), lockKind),
                MemorySegment.NULL,
                new RemoteAnswer() {
                    @Override
                    public void answered(long result) {
                        end(0, null);
                    }

                    @Override
                    public void failed(SennitException error) { // the target is lost, and its lock with it
                        end(0, null);
                    }
                });
    }

    /** Names the access in a failure of the call. */
    SennitException described(SennitException error, String operation, String more) {
        String what = error.errorClass() == ErrorClass.PROC_FAILED
                ? "the target has failed"
                : "the target could not execute the access";
        return new SennitException(
                error.errorClass(),
                what + ": operation=" + operation + " rank=" + comm.rank() + " target=" + rank + more + " window="
                        + comm.name() + " cause=" + error.getMessage(),
                error);
    }
}
