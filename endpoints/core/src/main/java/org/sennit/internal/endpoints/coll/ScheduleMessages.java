package org.sennit.internal.endpoints.coll;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveSchedule;
import org.sennit.internal.endpoints.coll.schedule.Step;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.datatype.ReductionMemory;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.ShortSends;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.match.WantedMessage;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Awaited.Need;

/**
 * The messages that a run has under way. Its requests are reused, so that a repeated run allocates none inside a JVM.
 * Belongs to the thread that drives the endpoint.
 */
final class ScheduleMessages {
    private final CommContext own; // the communicator, or that of this side of an intercommunicator
    private final CommContext inter; // both sides, or null
    private final CollectiveState collectives;
    private final Device device;
    private final CollectiveCall call;
    private final int signature;
    private final int remoteSignature;
    private final ShortSends shortSends; // to members of this side
    private final OutgoingMessage message = new OutgoingMessage();
    private final boolean receivesAtOnce; // messages of other processes, which a spinning receive finds
    private final WantedMessage wanted; // from a member of this side
    private final Status status = new Status();

    private ReceiveRequest[] receives = {};
    private long[] lengths = {}; // of the receives
    private int receiveCount;
    private SingleCopySend[] sends = {};
    private Request[] started = {}; // sends that are not complete
    private int sendCount;

    ScheduleMessages(CollectiveState collectives, CollectiveCall call) {
        CommContext comm = collectives.comm();
        this.collectives = collectives;
        this.call = call;
        this.signature = call.messageSignature(false);
        this.remoteSignature = call.messageSignature(true);
        this.own = comm.isInter() ? comm.local() : comm;
        this.inter = comm.isInter() ? comm : null;
        this.device = comm.device();
        int context = collectives.contextIdIn(own);
        this.shortSends = device.shortSends(context, own.rank(), own.group().peers());
        this.receivesAtOnce = device.self().progress().cheapNetwork() != null;
        this.wanted = new WantedMessage(Envelope.SEND, context);
    }

    /** Starts the send of a step, in the collective of that number. */
    void send(CollectiveSchedule s, int step, long number, LentMemory lent) {
        boolean isRemote = s.kind(step) == Step.SEND_REMOTE;
        int to = s.peer(step);
        MemorySegment memory = lent.memory(s.from(step));
        long offset = lent.offset(s.from(step)) + s.fromOffset(step);
        long bytes = s.bytes(step);
        Object array =
                bytes == 0 ? ShortSends.NOTHING : lent.operand(s.from(step)).array();
        if (!isRemote && sendShort(array, bytes == 0 ? 0 : offset, bytes, to, CollectiveCall.tagOf(number))) {
            return;
        }
        CommContext comm = isRemote ? inter : own;
        RankMap placement = isRemote ? inter.peers() : own.group();
        int context = collectives.contextIdIn(comm);
        message.set(context, comm.rank(), CollectiveCall.tagOf(number), bytes, isRemote ? remoteSignature : signature);
        if (sendCount == sends.length) {
            sends = Arrays.copyOf(sends, sendCount + 4);
            started = Arrays.copyOf(started, sendCount + 4);
        }
        if (sends[sendCount] == null) {
            sends[sendCount] = device.newSend();
        }
        message.to(comm.quiet(), placement.peer(to), to).from(memory, offset, null);
        Request request = device.startSend(sends[sendCount], false, message);
        if (request != null) {
            started[sendCount++] = request;
        }
    }

    /** Fast path: sends out of an array; returns false when this path is not possible, and nothing has happened. */
    private boolean sendShort(Object array, long offset, long bytes, int to, int tag) {
        return ArrayCopy.copies(array, offset | bytes)
                && shortSends.sendAcross(array, offset, bytes, to, tag, signature);
    }

    /** Posts the receive of a step, in the collective of that number. */
    void receive(CollectiveSchedule s, int step, long number, LentMemory lent) {
        boolean isRemote = s.kind(step) == Step.RECEIVE_REMOTE;
        int source = s.peer(step);
        MemorySegment memory = lent.memory(s.to(step));
        long offset = lent.offset(s.to(step)) + s.toOffset(step);
        long bytes = s.bytes(step);
        CommContext comm = isRemote ? inter : own;
        if (receiveCount == receives.length) {
            receives = Arrays.copyOf(receives, receiveCount + 4);
            lengths = Arrays.copyOf(lengths, receiveCount + 4);
        }
        ReceiveRequest request = receives[receiveCount];
        if (request == null) {
            request = device.newReceive();
            receives[receiveCount] = request;
        }
        lengths[receiveCount++] = bytes;
        request.from(
                        comm.quiet(),
                        comm.rank(),
                        collectives.contextIdIn(comm),
                        source,
                        CollectiveCall.tagOf(number),
                        isRemote ? remoteSignature : signature)
                .into(memory, offset, null, bytes);
        device.post(request);
    }

    /**
     * Returns whether {@link #receiveAtOnce} is worth while: the message is short, the only one, and awaited next. If
     * so, enters, as a receive that is posted does, before anything is sent.
     *
     * @param step a receive
     */
    boolean entersForReceivingAtOnce(CollectiveSchedule s, int step) {
        boolean isFor = receivesAtOnce
                && receiveCount == 0
                && s.kind(step) == Step.RECEIVE
                && s.isDrainedNext(step)
                && shortSends.reaches(s.peer(step), s.bytes(step));
        if (isFor) {
            device.self().progress().enter(call.kind.call());
        }
        return isFor;
    }

    /**
     * Fast path: receives the message of a step without posting, if it comes soon and has the right length.
     *
     * @return false when nothing has happened
     */
    boolean receiveAtOnce(CollectiveSchedule s, int step, long number, LentMemory lent) {
        int rounds = device.roundsNow();
        ReductionMemory to = lent.operand(s.to(step));
        long bytes = s.bytes(step);
        long offset = lent.offset(s.to(step)) + s.toOffset(step);
        if (rounds == 0 || offset > ShortSends.MOST_OFFSET_BYTES) {
            return false;
        }
        Object memory = ArrayCopy.copies(to.array(), offset | bytes) ? to.array() : to.segment();
        wanted.setExactly(s.peer(step), CollectiveCall.tagOf(number), signature, bytes);
        return device.receiveAtOnce(wanted, memory, (int) offset, null, rounds);
    }

    /** Returns whether all started messages are complete; makes no progress. */
    boolean areComplete() {
        for (int i = 0; i < receiveCount; i++) {
            if (!receives[i].isComplete()) {
                return false;
            }
        }
        for (int i = 0; i < sendCount; i++) {
            if (!started[i].isComplete()) {
                return false;
            }
        }
        return true;
    }

    /**
     * Gives up after the call has failed, and with it all further collectives of this communicator: refuses what
     * members send from now on, so that they do not wait, and cancels receives that no message has matched. The other
     * messages end by themselves, since the other side completes, refuses or fails them; until then
     * {@link #areComplete} is false and the memory is in use.
     */
    void giveUp() {
        refuse(own);
        if (inter != null) {
            refuse(inter);
        }
        int kept = 0;
        for (int i = 0; i < receiveCount; i++) {
            ReceiveRequest receive = receives[i];
            if (device.self().queue().remove(receive)) {
                receive.withdraw();
            } else {
                receives[kept] = receive;
                lengths[kept++] = lengths[i];
            }
        }
        receiveCount = kept;
    }

    private void refuse(CommContext comm) {
        device.self().queue().shutdown().revoke(comm.collectiveContextId());
        device.self().queue().shutdown().revoke(comm.persistentContextId());
    }

    /**
     * Returns whether all are complete, or one has failed; in that case the others may never complete, and
     * {@link #take} throws.
     */
    boolean areDecided() {
        boolean areAll = true;
        for (int i = 0; i < receiveCount; i++) {
            if (!receives[i].isComplete()) {
                areAll = false;
            } else if (ScheduleRequest.hasFailed(receives[i])) {
                return true;
            }
        }
        for (int i = 0; i < sendCount; i++) {
            if (!started[i].isComplete()) {
                areAll = false;
            } else if (ScheduleRequest.hasFailed(started[i])) {
                return true;
            }
        }
        return areAll;
    }

    /** Returns the subject of the run's wait; receives first, since all messages of an ended member have arrived. */
    Awaited awaited(String operation) {
        for (int i = 0; i < receiveCount; i++) {
            Awaited one = receives[i].isComplete() ? null : receives[i].awaited();
            if (one != null) {
                return one.in(operation, Need.ALL);
            }
        }
        for (int i = 0; i < sendCount; i++) {
            Awaited one = started[i].isComplete() ? null : started[i].awaited();
            if (one != null) {
                return one.in(operation, Need.TAKER);
            }
        }
        return null;
    }

    /** Completes the requests that can be, and throws if one has failed; the others stay. */
    void take() {
        SennitException failure = takeReceives(null);
        failure = takeSends(failure);
        if (failure != null) {
            throw failure;
        }
    }

    private SennitException takeReceives(SennitException before) {
        SennitException failure = before;
        int kept = 0;
        for (int i = 0; i < receiveCount; i++) {
            ReceiveRequest receive = receives[i];
            if (!receive.isComplete()) {
                receives[i] = receives[kept];
                receives[kept] = receive;
                lengths[kept++] = lengths[i];
                continue;
            }
            try {
                receive.await(status);
                checkLength(status, lengths[i]);
            } catch (SennitException e) {
                failure = failure == null ? explained(e) : failure;
            }
        }
        receiveCount = kept;
        return failure;
    }

    private SennitException takeSends(SennitException before) {
        SennitException failure = before;
        int kept = 0;
        for (int i = 0; i < sendCount; i++) {
            Request request = started[i];
            started[i] = null;
            if (!request.isComplete()) {
                started[kept++] = request;
                continue;
            }
            try {
                request.await(status);
                device.reuse(request);
            } catch (SennitException e) {
                failure = failure == null ? e : failure;
            }
        }
        sendCount = kept;
        return failure;
    }

    /** Returns the error for a message of another call, without that of its receive, which no program has called. */
    private SennitException explained(SennitException error) {
        return error.errorClass() != ErrorClass.TYPE
                ? error
                : new SennitException(
                        ErrorClass.ARG,
                        CallFailures.DIFFERENT_CALLS + "operation=" + call.kind.call() + " bytes=" + call.bytes
                                + " rank=" + own.rank() + " communicator=" + own);
    }

    private void checkLength(Status arrived, long expected) {
        if (arrived.countBytes() != expected) {
            throw new SennitException(
                    ErrorClass.TRUNCATE,
                    "the members do not mean the same size: rank=" + own.rank() + " peer=" + arrived.source() + " sent="
                            + arrived.countBytes() + " expected=" + expected);
        }
    }
}
