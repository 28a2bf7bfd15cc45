package org.sennit.internal.endpoints.device.rendezvous;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.message.Request;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Awaited;

/** A start makes nothing anew while a thread is still on its way out of the message before. */
class PersistentTransferTest {
    private static final int LENGTH = 9;

    private final SendingSide side = new SendingSide();
    private final Persistent request = new Persistent();
    private final PersistentTransfer transfer = new PersistentTransfer(request);

    private final class Persistent extends Request {
        Persistent() {
            super(side.progress);
        }

        @Override
        public void start() {
            activate();
            side.sender.start(side, SendingSide.message(LENGTH), false, transfer);
        }

        @Override
        public Awaited awaited() {
            return null;
        }
    }

    /** A message that has ended while the network still holds a piece of it. */
    private SendOperation endedButHeld() {
        request.start();
        SendOperation operation = side.announced();
        side.clearToSend(side.announcedId(), 7, LENGTH);
        side.done(side.announcedId(), PacketDescriptor.MOVED);
        request.await();
        assertFalse(operation.isIdle());
        return operation;
    }

    @Test
    void twoOperationsTakeTurnsWhereTheLastMessageIsStillHeld() {
        SendOperation first = endedButHeld();
        SendOperation second = endedButHeld();
        assertNotSame(first, second);
        for (int start = 0; start < 4; start++) {
            side.held.remove().batchSent(side);
            assertSame(start % 2 == 0 ? first : second, endedButHeld());
        }
    }

    @Test
    void oneIsUsedWhereNothingIsHeld() {
        SendOperation first = endedButHeld();
        side.held.remove().batchSent(side);
        assertTrue(first.isIdle());
        assertSame(first, endedButHeld());
    }

    @Test
    void thoseThatAreHeldAreNeverTaken() {
        SendOperation first = endedButHeld();
        SendOperation second = endedButHeld();
        SendOperation third = endedButHeld();
        assertNotSame(first, third);
        assertNotSame(second, third);
    }
}
