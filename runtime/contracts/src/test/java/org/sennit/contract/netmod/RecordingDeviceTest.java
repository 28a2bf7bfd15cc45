package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The device of the contract tests, on its own. */
class RecordingDeviceTest {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int LEAST_BYTES = 4 << 10; // a module asks for no room for less
    private static final int MOST_ROOMS = 8;

    /** A module that has a piece of a packet in memory asks for room until the piece is used up. */
    @Test
    void takesAPieceInFewParts() {
        RecordingDevice device = new RecordingDevice();
        StubConnection vc = new StubConnection(null, 1);
        long number = 3; // one that is taken in parts
        MemorySegment payload = TestPackets.payload(Arena.ofAuto(), number, PIECE_BYTES);
        device.handlePacket(vc, TestPackets.header(0, number, PIECE_BYTES).asByteBuffer());
        int at = 0;
        int rooms = 0;
        while (PIECE_BYTES - at >= LEAST_BYTES) {
            MemorySegment room = device.room(vc, PIECE_BYTES - at);
            assertNotNull(room);
            long bytes = Math.min(PIECE_BYTES - at, device.roomBytes(vc));
            MemorySegment.copy(payload, at, room, device.roomOffset(vc), bytes);
            device.filled(vc, bytes);
            at += (int) bytes;
            rooms++;
        }
        device.handlePacket(vc, payload.asSlice(at).asByteBuffer());
        int count = rooms;
        assertTrue(count > 1 && count <= MOST_ROOMS, () -> "rooms=" + count);
        assertEquals(List.of(new Arrival(1, 0, number, PIECE_BYTES, true)), device.arrivals());
    }
}
