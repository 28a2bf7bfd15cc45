package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.sennit.internal.endpoints.am.memory.DeliveryErrors;
import org.sennit.internal.endpoints.am.packet.ActivePacket;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.BufferCopy;
import org.sennit.internal.runtime.memory.FragmentCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** Handles remote calls, and answers to them, that arrive over one connection. Used with its upcalls. */
public final class CallArrivals {
    /** Calls of a connection that are executed or answered at once and whose objects are kept. */
    private static final int MOST_SPARE = 8;

    private final RemoteCalls ofProcess;
    private final CallSink calls = new CallSink();
    private final AnswerSink answers = new AnswerSink();
    private final SparePool<ReceivedCall> spare = new SparePool<>(MOST_SPARE, true); // threads that answer give back

    /**
     * Makes that of a connection.
     *
     * @param ofProcess the calls of this process
     */
    public CallArrivals(RemoteCalls ofProcess) {
        this.ofProcess = ofProcess;
    }

    /** Begins a call that arrives; returns what takes its header and data. */
    public PayloadSink call(VirtualConnection vc, ByteBuffer packet) {
        int headerBytes = ActivePacket.headerBytes(packet, 0);
        long dataBytes = ActivePacket.length(packet, 0);
        if (headerBytes < 0
                || headerBytes > RemoteCalls.MAX_CALL_HEADER_BYTES
                || dataBytes < 0
                || dataBytes > RemoteCalls.MAX_PAYLOAD_BYTES
                || headerBytes + dataBytes != PacketDescriptor.payloadLength(packet)) {
            throw ActivePacket.bad(vc, "call header=" + headerBytes + " length=" + dataBytes);
        }
        ReceivedCall known = spare.take();
        ReceivedCall call = known == null ? new ReceivedCall(spare) : known;
        return calls.begin(ActivePacket.handler(packet, 0), call.begin(vc, packet, 0, headerBytes));
    }

    /** Begins an answer that arrives; returns what takes its data, or null where its call has ended. */
    public PayloadSink answer(VirtualConnection vc, ByteBuffer packet, boolean isFailed) {
        long bytes = PacketDescriptor.payloadLength(packet);
        if (bytes > RemoteCalls.MAX_PAYLOAD_BYTES) {
            throw ActivePacket.bad(vc, "answer length=" + bytes);
        }
        long id = ActivePacket.sendId(packet, 0);
        PendingCall call = ofProcess.pending().find(id);
        return call == null ? null : answers.begin(call, id, ActivePacket.length(packet, 0), (int) bytes, isFailed);
    }

    /** Bytes that land in one memory in order; null: dropped. */
    private abstract static class Filling implements PayloadSink {
        private final FragmentCopy fragment = new FragmentCopy();
        private MemorySegment memory;
        private long next; // where the next bytes go
        private long end;
        RuntimeException problem;

        /** Begins to fill a memory from an offset on. */
        final void fill(MemorySegment room, long offsetBytes, long bytes) {
            memory = room;
            next = offsetBytes;
            end = offsetBytes + bytes;
            problem = null;
        }

        final void clear() {
            fill(null, 0, 0);
        }

        /** Begins to write the memory; false when it may not be written any more. */
        boolean beginWrite() {
            return true;
        }

        /** Ends what {@link #beginWrite} has allowed, if it has. */
        void endWrite() {}

        final void take(ByteBuffer bytes, int from, int length) {
            if (memory != null && problem == null && beginWrite()) {
                try {
                    fragment.copyFrom(bytes, from, memory, next, length);
                } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
                    problem = MemoryLoss.reported(e);
                } finally {
                    endWrite();
                }
            }
            next += length;
        }

        @Override
        public MemorySegment room(long mostBytes) {
            return memory == null || problem != null || !beginWrite() ? null : memory;
        }

        @Override
        public final long roomOffset() {
            return next;
        }

        @Override
        public final long roomBytes() {
            return end - next;
        }

        @Override
        public void filled(long bytes) {
            endWrite();
            next += bytes;
        }

        @Override
        public void roomLost(Throwable cause) {
            endWrite();
            problem = new IllegalStateException(cause);
            complete();
        }
    }

    /** A call, until it is whole. */
    private final class CallSink extends Filling {
        private ReceivedCall call;
        private RemoteCallHandler handler;
        private final CallRoom room = new CallRoom();
        private boolean isGiven; // by the handler; else the memory is the call's own
        private MemorySegment data; // the call's own; null: it is given, or there is none yet
        private boolean isWriting; // what is given
        private int headerGot;

        CallSink begin(int number, ReceivedCall received) {
            call = received;
            handler = ofProcess.handler(number);
            headerGot = 0;
            forget();
            if (call.header().byteSize() == 0) {
                headerIsHere();
            }
            return this;
        }

        private void headerIsHere() {
            if (handler == null || call.dataBytes() == 0) {
                return;
            }
            try {
                long bytes = call.dataBytes();
                isGiven = handler.room(call, room);
                if (isGiven) {
                    data = null;
                    fill(room.memory(), room.offsetBytes(bytes), bytes);
                } else {
                    data = call.data();
                    fill(data, 0, bytes);
                }
            } catch (RuntimeException e) {
                problem = e;
            }
        }

        private void forget() {
            room.clear();
            isGiven = false;
            data = MemorySegment.NULL;
            clear();
        }

        @Override
        boolean beginWrite() {
            if (!isGiven) {
                return true;
            }
            isWriting = room.beginWrite();
            if (!isWriting) {
                problem = new IllegalStateException("the memory must not be written any more");
            }
            return isWriting;
        }

        @Override
        void endWrite() {
            if (isWriting) {
                isWriting = false;
                room.endWrite();
            }
        }

        @Override
        public void accept(ByteBuffer bytes) {
            int from = bytes.position();
            int length = bytes.remaining();
            int ofHeader = (int) Math.min(length, call.header().byteSize() - headerGot);
            if (ofHeader > 0) {
                BufferCopy.copyFrom(bytes, from, call.header(), headerGot, ofHeader);
                headerGot += ofHeader;
                if (headerGot == call.header().byteSize()) {
                    headerIsHere();
                }
            }
            if (length > ofHeader) {
                take(bytes, from + ofHeader, length - ofHeader);
            }
        }

        @Override
        public MemorySegment room(long mostBytes) {
            return headerGot < call.header().byteSize() ? null : super.room(mostBytes);
        }

        @Override
        public void complete() {
            ReceivedCall whole = call;
            RemoteCallHandler executed = handler;
            MemorySegment got = data;
            RuntimeException lost = problem;
            call = null;
            forget();
            try {
                if (executed == null) {
                    throw new IllegalStateException("no handler of this number");
                }
                if (lost != null) {
                    executed.lost(whole, lost);
                } else {
                    executed.execute(whole, got);
                }
            } catch (RuntimeException | Error e) { // the origin waits
                whole.failed(e);
            } finally {
                whole.executed();
            }
        }

        @Override
        public void failed(Throwable cause) { // the connection: the origin knows, or is lost
            endWrite();
            call = null; // not used again: its handler may know it
            forget();
        }
    }

    /** An answer, until it is whole. */
    private final class AnswerSink extends Filling {
        private PendingCall call;
        private long id;
        private long result;
        private byte[] text; // null: no failure

        AnswerSink begin(PendingCall pending, long callId, long number, int bytes, boolean isFailed) {
            call = pending;
            id = callId;
            result = number;
            text = isFailed ? new byte[bytes] : null;
            RemoteAnswer receiver = isFailed || bytes == 0 ? null : pending.receiver(callId);
            MemorySegment given = receiver == null ? null : receiver.room(bytes);
            if (isFailed) {
                fill(MemorySegment.ofArray(text), 0, bytes);
            } else if (given == null) {
                clear();
            } else {
                fill(given, Objects.checkFromIndexSize(receiver.roomOffset(), bytes, given.byteSize()), bytes);
            }
            return this;
        }

        @Override
        boolean beginWrite() {
            return text != null || call.beginWrite(id);
        }

        @Override
        void endWrite() {
            call.endWrite(id);
        }

        @Override
        public void accept(ByteBuffer bytes) {
            take(bytes, bytes.position(), bytes.remaining());
        }

        @Override
        public void complete() {
            PendingCall answered = call;
            RuntimeException lost = problem;
            byte[] why = text;
            call = null;
            text = null;
            clear();
            if (why != null) {
                answered.fail(
                        id,
                        new SennitException(
                                ErrorClass.OTHER,
                                "the target could not execute a one-sided operation: cause="
                                        + new String(why, StandardCharsets.UTF_8)));
            } else if (lost != null) {
                answered.fail(id, DeliveryErrors.unusable("operation=one-sided", lost));
            } else {
                answered.answered(id, result);
            }
        }

        @Override
        public void failed(Throwable cause) {
            PendingCall lost = call;
            endWrite();
            call = null;
            clear();
            if (cause instanceof SenderLostException) { // of the target's memory: another answer tells
                return;
            }
            lost.fail(
                    id,
                    new SennitException(
                            ErrorClass.PROC_FAILED, "the answer is lost: cause=" + cause.getMessage(), cause));
        }
    }
}
