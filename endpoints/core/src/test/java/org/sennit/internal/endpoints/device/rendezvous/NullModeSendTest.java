package org.sennit.internal.endpoints.device.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.packet.PacketDescriptor;

class NullModeSendTest {
    private static final int LENGTH = 100_000;
    private static final int SEVEN_PIECES = (6 << 20) + 1;

    private final SendingSide side = new SendingSide();

    private Request start(int bytes) {
        return side.sender.start(side, SendingSide.message(bytes), true, null);
    }

    @Test
    void isCompleteOnlyWhenItsLoopOverThePiecesIsOver() {
        side.takesAtOnce = true;
        Request send = start(LENGTH);
        SendOperation operation = side.announced();
        side.whenTaken = () -> {
            assertFalse(send.isComplete()); // the loop would go on with the pieces of the next message
            assertFalse(operation.isIdle());
        };
        side.clearToSend(side.announcedId(), 7, LENGTH);
        assertTrue(send.isComplete());
        assertTrue(operation.isIdle());
        assertEquals(1, side.packets);
    }

    @Test
    void mayNotBeUsedAgainWhileTheNetworkHoldsAPieceOfAMessageThatHasFailed() {
        Request send = start(LENGTH);
        SendOperation operation = side.announced();
        side.clearToSend(side.announcedId(), 7, LENGTH);
        side.done(side.announcedId(), PacketDescriptor.REFUSED);
        assertTrue(send.isComplete());
        assertFalse(operation.isIdle());
        assertThrows(SennitException.class, send::await);
        start(LENGTH);
        assertNotSame(operation, side.announced());
        side.held.remove().batchSent(side);
        assertTrue(operation.isIdle());
    }

    @Test
    void whatIsLateForOneMessageLeavesTheNextAlone() {
        side.takesAtOnce = true;
        Request send = start(LENGTH);
        long first = side.announcedId();
        SendOperation operation = side.announced();
        side.clearToSend(first, 7, LENGTH);
        send.await();
        Request next = start(LENGTH);
        assertSame(operation, side.announced());
        long second = side.announcedId();
        assertNotEquals(first, second);
        side.done(first, PacketDescriptor.DISCARDED);
        operation.failed(first, new SennitException(ErrorClass.PROC_FAILED, "late"));
        side.clearToSend(first, 7, LENGTH);
        assertFalse(next.isComplete());
        side.clearToSend(second, 8, LENGTH);
        assertEquals(LENGTH, next.await().countBytes());
    }

    /** The memory is lost when the receiver's answer is about to arrive: no other call notifies the receiver. */
    @Test
    void aReceiverThatAnswersASendWhichFailsAtThatMomentIsTold() {
        start(LENGTH);
        SendOperation failing = side.announced();
        failing.tellFailure(new IllegalStateException("its arena is closed"));
        assertEquals(0, side.refusedReceive);
        side.clearToSend(side.announcedId(), 7, LENGTH);
        assertEquals(7, side.refusedReceive);
        assertEquals(0, side.packets);
    }

    @Test
    void aSecondClearToSendIsIgnored() {
        Request send = start(LENGTH);
        side.clearToSend(side.announcedId(), 7, LENGTH);
        side.clearToSend(side.announcedId(), 7, LENGTH);
        assertEquals(1, side.packets);
        side.held.remove().batchSent(side);
        assertEquals(LENGTH, send.await().countBytes());
    }

    @Test
    void keepsFourPiecesUnderWay() {
        Request send = start(SEVEN_PIECES);
        side.clearToSend(side.announcedId(), 7, SEVEN_PIECES);
        for (int sent = 0; sent < 7; sent++) {
            assertEquals(Math.min(4, 7 - sent), side.held.size());
            assertFalse(send.isComplete());
            side.held.remove().batchSent(side);
        }
        assertEquals(SEVEN_PIECES, send.await().countBytes());
        assertEquals(7, side.packets);
    }

    @Test
    void oneOfSeveralMessagesWithGapsKeepsTheMemoryInWhichItWasPacked() {
        side.takesAtOnce = true;
        DataLayout gaps = DataLayout.vector(LENGTH, 1, 2, DataLayout.BYTE);
        List<SendOperation> operations = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            sends.add(side.sender.start(side, SendingSide.message(LENGTH, gaps), false, null));
            operations.add(side.announced());
        }
        for (SendOperation operation : operations) {
            side.clearToSend(operation.id(), 7, LENGTH);
        }
        sends.forEach(Request::await);
        assertEquals(1, operations.stream().filter(SendOperation::hasRooms).count());
        SendOperation first =
                operations.stream().filter(SendOperation::hasRooms).findFirst().orElseThrow();
        Request next = side.sender.start(side, SendingSide.message(LENGTH, gaps), true, null);
        assertSame(first, side.announced());
        side.clearToSend(side.announcedId(), 7, LENGTH);
        next.await();
        assertTrue(first.hasRooms());
    }

    @Test
    void usesItsPiecesAgain() {
        NetworkSend first = null;
        for (int round = 0; round < 3; round++) {
            Request send = start(LENGTH);
            side.clearToSend(side.announcedId(), 7, LENGTH);
            NetworkSend piece = side.held.remove();
            assertTrue(first == null || first == piece);
            first = piece;
            piece.batchSent(side);
            send.await();
        }
    }
}
