package org.sennit.chaos.faulty;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * What faulty modules send each other through the module beneath: a packet of a type that neither devices nor modules
 * use, with a piece of the stream as its payload. A message's header and payload are one run of bytes in the stream.
 *
 * <pre>
 *   0    1     2       4                    8
 *   +----+-----+-------+--------------------+
 *   |type|kind | first |       epoch        |  0
 *   +----+-----+-------+--------------------+
 *   |       payload length in bytes         |  8
 *   +------------------+--------------------+
 *   |  destination e.  |  source endpoint   | 16   as in the message's own header
 *   +------------------+--------------------+
 *   |                  0                    | 24
 *   +---------------------------------------+
 *   |  bytes of the message from here on    | 32
 *   +---------------------------------------+
 *   |                  0                    | 40 to 64
 *   +---------------------------------------+
 * </pre>
 *
 * <p>The epoch counts the losses of a connection: what has an earlier one is dropped. Stateless.
 */
final class FaultyFrame {
    /** Neither a packet of devices nor, from 64 on, one of modules. */
    static final byte TYPE = 63;

    /** A piece of a message. */
    static final byte DATA = 0;

    /** The message of which a part has gone will not be finished. */
    static final byte ABORT = 1;

    /** The connection is lost: the epoch is the next one. */
    static final byte CUT = 2;

    /** The sender is dead. */
    static final byte KILL = 3;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private FaultyFrame() {}

    /** Makes a header; the message's own one may be null or of another length. */
    static MemorySegment header(byte kind, boolean isFirst, int epoch, long payload, long left, MemorySegment own) {
        MemorySegment header = MemorySegment.ofArray(new byte[PacketDescriptor.HEADER_LENGTH]);
        header.set(ValueLayout.JAVA_BYTE, 0, TYPE);
        header.set(ValueLayout.JAVA_BYTE, 1, kind);
        header.set(ValueLayout.JAVA_BYTE, 2, (byte) (isFirst ? 1 : 0));
        header.set(INT, 4, epoch);
        header.set(LONG, PacketDescriptor.PAYLOAD_LENGTH_OFFSET, payload);
        if (own != null && own.byteSize() >= PacketDescriptor.HEADER_LENGTH) {
            MemorySegment.copy(own, 16, header, 16, 8);
        } else {
            PacketDescriptor.writeEndpoints(header, PacketDescriptor.NO_ENDPOINT, PacketDescriptor.NO_ENDPOINT);
        }
        header.set(LONG, 32, left);
        return header;
    }

    static byte kind(ByteBuffer header) {
        return header.get(1);
    }

    static boolean isFirst(ByteBuffer header) {
        return header.get(2) != 0;
    }

    static int epoch(ByteBuffer header) {
        return header.getInt(4);
    }

    static long left(ByteBuffer header) {
        return header.getLong(32);
    }
}
