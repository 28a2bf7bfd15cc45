package org.sennit.internal.endpoints.rma.lock;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The empty messages that announce the beginning or the end of an epoch, or that a lock has been granted. A wait for
 * one of them is a receive: it makes progress, is woken, and ends when the peer fails. Belongs to the thread that
 * drives the endpoint.
 *
 * @param comm the window's own communicator
 */
public record WindowMessages(CommContext comm) {
    /** The sender has exposed its memory to the receiver. */
    public static final int POSTED = 0;

    /** The sender has completed its accesses to the receiver's memory. */
    public static final int COMPLETED = 1;

    /** Tags from here on: the receiver holds the lock for which it has waited with this ticket. */
    static final int GRANTED = 2;

    private static final BooleanSupplier NEVER = () -> false;
    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    /** Sends a message. Does not block. */
    public void send(int rank, int tag) {
        OutgoingMessage message = new OutgoingMessage().to(comm, comm.peers().peer(rank), rank);
        message.set(comm.userContextId(), comm.rank(), tag, 0, 0);
        comm.device().sendNonblocking(message.from(NOTHING, 0, null)).free();
    }

    /** Posts the receive of a message. */
    public ReceiveRequest receive(int rank, int tag) {
        ReceiveRequest receive = comm.device().newReceive();
        receive.from(comm, comm.rank(), comm.userContextId(), rank, tag, 0).into(NOTHING, 0, null, 0);
        comm.device().post(receive);
        return receive;
    }

    /**
     * Waits until a message has come or something else has ended the wait; the outcome of the receive is taken only by
     * {@link Request#await()}.
     *
     * @param description what is waited for, in {@code name=value} pairs
     */
    void await(Request message, String description, BooleanSupplier isVain) {
        if (!message.isComplete()) {
            comm.device().self().progress().await(new Wait(message, description, isVain), Long.MAX_VALUE);
        }
    }

    /**
     * Takes the messages of all peers, in order, also when a receive has failed; what ends that otherwise takes back
     * the receives that are left.
     *
     * @param description what is waited for, but for the peer's rank at its end
     * @throws SennitException the error of the first receive that has failed
     */
    public void awaitAll(List<ReceiveRequest> receives, int[] peers, String description) {
        SennitException failure = null;
        int at = 0;
        try {
            while (at < peers.length) {
                ReceiveRequest receive = receives.get(at);
                await(receive, description + peers[at], NEVER);
                at++;
                SennitException each = take(receive);
                failure = failure == null ? each : failure;
            }
        } finally {
            for (; at < peers.length; at++) {
                withdraw(receives.get(at));
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the error of a complete receive; null for none. */
    static SennitException take(ReceiveRequest receive) {
        try {
            receive.await(null);
            return null;
        } catch (SennitException e) {
            return e;
        }
    }

    /** Takes back a receive; false when a message has come for it. */
    public boolean withdraw(ReceiveRequest receive) {
        if (!comm.device().self().queue().remove(receive)) {
            return false;
        }
        receive.withdraw();
        return true;
    }

    private record Wait(Request message, String description, BooleanSupplier isVain) implements Condition {
        @Override
        public boolean isMet() {
            return message.isComplete() || isVain.getAsBoolean();
        }

        @Override
        public Awaited awaited() {
            Awaited receive = message.awaited();
            return receive == null ? null : receive.in(description, receive.need());
        }

        @Override
        public void giveUp(SennitException error) {
            message.giveUp(error);
        }

        @Override
        public String toString() {
            return description;
        }
    }
}
