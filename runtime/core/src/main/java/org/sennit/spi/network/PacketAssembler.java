package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.packet.PacketInBuffer;

/**
 * Finds packets in a stream that arrives in any fragments: a header of fixed length, then as many payload bytes as the
 * header says. One for each connection; allocates nothing after construction.
 *
 * <p>Used with the connection's upcalls, so by one thread at a time. Invariant of the Nemesis document: while part of a
 * header is pending no receive is active, and while a receive is active no header is pending. A handler or sink that
 * throws leaves the assembler in step: the rest of that packet is dropped, and the rest of the fragment is not read.
 */
public final class PacketAssembler {
    private final PacketHandler handler;
    private final ByteBuffer header =
            ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);

    // by the thread that makes the connection's upcalls
    private int pendingHeaderBytes;
    private long activeRemaining;
    private PayloadSink activeSink;

    /**
     * Makes an assembler at the start of a stream.
     *
     * @param handler notified of every packet
     */
    public PacketAssembler(PacketHandler handler) {
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    /**
     * Takes the next bytes of the stream, and all of them.
     *
     * @param vc the connection, passed on to the handler
     * @param fragment any number of bytes between position and limit; read to its limit; not kept
     * @throws SennitException with {@link ErrorClass#NETWORK} when a header has a negative payload length; the stream
     *     cannot be read any further
     */
    public void handle(VirtualConnection vc, ByteBuffer fragment) {
        while (fragment.hasRemaining()) {
            if (activeRemaining > 0) {
                takePayload(fragment);
            } else if (pendingHeaderBytes > 0 || !hasTakenWhole(vc, fragment)) {
                takeHeader(vc, fragment);
            }
        }
    }

    /** Fast path: takes a packet that lies in the fragment as a whole. */
    private boolean hasTakenWhole(VirtualConnection vc, ByteBuffer fragment) {
        int start = fragment.position();
        int room = fragment.limit() - start - PacketDescriptor.HEADER_LENGTH;
        if (room < 0) {
            return false;
        }
        long payloadLength = PacketInBuffer.payloadLength(fragment, start);
        if (payloadLength < 0 || payloadLength > room) {
            return false;
        }
        int end = start + PacketDescriptor.HEADER_LENGTH + (int) payloadLength;
        boolean isTaken = true; // also when the handler throws
        try {
            isTaken = handler.onPacket(vc, fragment, start, (int) payloadLength);
        } finally {
            if (isTaken) {
                fragment.position(end);
            }
        }
        return isTaken;
    }

    private void takePayload(ByteBuffer fragment) {
        int start = fragment.position();
        int limit = fragment.limit();
        int length = (int) Math.min(activeRemaining, limit - start);
        activeRemaining -= length;
        PayloadSink sink = activeSink;
        if (activeRemaining == 0) {
            activeSink = null;
        }
        if (sink == null) {
            fragment.position(start + length);
            return;
        }
        fragment.limit(start + length);
        try {
            sink.accept(fragment);
        } catch (Throwable e) {
            activeSink = null;
            throw e;
        } finally {
            fragment.limit(limit).position(start + length);
        }
        if (activeRemaining == 0) {
            sink.complete();
        }
    }

    private void takeHeader(VirtualConnection vc, ByteBuffer fragment) {
        int start = fragment.position();
        int length = Math.min(PacketDescriptor.HEADER_LENGTH - pendingHeaderBytes, fragment.remaining());
        header.put(pendingHeaderBytes, fragment, start, length);
        fragment.position(start + length);
        if (pendingHeaderBytes + length < PacketDescriptor.HEADER_LENGTH) {
            pendingHeaderBytes += length;
            return;
        }
        pendingHeaderBytes = 0;
        header.clear();
        long payloadLength = PacketDescriptor.payloadLength(header);
        if (payloadLength < 0) {
            throw new SennitException(ErrorClass.NETWORK, "bad packet, payload length=" + payloadLength);
        }
        activeRemaining = payloadLength;
        PayloadSink sink = handler.onHeader(vc, header);
        if (sink == null) {
            return;
        }
        if (payloadLength == 0) {
            sink.complete();
        } else {
            activeSink = sink;
        }
    }

    /**
     * Returns the memory for the next bytes of the stream, instead of being given to {@link #handle}.
     *
     * @param mostBytes the largest number of bytes
     * @return the memory of the receive that is active; null when there is none
     */
    public MemorySegment room(long mostBytes) {
        PayloadSink sink = activeSink;
        return sink == null ? null : sink.room(Math.min(mostBytes, activeRemaining));
    }

    /**
     * Returns the offset of the room in the memory that {@link #room} has returned.
     *
     * @return bytes
     */
    public long roomOffset() {
        return activeSink.roomOffset();
    }

    /**
     * Returns the length of the room that {@link #room} has returned.
     *
     * @return bytes; what lies behind the end of the memory is none
     */
    public long roomBytes() {
        return activeSink.roomBytes();
    }

    /**
     * Called when bytes of the stream have been put at the beginning of the {@link #room}.
     *
     * @param bytes the length in bytes
     */
    public void filled(long bytes) {
        PayloadSink sink = activeSink;
        activeRemaining -= bytes;
        sink.filled(bytes);
        if (activeRemaining == 0) {
            activeSink = null;
            sink.complete();
        }
    }

    /**
     * Called when the memory of {@link #room} cannot be written: the active receive fails, and the rest of its payload
     * is dropped.
     *
     * @param cause why
     */
    public void roomLost(Throwable cause) {
        PayloadSink sink = activeSink;
        activeSink = null;
        sink.roomLost(cause);
    }

    /**
     * Returns whether the stream is between two packets.
     *
     * @return true when no header is pending and no payload is missing
     */
    public boolean isBetweenPackets() {
        return pendingHeaderBytes == 0 && activeRemaining == 0;
    }

    /**
     * Forgets a partial packet, as when the connection has ended: an active sink fails, a pending header is dropped,
     * and the next byte is the first of a new stream.
     *
     * @param cause passed to the active sink
     */
    public void reset(Throwable cause) {
        PayloadSink sink = activeSink;
        pendingHeaderBytes = 0;
        activeRemaining = 0;
        activeSink = null;
        if (sink != null) {
            sink.failed(cause);
        }
    }
}
