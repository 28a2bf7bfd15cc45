package org.sennit.internal.endpoints.coll.call;

import java.util.function.IntPredicate;
import org.sennit.internal.endpoints.coll.Collectives;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.device.ShortSends;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;

/**
 * Fast path of blocking collectives between two processes of a host with a member each: a member sends what the other
 * one needs in one short message, if anything, and spins for the other's, if there is one. These are the messages of
 * the schedule of the same call, which {@link Collectives#isOneMessageEach} asks. A call that continues on the general
 * path does not send again.
 */
public final class PairCalls extends ShortCalls {
    private final PairMessages messages;
    private final PairOperands operands = new PairOperands();
    private final int other;

    private final CallKeys barriers;
    private final CallKeys broadcasts;
    private final CallKeys gathers;
    private final CallKeys scatters;
    private final CallKeys allgathers;
    private final CallKeys alltoalls;
    private final CallKeys reductions;
    private final CallKeys allreductions;
    private final CallKeys scans;
    private final CallKeys exscans;

    private PairCalls(CommContext comm, Collectives collectives, Preparations calls) {
        super(comm, collectives, calls, PairMessages.MOST_BYTES, PairMessages.MOST_BYTES);
        this.messages = new PairMessages(comm);
        this.other = 1 - rank;
        IntPredicate always = root -> true;
        IntPredicate isRoot = root -> root == rank;
        IntPredicate isOtherRoot = root -> root != rank;
        this.barriers = signatures(CollectiveKind.BARRIER, always, always);
        this.broadcasts = signatures(CollectiveKind.BROADCAST, isRoot, isOtherRoot);
        this.gathers = signatures(CollectiveKind.GATHER, isOtherRoot, isRoot);
        this.scatters = signatures(CollectiveKind.SCATTER, isRoot, isOtherRoot);
        this.allgathers = signatures(CollectiveKind.ALLGATHER, always, always);
        this.alltoalls = signatures(CollectiveKind.ALLTOALL, always, always);
        this.reductions = signatures(CollectiveKind.REDUCE, isOtherRoot, isRoot);
        this.allreductions = signatures(CollectiveKind.ALLREDUCE, always, always);
        this.scans = signatures(CollectiveKind.SCAN, always, always);
        this.exscans = signatures(CollectiveKind.EXSCAN, always, always);
    }

    /**
     * Makes the fast path of a communicator.
     *
     * @param calls where the ordinary calls come from
     * @return null where the communicator has none: it has other members than one in each of two processes, or two
     *     sides, its endpoint is checked, observed, or used by several threads, or a poll of the network is not cheap
     */
    public static PairCalls of(CommContext comm, Collectives collectives, Preparations calls) {
        boolean isPair = !comm.isInter()
                && comm.group().size() == 2
                && collectives.member().size() == 1;
        boolean isNear = comm.device().self().progress().cheapNetwork() != null;
        return isPair && isNear && isPlain(comm) ? new PairCalls(comm, collectives, calls) : null;
    }

    /**
     * Makes the signatures of the messages of one collective; 0 where its schedule has other messages.
     *
     * @param sends whether this member sends, by the root
     * @param receives whether it receives
     */
    private CallKeys signatures(CollectiveKind kind, IntPredicate sends, IntPredicate receives) {
        return new CallKeys(kind, 2, call -> {
            long sent = sends.test(call.root) ? call.bytes : -1;
            long received = receives.test(call.root) ? call.bytes : -1;
            return collectives.isOneMessageEach(call, sent, received) ? call.messageSignature(false) : 0;
        });
    }

    /**
     * Begins a call.
     *
     * @param signature of its messages
     * @param bytes their length
     * @return its meeting; −1 where the call does not suit this path
     */
    private long enter(int signature, int bytes) {
        if (signature == 0 || !isUser() || !messages.areShort(bytes)) {
            return -1;
        }
        progress.giveTurnSeldom(); // not in the middle of a meeting: actions of the user may call collectives, too
        return enterNext();
    }

    private boolean end(long meeting, CollectiveKind kind) {
        member.leave(meeting);
        return over(kind);
    }

    @Override
    public boolean barrier() {
        int signature = barriers.of(0, NO_ROOT);
        long meeting = enter(signature, 0);
        if (meeting < 0) {
            return false;
        }
        if (messages.send(meeting, ShortSends.NOTHING, 0, 0, signature)
                && messages.receive(meeting, ShortSends.NOTHING, 0, 0, signature)) {
            return end(meeting, CollectiveKind.BARRIER);
        }
        executeBySchedule(meeting, CollectiveKind.BARRIER, null, null, null, null, NO_ROOT);
        return true;
    }

    @Override
    boolean broadcasts(Object memory, DataLayout layout, int root, int bytes) {
        int signature = broadcasts.of(bytes, root);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        if (root == rank
                ? messages.send(meeting, memory, 0, bytes, signature)
                : messages.receive(meeting, memory, 0, bytes, signature)) {
            return end(meeting, CollectiveKind.BROADCAST);
        }
        executeBySchedule(meeting, CollectiveKind.BROADCAST, memory, null, layout, null, root);
        return true;
    }

    @Override
    boolean gathers(Object send, Object receive, DataLayout block, int root, int bytes) {
        int signature = gathers.of(bytes, root);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        if (root == rank) {
            if (messages.receive(meeting, receive, other * bytes, bytes, signature)) {
                PlainArrays.copy(send, 0, receive, rank * bytes, bytes);
                return end(meeting, CollectiveKind.GATHER);
            }
        } else if (messages.send(meeting, send, 0, bytes, signature)) {
            return end(meeting, CollectiveKind.GATHER);
        }
        executeBySchedule(meeting, CollectiveKind.GATHER, send, receive, block, null, root);
        return true;
    }

    @Override
    boolean scatters(Object send, Object receive, DataLayout block, int root, int bytes) {
        int signature = scatters.of(bytes, root);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        if (root == rank) {
            if (messages.send(meeting, send, other * bytes, bytes, signature)) {
                PlainArrays.copy(send, rank * bytes, receive, 0, bytes);
                return end(meeting, CollectiveKind.SCATTER);
            }
        } else if (messages.receive(meeting, receive, 0, bytes, signature)) {
            return end(meeting, CollectiveKind.SCATTER);
        }
        executeBySchedule(meeting, CollectiveKind.SCATTER, send, receive, block, null, root);
        return true;
    }

    @Override
    boolean allgathers(Object send, Object receive, DataLayout block, int bytes) {
        int signature = allgathers.of(bytes, NO_ROOT);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        if (messages.send(meeting, send, 0, bytes, signature)
                && messages.receive(meeting, receive, other * bytes, bytes, signature)) {
            PlainArrays.copy(send, 0, receive, rank * bytes, bytes);
            return end(meeting, CollectiveKind.ALLGATHER);
        }
        executeBySchedule(meeting, CollectiveKind.ALLGATHER, send, receive, block, null, NO_ROOT);
        return true;
    }

    @Override
    boolean exchanges(Object send, Object receive, DataLayout layout, int block) {
        int signature = alltoalls.of(block, NO_ROOT);
        long meeting = enter(signature, block);
        if (meeting < 0) {
            return false;
        }
        if (messages.send(meeting, send, other * block, block, signature)
                && messages.receive(meeting, receive, other * block, block, signature)) {
            PlainArrays.copy(send, rank * block, receive, rank * block, block);
            return end(meeting, CollectiveKind.ALLTOALL);
        }
        executeBySchedule(meeting, CollectiveKind.ALLTOALL, send, receive, layout, null, NO_ROOT);
        return true;
    }

    @Override
    boolean reduces(Object send, Object receive, DataLayout layout, Reduction operation, int root, int bytes) {
        boolean isForAll = root == NO_ROOT;
        boolean isReceiver = isForAll || root == rank;
        CollectiveKind kind = isForAll ? CollectiveKind.ALLREDUCE : CollectiveKind.REDUCE;
        int signature = (isForAll ? allreductions : reductions).of(bytes, root);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        Object own = operandOf(send, receive, isReceiver);
        boolean hasSent = (isForAll || !isReceiver) && messages.send(meeting, own, 0, bytes, signature);
        if (hasSent && !isReceiver) {
            return end(meeting, kind);
        }
        if (isReceiver && hasSent == isForAll && combines(meeting, own, receive, operation, bytes, signature)) {
            return end(meeting, kind);
        }
        executeBySchedule(meeting, kind, send, receive, layout, operation, root);
        return true;
    }

    /** Receives the other operand and combines it with the caller's; returns false when nothing has happened. */
    private boolean combines(long meeting, Object own, Object receive, Reduction operation, int bytes, int signature) {
        ElementType type = PlainArrays.typeOf(receive);
        if (!messages.receive(meeting, operands.room(type), 0, bytes, signature)) {
            return false;
        }
        operands.combine(operation, type, own, rank, receive, bytes);
        return true;
    }

    @Override
    boolean scans(Object send, Object receive, DataLayout layout, Reduction operation, boolean isInclusive, int bytes) {
        CollectiveKind kind = isInclusive ? CollectiveKind.SCAN : CollectiveKind.EXSCAN;
        int signature = (isInclusive ? scans : exscans).of(bytes, NO_ROOT);
        long meeting = enter(signature, bytes);
        if (meeting < 0) {
            return false;
        }
        Object own = operandOf(send, receive, true);
        ElementType type = PlainArrays.typeOf(receive);
        Object theirs = operands.room(type);
        if (messages.send(meeting, own, 0, bytes, signature)
                && messages.receive(meeting, theirs, 0, bytes, signature)) {
            if (rank > 0 && isInclusive) {
                operands.combine(operation, type, own, rank, receive, bytes);
            } else if (rank > 0) {
                PlainArrays.copy(theirs, 0, receive, 0, bytes);
            } else if (isInclusive && own != receive) {
                PlainArrays.copy(own, 0, receive, 0, bytes);
            }
            return end(meeting, kind);
        }
        executeBySchedule(meeting, kind, send, receive, layout, operation, NO_ROOT);
        return true;
    }

    @Override
    boolean hasSent(long meeting) {
        return messages.hasSent(meeting);
    }

    @Override
    Throwable takeFailure() {
        return messages.takeFailure();
    }

    @Override
    void prepare(Reduction operation, ElementType type, int bytes) {
        operands.prepare(operation, type, bytes);
    }
}
