package org.sennit.internal.endpoints.construct;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/**
 * The messages of constructors: numbers that two members of a communicator exchange on a context of their own. The
 * ranks of an intercommunicator are those of the other side. A wait fails when any member that the construction needs
 * has failed, even if the peer of the wait has not: the peer has given up, too. Constructions of different kinds do not
 * receive each other's messages, since one member may have gone on to the next while another is still in one that has
 * failed. Where their tags are so far apart that the tags of the messages are the same after all, a message that says
 * that it is of another kind is dropped.
 *
 * @param kind what the messages are of
 * @param failure returns the error if a participant has failed, else null; called after a failure in the job
 */
public record PrivateMessages(CommContext comm, Kind kind, Supplier<SennitException> failure) {
    /** What messages are of. Those of a kind have one length, or follow one that says the length. */
    public enum Kind {
        /** The agreement of a group. */
        GROUP,
        /** The members of the two sides of an intercommunicator. */
        SIDES,
        /** The ids that the leaders of two sides agree on. */
        IDS,
        /** Numbers of the two sides of an intercommunicator that there is. */
        EXCHANGE,
        /** The edges of a graph. */
        EDGES
    }

    private static final int KIND_SHIFT = 28; // tags have 31 bits

    /**
     * Makes the messages of a construction in which all members of the communicator take part.
     *
     * @param comm the communicator
     * @param kind what they are of
     */
    public PrivateMessages(CommContext comm, Kind kind) {
        this(comm, kind, () -> comm.isBroken() ? comm.memberFailed("construction") : null);
    }

    /**
     * Starts to send.
     *
     * @param rank the receiver
     * @param tag as the receiver has it
     * @param values the numbers, which are copied
     */
    public Request send(int rank, int tag, int[] values) {
        int[] packed = new int[1 + values.length];
        packed[0] = kind.ordinal();
        System.arraycopy(values, 0, packed, 1, values.length);
        return send(comm, comm.constructionContextId(), rank, ofKind(tag), packed);
    }

    /**
     * Returns the tag of the messages: not negative, and another for each tag of a kind. Tags of different kinds become
     * the same only if a multiple of 2²⁸ lies between them.
     */
    private int ofKind(int tag) {
        return tag + (kind.ordinal() << KIND_SHIFT) & Integer.MAX_VALUE;
    }

    /** Starts to send numbers that are not to be changed before the request is complete, and say no kind. */
    static Request send(CommContext comm, int contextId, int rank, int tag, int[] values) {
        long bytes = (long) values.length * Integer.BYTES;
        OutgoingMessage message =
                new OutgoingMessage().to(comm.quiet(), comm.peers().peer(rank), rank);
        message.set(contextId, comm.rank(), tag, bytes, 0);
        return comm.device().sendNonblocking(message.from(MemorySegment.ofArray(values), 0, null));
    }

    /**
     * Receives; blocks.
     *
     * @param rank the sender
     * @param tag as the sender has it
     * @param values room for as many numbers as are sent
     */
    public void receive(int rank, int tag, int[] values) {
        int[] packed = new int[1 + values.length];
        boolean isOfThis;
        do {
            isOfThis = hasReceived(rank, tag, packed);
        } while (!isOfThis);
        System.arraycopy(packed, 1, values, 0, values.length);
    }

    /** Receives a message; returns whether it is of this construction, and not left by one that has failed. */
    private boolean hasReceived(int rank, int tag, int[] packed) {
        ReceiveRequest receive = comm.device().newReceive();
        receive(receive, comm, comm.constructionContextId(), rank, ofKind(tag), packed);
        comm.device().post(receive);
        try {
            await(receive);
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.TRUNCATE) { // longer than any of this kind
                return false;
            }
            throw e;
        }
        return packed[0] == kind.ordinal();
    }

    /**
     * Waits for a send or a receive of this construction.
     *
     * @param request of these messages
     * @throws SennitException PROC_FAILED, the numbers that were sent may be read later; final
     */
    public void await(Request request) {
        Progress progress = comm.device().self().progress();
        progress.await(new Construction(request), Long.MAX_VALUE);
        SennitException error = request.isComplete() ? null : failed();
        if (error != null && !(request instanceof ReceiveRequest receive && isMatched(receive))) {
            throw error;
        }
        request.await(null);
    }

    /** A message of the construction, or the failure of a member. */
    private final class Construction implements Condition {
        private final Request request;

        Construction(Request request) {
            this.request = request;
        }

        @Override
        public boolean isMet() {
            return request.isComplete() || failed() != null;
        }

        @Override
        public Awaited awaited() {
            return request.awaited();
        }

        @Override
        public void giveUp(SennitException error) {
            request.giveUp(error);
        }

        @Override
        public String toString() {
            return "construction of a communicator: " + request;
        }
    }

    private SennitException failed() {
        return comm.isAnyFailed() ? failure.get() : null;
    }

    /** Returns whether a message is coming; if not, the receive is taken back. */
    private boolean isMatched(ReceiveRequest receive) {
        if (comm.device().self().queue().remove(receive)) {
            receive.withdraw();
            return false;
        }
        return true;
    }

    /** Prepares a receive. */
    static void receive(ReceiveRequest receive, CommContext comm, int contextId, int rank, int tag, int[] values) {
        receive.from(comm.quiet(), comm.rank(), contextId, rank, tag, 0)
                .into(MemorySegment.ofArray(values), 0, null, (long) values.length * Integer.BYTES);
    }

    /** Sends and receives at once. */
    int[] exchange(int rank, int tag, int[] mine, int theirLength) {
        int[] theirs = new int[theirLength];
        Request send = send(rank, tag, mine);
        receive(rank, tag, theirs);
        await(send);
        return theirs;
    }

    /** Exchanges messages whose lengths are not known in advance: the lengths first. */
    int[] exchange(int rank, int tag, int[] mine) {
        int theirLength = exchange(rank, tag, new int[] {mine.length}, 1)[0];
        return exchange(rank, tag, mine, theirLength);
    }
}
