package org.sennit.internal.endpoints.device.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.packet.PacketDescriptor;

/** A receive may not complete while the network writes to its memory: the program would use it again. */
class DataArrivalTest {
    private static final int LENGTH = 100_000;
    private static final int PIECE = 40_000;
    private static final SennitException DEATH = new SennitException(ErrorClass.PROC_FAILED, "test");

    private final SendingSide side = new SendingSide();
    private final ReceiveRequest receive = new ReceiveRequest(side.progress);
    private final DataArrival arrival = new DataArrival();

    private void match() {
        receive.from("world", 0, 0, 1, 5, 0).into(MemorySegment.ofArray(new byte[LENGTH]), 0, null, LENGTH);
        ReceiveOperation operation = new ReceiveOperations(side.transfers).take();
        operation.announced(side, null, 0, 9, LENGTH, PacketDescriptor.BY_DEVICE);
        operation.deliver(receive, 1, 5, LENGTH);
        arrival.begin(operation, operation.id());
    }

    private void dieWhileTheNetworkWrites() {
        match();
        assertNotNull(arrival.room(PIECE));
        side.transfers.failAll(1, DEATH);
        assertFalse(receive.isComplete());
    }

    private void assertFailed() {
        assertTrue(receive.isComplete());
        assertEquals(
                ErrorClass.PROC_FAILED,
                assertThrows(SennitException.class, receive::await).errorClass());
        assertNull(arrival.room(PIECE));
    }

    @Test
    void aReceiveFailsWhenTheNetworkHasWrittenWhatItHadRoomFor() {
        dieWhileTheNetworkWrites();
        arrival.filled(0);
        assertFailed();
    }

    @Test
    void aReceiveFailsWhenTheNetworkCouldNotWrite() {
        dieWhileTheNetworkWrites();
        arrival.roomLost(new IllegalStateException("closed"));
        assertFailed();
    }

    @Test
    void aReceiveFailsWhenTheConnectionEnds() {
        dieWhileTheNetworkWrites();
        arrival.failed(DEATH);
        assertFailed();
    }

    @Test
    void aReceiveIsCompleteWithItsLastPiece() {
        match();
        for (int at = 0; at < LENGTH; at += PIECE) {
            int bytes = Math.min(PIECE, LENGTH - at);
            assertNotNull(arrival.room(bytes));
            assertEquals(at, arrival.roomOffset());
            arrival.filled(bytes);
            arrival.complete();
        }
        assertEquals(LENGTH, receive.await().countBytes());
    }
}
