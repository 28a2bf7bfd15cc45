package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.endpoints.device.failure.SenderLostException;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/** Handles remote calls, and answers to them, that arrive over one connection. Used with its upcalls. */
final class CallArrivals {
    private final ActiveProcess process;
    private final CallSink calls = new CallSink();
    private final AnswerSink answers = new AnswerSink();

    CallArrivals(ActiveProcess process) {
        this.process = process;
    }

    PayloadSink call(VirtualConnection vc, ByteBuffer packet) {
        int headerBytes = ActivePacket.headerBytes(packet, 0);
        long dataBytes = ActivePacket.length(packet, 0);
        if (headerBytes < 0
                || headerBytes > RemoteCalls.MAX_CALL_HEADER_BYTES
                || dataBytes < 0
                || dataBytes > RemoteCalls.MAX_PAYLOAD_BYTES
                || headerBytes + dataBytes != PacketDescriptor.payloadLength(packet)) {
            throw ReceivedMessage.bad(vc, "call header=" + headerBytes + " length=" + dataBytes);
        }
        return calls.begin(ActivePacket.handler(packet, 0), new ReceivedCall(vc, packet, 0, headerBytes));
    }

    PayloadSink answer(VirtualConnection vc, ByteBuffer packet, boolean isFailed) {
        long bytes = PacketDescriptor.payloadLength(packet);
        if (bytes > RemoteCalls.MAX_PAYLOAD_BYTES) {
            throw ReceivedMessage.bad(vc, "answer length=" + bytes);
        }
        long id = ActivePacket.sendId(packet, 0);
        PendingCall call = process.pending().find(id);
        return call == null ? null : answers.begin(call, id, ActivePacket.length(packet, 0), (int) bytes, isFailed);
    }

    /** Bytes that land in one memory in order; null: dropped. */
    private abstract static class Filling implements PayloadSink {
        MemorySegment memory;
        long at;
        RuntimeException problem;

        void fill(MemorySegment room) {
            memory = room;
            at = 0;
            problem = null;
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
                    MemorySegment.copy(MemorySegment.ofBuffer(bytes), from - bytes.position(), memory, at, length);
                } catch (RuntimeException e) { // its arena has been closed
                    problem = e;
                } finally {
                    endWrite();
                }
            }
            at += length;
        }

        @Override
        public MemorySegment room(long mostBytes) {
            return memory == null || problem != null || !beginWrite()
                    ? null
                    : memory.asSlice(at, Math.min(mostBytes, memory.byteSize() - at));
        }

        @Override
        public void filled(long bytes) {
            endWrite();
            at += bytes;
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
        private CallRoom given; // by the handler; null: the memory is the call's own
        private boolean isWriting; // what is given
        private int headerGot;

        CallSink begin(int number, ReceivedCall received) {
            call = received;
            handler = process.calls().handler(number);
            headerGot = 0;
            given = null;
            fill(null);
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
                given = handler.room(call);
                fill(
                        given == null
                                ? MemorySegment.ofArray(new byte[(int) call.dataBytes()])
                                : given.memory().asSlice(0, call.dataBytes()));
            } catch (RuntimeException e) {
                problem = e;
            }
        }

        @Override
        boolean beginWrite() {
            if (given == null) {
                return true;
            }
            isWriting = given.beginWrite();
            if (!isWriting) {
                problem = new IllegalStateException("the memory must not be written any more");
            }
            return isWriting;
        }

        @Override
        void endWrite() {
            if (isWriting) {
                isWriting = false;
                given.endWrite();
            }
        }

        @Override
        public void accept(ByteBuffer bytes) {
            int from = bytes.position();
            int length = bytes.remaining();
            int ofHeader = (int) Math.min(length, call.header().byteSize() - headerGot);
            if (ofHeader > 0) {
                MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, call.header(), headerGot, ofHeader);
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
            MemorySegment data = memory == null ? MemorySegment.NULL : memory;
            RuntimeException lost = problem;
            call = null;
            given = null;
            fill(null);
            if (executed == null) {
                whole.failed(new IllegalStateException("no handler of this number"));
                return;
            }
            try {
                if (lost != null) {
                    executed.lost(whole, lost);
                } else {
                    executed.execute(whole, data);
                }
            } catch (RuntimeException e) {
                whole.failed(e);
            }
        }

        @Override
        public void failed(Throwable cause) { // the connection: the origin knows, or is lost
            endWrite();
            call = null;
            given = null;
            fill(null);
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
            MemorySegment given = null;
            if (isFailed) {
                given = MemorySegment.ofArray(text);
            } else if (bytes > 0) {
                given = pending.room(callId, bytes);
            }
            fill(given);
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
            fill(null);
            if (why != null) {
                answered.fail(
                        id,
                        new SennitException(
                                ErrorClass.OTHER,
                                "the target could not execute a one-sided operation: cause="
                                        + new String(why, StandardCharsets.UTF_8)));
            } else if (lost != null) {
                answered.fail(id, LocalDelivery.unusable("operation=one-sided", lost));
            } else {
                answered.answered(id, result);
            }
        }

        @Override
        public void failed(Throwable cause) {
            PendingCall lost = call;
            endWrite();
            call = null;
            fill(null);
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
