package org.sennit.spi.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

/** A packet without its payload length reads as the whole one. */
class BarePacketTest {
    private static final long SEND_ID = 0x1234_5678_9abc_def0L;
    private static final long RECEIVE_ID = 0x0fed_cba9_8765_4321L;
    private static final int AT = 5;

    @Test
    void readsWhatStandsInTheWholeHeader() {
        MemorySegment whole = PacketDescriptor.newHeader();
        PacketDescriptor.writeTransfer(
                whole,
                PacketDescriptor.DONE,
                PacketDescriptor.TO_RECEIVER,
                PacketDescriptor.NOT_MOVED,
                SEND_ID,
                RECEIVE_ID,
                1 << 20);
        PacketDescriptor.writeEndpoints(whole, 3, 4);
        MemorySegment bare = MemorySegment.ofArray(new byte[AT + PacketDescriptor.HEADER_LENGTH]);
        MemorySegment.copy(whole, 0, bare, AT, Long.BYTES);
        MemorySegment.copy(whole, 16, bare, AT + Long.BYTES, PacketDescriptor.HEADER_LENGTH - 16);
        ByteBuffer header = whole.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
        long start = BarePacket.start(bare, AT);
        assertEquals(PacketDescriptor.type(header), (byte) start);
        assertEquals(PacketDescriptor.kind(header), (byte) (start >>> Byte.SIZE));
        assertEquals(PacketDescriptor.status(header), (short) (start >>> Short.SIZE));
        assertEquals(SEND_ID, BarePacket.sendId(bare, AT));
        assertEquals(RECEIVE_ID, BarePacket.receiveId(bare, AT));
        assertEquals(header.getLong(16), BarePacket.word(bare, AT, 16));
        assertEquals(1 << 20, BarePacket.word(bare, AT, PacketDescriptor.MESSAGE_LENGTH_OFFSET));
    }
}
