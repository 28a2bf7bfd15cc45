package org.sennit.internal.endpoints.am.remote;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.active.VectorKind;
import org.sennit.internal.endpoints.am.endpoint.ArrivedData;
import org.sennit.internal.endpoints.am.endpoint.ArrivedMessage;
import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.am.memory.DeliveryErrors;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.am.memory.VectorCopy;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.internal.endpoints.am.packet.ActiveAnswers;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.BarePacket;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * A message from another process: its header handler runs when the header is complete, and its data is then copied to
 * the target vector. The data of a long message follows in packets with its id. Used with the upcalls of its
 * connection, except completion handlers.
 */
final class ReceivedMessage extends OperationTable.Entry {
    private final Landing landing = new Landing();
    private final LandingGuard guard = new LandingGuard(); // of the packets of data
    private final MemorySegment answer = PacketDescriptor.newNativeHeader(); // of what the connection's upcalls send

    private final McsLock.Node inGate = new McsLock.Node(); // of the header handler's call

    private VirtualConnection connection;
    private EndpointScope scope; // null: the endpoint has gone
    private int sourceProcess;
    private int sourceEndpoint;
    private int source;
    private int handler;
    private int endpoint;
    private int targetCounter;
    private long sendId;
    private long totalBytes;
    private boolean isWhole; // all data is in the first packet

    private ActiveVector target; // null: the data is dropped
    private MemorySegment staged; // not null: the target belongs to another thread
    private CompletionHandler completion;
    private boolean isInline; // the completion handler
    private Object parameter;
    private CompletionHandler loss; // in place of the completion handler, where the data is lost
    private Object lossParameter;
    private ByteBuffer dataPacket; // which has all data, until the header handler has run; else null
    private int dataAt; // in the packet
    private MemoryUses.Use use; // in checked mode
    private long missingBytes;

    /**
     * Reads the header of a first packet.
     *
     * @param to the scope that it names; null: the endpoint has gone
     */
    void begin(VirtualConnection vc, ByteBuffer packet, int at, boolean isAllHere, EndpointScope to) {
        connection = vc;
        sourceProcess = vc.process();
        sourceEndpoint = ActivePacket.sourceEndpoint(packet, at);
        source = ActivePacket.sourceRank(packet, at);
        handler = ActivePacket.handler(packet, at);
        endpoint = ActivePacket.destination(packet, at);
        targetCounter = ActivePacket.counter(packet, at);
        sendId = ActivePacket.sendId(packet, at);
        totalBytes = ActivePacket.length(packet, at);
        isWhole = isAllHere;
        dataPacket = null;
        guard.open();
        scope = to;
    }

    /**
     * As {@link #begin}, of a message without header and data, whose packet is as for {@link BarePacket#word}.
     */
    void beginEmpty(VirtualConnection vc, MemorySegment packet, long at, EndpointScope to) {
        long start = BarePacket.start(packet, at);
        long endpoints = BarePacket.word(packet, at, ActivePacket.ENDPOINTS);
        long rankAndCounter = BarePacket.word(packet, at, ActivePacket.RANK_AND_COUNTER);
        connection = vc;
        sourceProcess = vc.process();
        sourceEndpoint = (int) (endpoints >>> Integer.SIZE);
        source = (int) rankAndCounter;
        handler = (int) (start >>> Short.SIZE) & 0xFFFF;
        endpoint = (int) endpoints;
        targetCounter = (int) (rankAndCounter >>> Integer.SIZE);
        sendId = BarePacket.word(packet, at, ActivePacket.SEND_ID);
        totalBytes = 0;
        isWhole = true;
        dataPacket = null;
        scope = to;
    }

    int sourceProcess() {
        return sourceProcess;
    }

    long totalBytes() {
        return totalBytes;
    }

    /** Says that a packet has all data; before the header handler is called. */
    void dataIsIn(ByteBuffer whole, int at) {
        dataPacket = whole;
        dataAt = at;
    }

    /** Calls the header handler. */
    void headerIsHere(MemorySegment header, VectorKind kind, int pieces, long[] lengths, long length) {
        target = null;
        staged = null;
        forgetHandlers();
        use = null;
        if (scope != null) {
            call(header, kind, pieces, lengths, length);
        }
        missingBytes = target == null ? 0 : Math.min(totalBytes, target.lengthBytes());
        if (missingBytes > 0 && VectorCopy.isConfined(target)) {
            staged = VectorCopy.room(missingBytes);
            if (staged == null) {
                drop(DeliveryErrors.withoutRoom(describe()));
            }
        }
        landing.begin(staged == null ? target : ActiveVector.of(staged), missingBytes);
    }

    private void call(MemorySegment header, VectorKind kind, int pieces, long[] lengths, long length) {
        EndpointWork at = scope.work();
        SennitException problem;
        at.gate().enterBy(inGate);
        try {
            ArrivedMessage message = at.arrived();
            message.begin(source, handler, header, at.lengths().of(kind, pieces, lengths, length, totalBytes));
            message.dataIsIn(dataPacket, dataAt);
            dataPacket = null;
            target = scope.call(message);
            completion = message.completion();
            isInline = message.isCompletedInline();
            parameter = message.parameter();
            loss = message.loss();
            lossParameter = message.lossParameter();
            problem = message.problem();
            use = message.use();
            message.end();
        } finally {
            at.gate().leaveBy(inGate);
        }
        if (problem != null) {
            scope.report(source, handler, problem);
        }
    }

    /** Receives no data, and reports why. */
    private void drop(SennitException problem) {
        scope.report(source, handler, problem);
        target = null;
        missingBytes = 0;
        completeAsLost();
    }

    /** Returns the memory for the data. */
    Landing landing() {
        return landing;
    }

    /** Returns what allows packets of data to be written there, while this is in the table. */
    LandingGuard guard() {
        return guard;
    }

    /** Returns whether the data follows in packets of its own; this then stays in the table until it is there. */
    boolean isAwaitingData() {
        return !isWhole && missingBytes > 0;
    }

    /** Asks for the data. */
    void askForData(long id) {
        ActivePacket.write(answer, PacketDescriptor.ACTIVE_REPLY, ActivePacket.READY, sourceEndpoint, endpoint, sendId);
        ActivePacket.writeLengths(answer, 0, missingBytes);
        ActivePacket.writeReceiveId(answer, id);
        ActiveAnswers.answer(connection, answer, MemorySegment.NULL);
    }

    /** Counts data that has come, wherever it belongs; true when it was the last. */
    boolean hasAll(long bytes) {
        missingBytes -= bytes;
        return missingBytes <= 0;
    }

    /** Called when the rest of the data will not come. */
    void withdrawn() {
        if (scope == null) { // the endpoint has gone
            return;
        }
        landing.lost(new SennitException(
                ErrorClass.REQUEST,
                "the origin has given up an active message, or cannot read its data any more: " + describe()));
        completeAsLost();
    }

    private void completeAsLost() {
        completion = loss;
        parameter = lossParameter;
        isInline = false;
    }

    /** Called when the origin has failed, and the data will not come; once, by the thread that the guard names. */
    void sourceFailed(Throwable cause) {
        if (scope == null) {
            return;
        }
        SennitException error = new SennitException(
                ErrorClass.PROC_FAILED,
                "the origin of an active message has failed before its data was there: " + describe() + " cause="
                        + cause.getMessage(),
                cause);
        scope.endUse(use);
        scope.report(source, handler, error);
        scope.fail(targetCounter, error);
    }

    private String describe() {
        return scope.describe(source, handler, totalBytes) + " missing=" + missingBytes + " process=" + sourceProcess;
    }

    /** Begins what follows when all data is in place. */
    void dataIsThere() {
        if (scope == null) {
            acknowledge(ActivePacket.COMPLETE);
            return;
        }
        if (landing.problem() != null) {
            RuntimeException problem = landing.problem();
            scope.report(
                    source,
                    handler,
                    problem instanceof SennitException e ? e : DeliveryErrors.unusable(describe(), problem));
        }
        if (staged == null) {
            landing.clear();
            if (completion == null || isInline) { // the usual cases make no object
                if (completion != null) {
                    scope.completeInline(completion, parameter, source, handler);
                }
                scope.endUse(use);
                scope.count(targetCounter, source, handler);
                acknowledge(ActivePacket.COMPLETE);
            } else {
                complete(data(), Acknowledgement.of(this));
            }
            return;
        }
        ArrivedData arrived = data();
        Acknowledgement toOrigin = Acknowledgement.of(this);
        MemorySegment from = staged;
        long length = totalBytes;
        EndpointWork work = scope.work();
        work.begins();
        try {
            work.progress().defer(() -> {
                try {
                    copyStaged(from, length, arrived);
                    complete(arrived, toOrigin);
                } finally {
                    work.ends();
                }
            });
        } catch (Error e) { // no memory
            work.ends();
            throw e;
        }
    }

    private static void copyStaged(MemorySegment from, long length, ArrivedData arrived) {
        try {
            VectorCopy.copy(ActiveVector.of(from), arrived.target());
        } catch (RuntimeException | Error e) { // InternalError: a mapped file was cut short; or no memory
            String where = arrived.scope().describe(arrived.source(), arrived.handler(), length);
            arrived.scope().report(arrived.source(), arrived.handler(), DeliveryErrors.notCopied(where, e));
        }
    }

    private ArrivedData data() {
        return new ArrivedData(scope, source, handler, targetCounter, target, completion, isInline, parameter, use);
    }

    private static void complete(ArrivedData arrived, Acknowledgement toOrigin) {
        if (arrived.isCompletedHere()) {
            arrived.count();
            toOrigin.send(ActivePacket.COMPLETE);
            return;
        }
        toOrigin.send(ActivePacket.DATA_THERE);
        arrived.scope().work().startCompletion(() -> {
            arrived.scope().complete(arrived);
            arrived.count();
            toOrigin.send(ActivePacket.COMPLETE);
        });
    }

    private void acknowledge(byte kind) {
        ActiveAnswers.acknowledge(connection, answer, kind, sourceEndpoint, endpoint, sendId);
    }

    /** Drops references to the user's memory. */
    void clear() {
        landing.clear();
        dataPacket = null;
        target = null;
        staged = null;
        forgetHandlers();
        use = null;
        scope = null;
    }

    private void forgetHandlers() {
        completion = null;
        parameter = null;
        loss = null;
        lossParameter = null;
    }

    /** The answer to the origin of a message, kept when the message object itself is used again. */
    private record Acknowledgement(VirtualConnection connection, int to, int from, long sendId) {
        static Acknowledgement of(ReceivedMessage m) {
            return new Acknowledgement(m.connection, m.sourceEndpoint, m.endpoint, m.sendId);
        }

        void send(byte kind) {
            ActiveAnswers.acknowledge(connection, PacketDescriptor.newHeader(), kind, to, from, sendId);
        }
    }
}
