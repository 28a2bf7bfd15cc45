package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.internal.shm.match.ArrivedMessages.ANY;

import org.junit.jupiter.api.Test;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Core;

/** A matched probe takes its message out, and that very one is received; cancelling and counting, in one thread. */
@Core
class MatchedProbeTest {
    private final ArrivedMessages messages = new ArrivedMessages();
    private final MatchQueue queue = messages.queue;
    private final HeldMessage held = new HeldMessage();

    @Test
    void noOtherReceiveGetsTheMessage() {
        messages.arrive(1, 5, 10);
        messages.arrive(1, 5, 11);
        Status status = new Status();
        assertTrue(queue.probeMatched(0, ANY, ANY, held, status));
        assertEquals("source=1 tag=5 length=8", status.toString());
        assertEquals(11, messages.post(1, 5).memory[0]);
        assertFalse(queue.probe(0, ANY, ANY, null));
        ArrivedMessages.Posted received = ArrivedMessages.prepared(ANY, ANY);
        assertTrue(queue.receiveHeld(held, received.request));
        assertEquals(10, received.memory[0]);
        assertEquals("source=1 tag=5 length=8", received.request.await().toString());
    }

    @Test
    void aHandleIsReceivedOnceAndMayBeUsedForTheNextMessage() {
        messages.arrive(1, 5, 10);
        assertTrue(queue.probeMatched(0, 1, 5, held, null));
        assertTrue(queue.receiveHeld(held, ArrivedMessages.prepared(1, 5).request));
        ArrivedMessages.Posted second = ArrivedMessages.prepared(1, 5);
        assertFalse(queue.receiveHeld(held, second.request));
        assertFalse(second.isComplete());
        messages.arrive(2, 6, 20);
        assertTrue(queue.probeMatched(0, 2, ANY, held, null));
        assertTrue(queue.receiveHeld(held, second.request));
        assertEquals(20, second.memory[0]);
    }

    @Test
    void aMessageByReferenceIsFetchedWhenItIsReceived() {
        ArrivedMessages.Reference reference = messages.arriveByReference(1, 5, 30);
        assertTrue(queue.probeMatched(0, 1, 5, held, null));
        assertEquals(0, reference.delivered);
        ArrivedMessages.Posted received = ArrivedMessages.prepared(1, 5);
        queue.receiveHeld(held, received.request);
        assertEquals(30, received.memory[0]);
        assertEquals(1, reference.delivered);
    }

    @Test
    void heldMessagesAreReceivedInAnyOrder() {
        HeldMessage[] handles = {new HeldMessage(), new HeldMessage(), new HeldMessage(), new HeldMessage()};
        for (int i = 0; i < handles.length; i++) {
            messages.arrive(1, i, i);
        }
        for (int i = 0; i < handles.length; i++) {
            assertTrue(queue.probeMatched(0, 1, i, handles[i], null));
        }
        for (int i : new int[] {1, 3, 0, 2}) {
            ArrivedMessages.Posted received = ArrivedMessages.prepared(1, i);
            queue.receiveHeld(handles[i], received.request);
            assertEquals(i, received.memory[0]);
        }
        assertEquals(0, queue.counters().keptBytes());
    }

    @Test
    void whatIsNotReceivedIsDroppedAtTheEndAndItsSenderTold() {
        ArrivedMessages.Reference taken = messages.arriveByReference(1, 5, 1);
        ArrivedMessages.Reference unexpected = messages.arriveByReference(1, 6, 2);
        messages.arrive(1, 7, 3);
        assertTrue(queue.probeMatched(0, 1, 5, held, null));
        queue.shutdown().close();
        assertEquals(1, taken.discarded);
        assertEquals(1, unexpected.discarded);
        assertEquals(0, queue.counters().keptBytes());
        SennitException error = assertThrows(
                SennitException.class, () -> queue.receiveHeld(held, ArrivedMessages.prepared(1, 5).request));
        assertEquals(ErrorClass.SESSION, error.errorClass());
    }

    @Test
    void anUnmatchedReceiveIsCancelled() {
        ArrivedMessages.Posted first = messages.post(1, 5);
        ArrivedMessages.Posted second = messages.post(1, 5);
        first.request.cancel();
        assertTrue(first.isComplete());
        messages.arrive(1, 5, 3);
        assertEquals(3, second.memory[0]);
        assertEquals(-1, first.memory[0]);
        Status status = first.request.await();
        assertTrue(status.isCancelled());
        assertEquals(0, status.countBytes());
        assertTrue(first.request.isInactive());
        first.request.cancel(); // an inactive request: nothing happens
        assertFalse(first.request.await().isCancelled());
    }

    @Test
    void aMatchedReceiveDeliversThoughItIsCancelled() {
        ArrivedMessages.Posted posted = messages.post(1, 5);
        messages.arrive(1, 5, 3);
        posted.request.cancel();
        Status status = posted.request.await();
        assertFalse(status.isCancelled());
        assertEquals(3, posted.memory[0]);
        assertEquals(8, status.countBytes());
    }

    @Test
    void countersAreExact() {
        messages.post(1, 1);
        messages.post(1, 2);
        messages.arrive(1, 2, 0);
        messages.arrive(1, 3, 0);
        messages.arrive(1, 4, 0);
        messages.arrive(1, 5, 0);
        messages.post(1, 4);
        queue.probe(0, 1, 9, null);
        queue.probeMatched(0, 1, 5, held, null);
        MatchCounters counters = queue.counters();
        assertEquals(1, counters.posted());
        assertEquals(2, counters.mostPosted());
        assertEquals(1, counters.unexpected());
        assertEquals(3, counters.mostUnexpected());
        assertEquals(4 + 3, counters.attempts());
        assertEquals(3, counters.matches());
        assertEquals(4, counters.drained());
        assertEquals(2 * UnexpectedMessage.OVERHEAD_BYTES, counters.keptBytes());
        assertEquals(3 * UnexpectedMessage.OVERHEAD_BYTES, counters.mostKeptBytes());
    }
}
