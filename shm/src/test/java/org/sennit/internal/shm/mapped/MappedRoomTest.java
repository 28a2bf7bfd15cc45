package org.sennit.internal.shm.mapped;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.internal.net.tcp.TcpModuleFactory;
import org.sennit.spi.network.WrappedModuleFactory;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Long packets between two processes of a host: their bytes go from the ring to where the device wants them. */
@Deadline
@Core
class MappedRoomTest {
    private static final int LENGTH = 1 << 20;
    private static final int FIRST = (16 << 10) - PacketDescriptor.HEADER_LENGTH; // bytes that come with the header

    private static TestNetwork oneHost() {
        return new TestNetwork(
                2,
                new WrappedModuleFactory(new MappedModuleFactory(), new TcpModuleFactory()),
                Options.fromEnvironment(),
                true);
    }

    private static void send(TestNetwork two, MemorySegment payload) {
        two.connectAll();
        two.process(0).start(1, 1, payload);
        two.pollUntil(() -> two.process(1).device().arrived() == 2);
        assertEquals(List.of(), two.process(1).device().events());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPayloadIsCopiedToItsRoomOnce(boolean isArray) {
        try (TestNetwork two = oneHost()) {
            MemorySegment room = isArray
                    ? MemorySegment.ofArray(new byte[LENGTH])
                    : Arena.ofAuto().allocate(LENGTH);
            two.process(1).device().receiveInto(1, room);
            MemorySegment payload = TestPackets.payload(Arena.ofAuto(), 1, LENGTH);
            send(two, payload);
            long filled = two.process(1).device().filledBytes();
            assertTrue(filled > LENGTH / 2, () -> "filled=" + filled); // the beginning comes with its header
            assertEquals(-1, room.asSlice(FIRST, filled).mismatch(payload.asSlice(FIRST, filled)));
        }
    }

    /** The device finds out when it is handed up. */
    @Test
    void aPayloadWhoseRoomHasBeenClosedIsHandedUp() {
        try (TestNetwork two = oneHost()) {
            try (Arena arena = Arena.ofShared()) {
                two.process(1).device().receiveInto(1, arena.allocate(LENGTH));
            }
            send(two, TestPackets.payload(Arena.ofAuto(), 1, LENGTH));
            assertEquals(0, two.process(1).device().filledBytes());
        }
    }
}
