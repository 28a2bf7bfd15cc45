package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;

/**
 * Lightweight active messages: user header and data travel as the header of one active message, which always comes in
 * one packet, to a handler of this class, which calls the user's. Any thread.
 *
 * <pre>
 * index of the header handler int, length of the user header int, user header, data
 * </pre>
 */
final class Lightweight {
    private static final int PREFIX_BYTES = 2 * Integer.BYTES;

    /** The most bytes of user header and data. */
    static final int MAX_BYTES = ActiveMessages.MAX_HEADER_BYTES - PREFIX_BYTES;

    /** Calls the user's handler. */
    @FunctionalInterface
    interface Receiver {
        /**
         * Calls a handler with a message all of which is here until the call returns.
         *
         * @param index of the handler
         * @return false when there is none
         */
        boolean deliver(int index, KeptMessage kept, ActiveMessage message);
    }

    private final LapiTask lapi;
    private final Receiver receiver;

    Lightweight(LapiTask lapi, ActiveMessages messages, Receiver receiver) {
        this.lapi = lapi;
        this.receiver = receiver;
        messages.register(HandlerNumbers.LIGHTWEIGHT, this::arrived);
    }

    /** Sends a message whose arguments have been checked; header may be null. */
    void send(Call call, int index, MemorySegment header, ActiveVector data) {
        int headerBytes = header == null ? 0 : (int) header.byteSize();
        ByteBuffer packet = ByteBuffer.allocate(PREFIX_BYTES + headerBytes + (int) data.lengthBytes());
        packet.putInt(index).putInt(headerBytes);
        MemorySegment bytes = MemorySegment.ofArray(packet.array());
        if (headerBytes > 0) {
            MemorySegment.copy(header, 0, bytes, PREFIX_BYTES, headerBytes);
            MappedFaults.throwPending(header);
        }
        Copying.copy(data, ActiveVector.of(bytes.asSlice(PREFIX_BYTES + headerBytes)));
        lapi.send(
                call,
                HandlerNumbers.LIGHTWEIGHT,
                packet.rewind(),
                ActiveVector.EMPTY,
                ActiveMessages.NO_COUNTER,
                OriginEvent.NONE,
                null);
    }

    private ActiveVector arrived(ActiveMessage message) {
        MemorySegment packet = message.header();
        int index = Wire.getInt(packet, 0);
        int headerBytes = Wire.getInt(packet, Integer.BYTES);
        MemorySegment data = packet.asSlice(PREFIX_BYTES + headerBytes);
        long[] lengths = data.byteSize() == 0 ? new long[0] : new long[] {data.byteSize()};
        KeptMessage kept = new KeptMessage(
                LapiOperation.AM_LW,
                message.source(),
                packet.asSlice(PREFIX_BYTES, headerBytes),
                VectorType.GENERIC,
                lengths,
                data);
        if (!receiver.deliver(index, kept, message)) {
            lapi.report(
                    message.source(),
                    LapiOperation.AM_LW,
                    new LapiException(LapiStatus.HDR_HNDLR_NULL, "xfer", "handler=" + index));
        }
        return ActiveVector.EMPTY;
    }
}
