package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.sennit.active.ActiveVector;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.am.endpoint.FailedMessage;
import org.sennit.internal.endpoints.am.endpoint.OriginCheck;
import org.sennit.internal.endpoints.am.endpoint.SentEvents;
import org.sennit.internal.endpoints.am.memory.DeliveryErrors;
import org.sennit.internal.endpoints.am.memory.VectorCopy;
import org.sennit.internal.endpoints.am.operation.OperationFailures;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.internal.endpoints.am.operation.RemoteOperation;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A message to an endpoint of another process. A short one is a single packet; the data of a long one follows when the
 * target is ready for it. Reused when the target has reported completion and the network no longer uses it.
 */
public final class SentMessage extends RemoteOperation {
    private static final int MOST_KEPT_BYTES = 64 << 10; // of header and packing: rule of thumb, not measured

    private final OperationTable<SentMessage> table;
    private final OperationFailures failures;
    private final SentData sentData = new SentData(this);

    // Plain: stored by the thread that sends, before the id of the message publishes them; cleared when
    // it is used again.
    private EndpointScope from;
    private int source;
    private Peer peer;
    private int purges; // see FailedMessage
    private VirtualConnection connection;
    private SentEvents events;
    private int handlerNumber;
    private ActiveVector data;
    private final SlicedRoom headerRoom = new SlicedRoom();
    private MemorySegment packing = MemorySegment.NULL;
    private ActiveVector packed = ActiveVector.EMPTY; // of the last message that was packed
    private OriginCheck check; // null: not in checked mode, or all data is in the first packet

    private final SentState state = new SentState();

    SentMessage(OperationTable<SentMessage> table, OperationFailures failures) {
        this.table = table;
        this.failures = failures;
    }

    @Override
    public Peer peer() {
        return peer;
    }

    EndpointScope from() {
        return from;
    }

    /** Says where the message goes, before {@link #send}. */
    SentMessage between(EndpointScope sender, int senderRank, Peer target) {
        from = sender;
        source = senderRank;
        peer = target;
        purges = sender.purgesOf(target);
        return this;
    }

    /**
     * Sends the message, which has just been begun. Does not block.
     *
     * @param handler the number of the header handler
     * @param header the user's header
     * @param given the user's data
     * @param targetCounter the number of the target counter, or a negative one
     * @param notified the events of which the origin is notified
     */
    public void send(int handler, MemorySegment header, ActiveVector given, int targetCounter, SentEvents notified) {
        EndpointScope sender = from; // this may be another message after the start
        int rank = source;
        Peer to = peer;
        long id;
        try {
            id = start(handler, header, given, targetCounter, notified);
        } catch (RuntimeException | Error e) {
            if (id() == 0) { // it has not begun
                table.drop(this);
                if (e instanceof InternalError || MemoryLoss.is(e)) { // InternalError: a mapped file was cut short
                    throw DeliveryErrors.unusable(sender.describe(rank, handler, given.lengthBytes()), e);
                }
            }
            throw e;
        }
        failures.checkAlive(to, this, id);
    }

    /** Enters the message, and sends the first packet; returns its id. */
    private long start(
            int handler, MemorySegment userHeader, ActiveVector given, int targetCounter, SentEvents events) {
        EndpointScope sender = from;
        int endpoint = sender.work().local().id();
        int peerEndpoint = peer.address().endpoint();
        connection = peer.remote().connection(endpoint, peerEndpoint);
        this.events = events;
        handlerNumber = handler;
        data = given;
        VectorKind kind = given.kind();
        int headerBytes = (int) userHeader.byteSize();
        int lengths = ActivePacket.lengths(kind, given.pieces());
        long prefix = PacketDescriptor.HEADER_LENGTH + headerBytes + (long) lengths * Long.BYTES;
        boolean isEager =
                prefix <= NetworkSend.MAX_PACKET_HEADER_BYTES && given.lengthBytes() <= connection.eagerLimitBytes();
        if (!isEager && VectorCopy.isConfined(given)) { // other threads send it
            data = VectorCopy.staged(given);
            if (data == null) {
                throw DeliveryErrors.withoutRoom(sender.describe(source, handler, given.lengthBytes()));
            }
        }
        check = isEager ? null : OriginCheck.begin(sender, source, handler, userHeader, data);
        state.begin(idToBe(), isEager);
        MemorySegment head = headerRoom.of(prefix);
        MemorySegment payload = isEager ? payload(given) : MemorySegment.NULL;
        MemorySegment.copy(userHeader, 0, head, PacketDescriptor.HEADER_LENGTH, headerBytes);
        MappedFaults.throwPending(userHeader);
        long id = table.enter(this); // after all that may throw
        ActivePacket.write(head, PacketDescriptor.ACTIVE_MESSAGE, ActivePacket.FIRST, peerEndpoint, endpoint, id);
        ActivePacket.writeLengths(
                head, prefix - PacketDescriptor.HEADER_LENGTH + payload.byteSize(), given.lengthBytes());
        ActivePacket.writeOrigin(head, sender.contextId(), source);
        ActivePacket.writeFirst(head, handler, targetCounter, headerBytes, given.pieces(), kind);
        for (int i = 0; i < lengths; i++) {
            ActivePacket.writeLength(
                    head, PacketDescriptor.HEADER_LENGTH + headerBytes + (long) i * Long.BYTES, given.pieceBytes(i));
        }
        if (prefix > NetworkSend.MAX_PACKET_HEADER_BYTES) { // many pieces: their lengths are payload
            payload = head.asSlice(PacketDescriptor.HEADER_LENGTH);
            head = head.asSlice(0, PacketDescriptor.HEADER_LENGTH);
        }
        send(id, head, payload);
        return id;
    }

    private void send(long id, MemorySegment head, MemorySegment payload) {
        NetworkSend pending;
        try {
            pending = connection.startMessage(head, payload);
        } catch (RuntimeException | Error e) { // Error: no memory
            try {
                fail(id, lost(e));
            } finally {
                release(); // the send
            }
            return;
        }
        if (pending == null) {
            sent();
        } else {
            pending.whenDone(() -> {
                if (pending.failure() != null) {
                    fail(id, lost(pending.failure()));
                    release();
                } else {
                    sent();
                }
            });
        }
    }

    /** Returns the data of a short message in one piece. */
    private MemorySegment payload(ActiveVector given) {
        long bytes = given.lengthBytes();
        if (bytes == 0) {
            return MemorySegment.NULL;
        }
        if (given.pieces() == 1 && !VectorCopy.isConfined(given)) {
            MemorySegment memory = given.memory(0);
            return memory.byteSize() == bytes ? memory : memory.asSlice(given.offsetBytes(0), bytes);
        }
        if (packed.lengthBytes() != bytes) {
            packed = ActiveVector.of(packing(bytes).asSlice(0, bytes));
        }
        VectorCopy.copy(given, packed);
        return packed.memory(0);
    }

    private MemorySegment packing(long bytes) {
        if (packing.byteSize() < bytes) {
            packing = Arena.ofAuto().allocate(bytes, Long.BYTES);
        }
        return packing;
    }

    /** Called when the first packet has been sent. */
    private void sent() {
        SentEvents mine = events;
        EndpointScope sender = from;
        long before = state.sent(); // from here on it may be another message, unless this was the last user
        if (SentState.isFirstTaken(before)) {
            sender.dataTaken(mine);
        }
        if (SentState.wasLast(before)) {
            recycle();
        }
    }

    /**
     * Sends the data that the target wants; returns false when the message is over, so that the target is not to wait.
     * In an upcall.
     */
    boolean ready(long id, long target, long bytes) {
        if (!state.asked(id)) {
            return state.isUnderWay(id);
        }
        sentData.to(connection, peer.address().endpoint(), from.work().local().id())
                .start(id, target, data, Math.min(bytes, data.lengthBytes()));
        return true;
    }

    /** Returns whether the message is over, so that no more data is to be sent. By a user. */
    boolean isGivenUp() {
        return state.isOver();
    }

    /**
     * Called when no data packet is under way any more, and none will be. In an upcall.
     *
     * @param cause the memory cannot be read, or the peer is lost; null for none
     * @param isAll whether all have been sent; without a cause the message is over else
     */
    void dataEnded(long id, Throwable cause, boolean isAll) {
        if (cause != null) {
            fail(id, lost(cause));
        }
        if (cause != null || !isAll) { // a target that lives is not to wait for the rest
            sentData.withdraw();
        } else {
            if (check != null && !state.isOver()) { // else the program has its memory back, or it has been checked
                check.end();
            }
            taken();
        }
        release();
    }

    private void taken() {
        if (state.taken()) {
            from.dataTaken(events);
        }
    }

    /** Called when the target has the data, or has dropped it; the message is complete, or will be. In an upcall. */
    void acknowledged(long id, boolean isComplete) {
        long before = state.acknowledged(id, isComplete);
        if (before == SentState.NOT_UNDER_WAY) {
            return;
        }
        EndpointWork origin = from.work();
        try {
            if (isComplete && check != null && !SentState.wasTaken(before)) {
                check.end(); // the target's answer comes before that of the network
            }
            if (SentState.isDropped(before)) {
                taken();
            }
            if (isComplete) {
                events.completed();
                table.takeOut(this); // by this thread alone, which has ended the message
            }
        } finally {
            if (isComplete && SentState.wasLast(before)) { // no other user is left, and none comes
                recycle();
            } else {
                release();
            }
            origin.progress().signal(); // after an atomic update: of a thread that waits for data, or for the end
        }
    }

    @Override
    public void fail(long id, SennitException error) {
        long before = state.failed(id);
        if (before == SentState.NOT_UNDER_WAY) {
            return;
        }
        EndpointWork origin = from.work();
        events.failed(SentState.wasTaken(before), new FailedMessage(error, peer, purges));
        if (!SentState.wasTaken(before)) {
            from.ended(MessageEnds.SENT);
        }
        table.takeOut(this); // by this thread alone, which has ended the message
        release();
        origin.progress().signal();
    }

    /** Returns whether the message is from an endpoint; of one that is over perhaps no more. Any thread. */
    boolean isFrom(EndpointWork endpoint) {
        EndpointScope sender = from;
        return sender != null && sender.work() == endpoint;
    }

    /**
     * Returns whether this is a message from an endpoint in a communicator whose data is not known to be at its target.
     * Any thread.
     *
     * @param id as the caller has just read it
     */
    boolean isDataUnderWay(long id, EndpointScope sender) {
        if (from != sender) { // of this message, or of a later one: this one is over then
            return false;
        }
        VarHandle.acquireFence(); // the load of from, before that of the state, which knows whether the message is over
        return state.isDataUnderWay(id);
    }

    /** Drops one of the reasons to keep it. */
    private void release() {
        if (state.release()) {
            recycle();
        }
    }

    private void recycle() {
        from = null;
        peer = null;
        connection = null;
        events = null;
        data = null;
        check = null;
        sentData.clear();
        headerRoom.shrinkTo(MOST_KEPT_BYTES);
        if (packing.byteSize() > MOST_KEPT_BYTES) {
            packing = MemorySegment.NULL;
            packed = ActiveVector.EMPTY;
        }
        table.recycle(this);
    }

    private SennitException lost(Throwable cause) {
        if (cause instanceof OutOfMemoryError) {
            return new SennitException(
                    ErrorClass.NO_MEM, "no memory to send an active message: " + describe() + " cause=" + cause, cause);
        }
        boolean isMemory = MemoryLoss.is(cause);
        return new SennitException(
                isMemory ? ErrorClass.BUFFER : ErrorClass.PROC_FAILED,
                (isMemory
                                ? "the data of an active message cannot be read any more"
                                : "the target of an active message is lost")
                        + ": " + describe() + " cause=" + cause.getMessage(),
                cause);
    }

    @Override
    public String describe() {
        ActiveVector given = data; // null: it is over meanwhile
        return "operation=activeMessages().send handler=" + handlerNumber + " length="
                + (given == null ? 0 : given.lengthBytes()) + " target=" + addressOf(peer) + " " + from;
    }
}
