package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.internal.shm.mapped.ring.RingReader;
import org.sennit.internal.shm.mapped.ring.ShortHeader;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.Envelope;

/** Hands the records of a connection's ring up to the device; the peer's CLOSE is left to a subclass. With the hold. */
abstract class RingUpcalls implements RingReader.Handler {
    /** Fewer bytes are handed up: the copy of the C library gains nothing. */
    private static final int LEAST_STRAIGHT_BYTES = 4 << 10;

    /** The binary logarithm of the pieces of arrays that are known again: those of 2 MiB. */
    private static final int SLICE_SET_BITS = 7;

    /** No endpoint has this id. */
    private static final int NO_ENDPOINT = -1;

    /** Records of a run from one question for a sink to the next, a power of two. A rule of thumb. */
    private static final int RECORDS_A_QUESTION = 4;

    /** Longest payload for a sink, in bytes: the device takes no longer ones, and questions for 1 KiB cost 10 %. */
    private static final int MOST_IN_RUN_BYTES = 88;

    private final VirtualConnection connection;
    private final NetworkUpcalls upcalls;
    private final RecentSlices slices = new RecentSlices(SLICE_SET_BITS);
    private final Envelope envelope = new Envelope(); // of the short message that is handed up

    // Short messages for one endpoint without anything else between them.
    private int runEndpoint = NO_ENDPOINT;
    private int runLength; // those that did not go to a sink
    private ShortMessageSink sink; // where its next ones go; null: each is handed up

    RingUpcalls(VirtualConnection connection, NetworkUpcalls upcalls) {
        this.connection = connection;
        this.upcalls = upcalls;
    }

    @Override
    public void packets(ByteBuffer bytes) {
        begin();
        upcalls.handlePacket(connection, bytes);
    }

    @Override
    public boolean shortPacket(MemorySegment memory, long at, int payloadBytes) {
        if (payloadBytes > MOST_IN_RUN_BYTES) {
            begin(); // it may go another way, which those behind it must not overtake
        } else if (isInRun(memory, at, payloadBytes)) {
            return true;
        }
        envelope.lengthBytes = payloadBytes;
        return ShortHeader.handUp(upcalls, connection, memory, at, envelope);
    }

    /** Begins to read: what the device has said about short messages does not hold any more. */
    void begin() {
        sink = null;
        runEndpoint = NO_ENDPOINT;
    }

    /** Adds a message to the sink, if it continues a run and there is one. */
    private boolean isInRun(MemorySegment memory, long at, int payloadBytes) {
        long endpoints = ShortHeader.endpoints(memory, at);
        if ((int) endpoints != runEndpoint) {
            runEndpoint = (int) endpoints;
            runLength = 0;
            sink = null;
            return false;
        }
        if (sink == null && (++runLength & RECORDS_A_QUESTION - 1) == 0) {
            sink = upcalls.shortMessageSink(connection, endpoints);
        }
        if (sink == null) {
            return false;
        }
        if (ShortHeader.addTo(sink, memory, at, payloadBytes)) {
            return true;
        }
        sink = null;
        return false;
    }

    @Override
    public int piece(MemorySegment memory, long at, int length) {
        begin();
        int taken = 0;
        while (length - taken >= LEAST_STRAIGHT_BYTES) {
            int straight = straight(memory, at + taken, length - taken);
            if (straight == 0) {
                break;
            }
            taken += straight;
        }
        return taken;
    }

    /** Copies to memory that the device gives for the next bytes; returns their number, 0 where it gives none. */
    private int straight(MemorySegment memory, long at, int length) {
        MemorySegment room = upcalls.room(connection, length);
        if (room == null) {
            return 0;
        }
        int bytes = 0;
        try {
            if (LibraryCopy.suits(room)) {
                long offset = upcalls.roomOffset(connection);
                int most = (int) Math.min(Math.min(length, upcalls.roomBytes(connection)), room.byteSize() - offset);
                LibraryCopy.fromShared(memory, at, room, offset, most, slices);
                bytes = most;
            }
        } catch (IllegalStateException memoryGone) {
            bytes = 0; // the copy of what is handed up reports it
        } finally {
            upcalls.filled(connection, bytes);
        }
        return bytes;
    }

    @Override
    public boolean barePacket(MemorySegment memory, long at) {
        begin();
        return upcalls.handleBare(connection, memory, at);
    }

    @Override
    public void aborted() {
        begin();
        upcalls.aborted(
                connection,
                new SennitException(
                        ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + connection.process()));
    }
}
