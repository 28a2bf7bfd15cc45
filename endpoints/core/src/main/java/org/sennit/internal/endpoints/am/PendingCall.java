package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A call that waits for its answer. It is used again when the network does not use it any more and the answer is there. */
final class PendingCall extends RemoteOperation {
    private final ActiveProcess process;

    // By the thread that calls, before the call is entered.
    private Peer peer;
    private ActiveEndpoint endpoint;
    private RemoteAnswer answer;

    // Guarded by this.
    private int users; // the network's send, and the answer
    private boolean isOver;

    PendingCall(ActiveProcess process) {
        this.process = process;
    }

    @Override
    Peer peer() {
        return peer;
    }

    /** Enters the call; returns its id. */
    long begin(ActiveEndpoint from, Peer to, RemoteAnswer told) {
        endpoint = from;
        peer = to;
        answer = told;
        synchronized (this) {
            users = 2;
            isOver = false;
        }
        from.begins();
        return process.pending().enter(this);
    }

    void send(long id, VirtualConnection connection, MemorySegment header, MemorySegment data) {
        NetworkSend pending;
        try {
            pending = connection.startMessage(header, data);
        } catch (RuntimeException e) {
            fail(id, lost(e));
            release();
            return;
        }
        if (pending == null) {
            release();
        } else {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    fail(id, lost(pending.failure()));
                }
                release();
            });
        }
    }

    /** Where the answer's data goes. */
    MemorySegment room(long id, long bytes) {
        RemoteAnswer told;
        synchronized (this) {
            if (isOver || id() != id) { // it has failed, and may be another call by now
                return null;
            }
            told = answer;
        }
        return told.room(bytes);
    }

    /** The answer is there. In an upcall. */
    void answered(long id, long result) {
        if (end(id)) {
            answer.answered(result);
            over(id);
        }
    }

    @Override
    void fail(long id, SennitException error) {
        if (end(id)) {
            answer.failed(error);
            over(id);
        }
    }

    private synchronized boolean end(long id) {
        if (isOver || id() != id) {
            return false;
        }
        isOver = true;
        return true;
    }

    private void over(long id) {
        ActiveEndpoint from = endpoint;
        process.pending().remove(id);
        release();
        from.ends();
    }

    private void release() {
        synchronized (this) {
            if (--users > 0) {
                return;
            }
        }
        endpoint = null;
        peer = null;
        answer = null;
        process.pending().recycle(this);
    }

    private SennitException lost(Throwable cause) {
        return new SennitException(
                ErrorClass.PROC_FAILED,
                "the target of a one-sided operation is lost: target=" + peer + " cause=" + cause.getMessage(),
                cause);
    }
}
