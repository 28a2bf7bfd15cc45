package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Messages that a poll has brought before they were asked for are received in their order, by every kind of call. */
@Core
@Deadline(seconds = 60)
class PolledMessagesTest {
    private static final int CONTEXT = 3;
    private static final int SIGNATURE = 6;
    private static final int PROCESS = 4;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);
    private final MemorySegment ring = Arena.ofAuto().allocate(128, 64);
    private final long[] memory = {-1};
    private final Status status = new Status();
    private final List<Long> credit = new ArrayList<>();

    @BeforeEach
    void countCredit() {
        queue.inbox().credit((process, bytes) -> {
            assertEquals(PROCESS, process);
            credit.add(bytes);
        });
    }

    private void poll(Runnable arrivals) {
        queue.beginPoll();
        arrivals.run();
        queue.endPoll();
        ring.fill((byte) 0xee); // the peer writes there again
    }

    private void arrive(int tag, long value) {
        arrive(CONTEXT, tag, value, Long.BYTES);
    }

    private void arrive(int context, int tag, long value, int length) {
        ring.set(ValueLayout.JAVA_LONG, 0, value);
        Envelope message = new Envelope().set(context, 2, tag, length, SIGNATURE);
        if (!queue.deliverArrived(message, OwnMemory.of(ring), OwnMemory.base(ring), PROCESS)) {
            queue.inbox.offerShort(message, OwnMemory.of(ring), OwnMemory.base(ring), PROCESS);
        }
    }

    private boolean add(ShortMessageSink sink, int tag, long value) {
        ring.set(ValueLayout.JAVA_LONG, 0, value);
        return sink.add(
                CONTEXT,
                (long) tag << Integer.SIZE | 2,
                SIGNATURE,
                OwnMemory.of(ring),
                OwnMemory.base(ring),
                Long.BYTES);
    }

    private boolean take(int source, int tag) {
        return queue.mayReceiveArrived(null)
                && queue.receiveArrived(
                        new WantedMessage(Envelope.SEND, CONTEXT).set(source, tag, SIGNATURE, Long.BYTES),
                        memory,
                        0,
                        status);
    }

    private long post(int source, int tag) {
        long[] into = {-1};
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        request.from("world", 0, CONTEXT, source, tag, SIGNATURE)
                .into(MemorySegment.ofArray(into), 0, null, Long.BYTES);
        queue.post(request);
        return into[0];
    }

    @Test
    void areTakenInOrderWithTheirStatusAndCredit() {
        poll(() -> {
            arrive(7, 41);
            arrive(8, 42);
        });
        assertFalse(queue.inbox().hasClaimed());
        assertFalse(take(2, 8), "the other one is next");
        assertTrue(take(2, 7));
        assertEquals(41, memory[0]);
        assertEquals("source=2 tag=7 length=8", status.toString());
        assertTrue(take(ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG));
        assertEquals(42, memory[0]);
        assertEquals("source=2 tag=8 length=8", status.toString());
        assertEquals(List.of(8L, 8L), credit);
        assertFalse(take(2, 7));
    }

    @Test
    void aReceiveOfALaterOneIsPostedAndTheOthersStayInOrder() {
        poll(() -> {
            arrive(7, 41);
            arrive(8, 42);
            arrive(7, 43);
        });
        assertEquals(42, post(2, 8));
        assertFalse(take(2, 7), "kept messages come before what arrives");
        assertEquals(41, post(2, 7));
        assertEquals(43, post(2, ReceiveRequest.ANY_TAG));
        assertEquals(List.of(8L, 8L, 8L), credit);
    }

    @Test
    void comeBeforeWhatIsInTheInbox() {
        poll(() -> arrive(7, 41));
        arrive(7, 42); // outside a poll
        poll(() -> arrive(7, 43));
        assertTrue(queue.inbox().hasClaimed());
        for (long expected = 41; expected <= 43; expected++) {
            assertTrue(take(2, 7));
            assertEquals(expected, memory[0]);
        }
    }

    @Test
    void areKeptBeforeWhatIsDrained() {
        poll(() -> arrive(7, 41));
        arrive(7, 42);
        queue.doWork();
        poll(() -> arrive(7, 43));
        assertEquals(2, queue.unexpectedCount(), "the third has only arrived");
        for (long expected = 41; expected <= 43; expected++) {
            assertEquals(expected, post(2, 7));
        }
    }

    @Test
    void whatFindsNoRoomFollowsInTheInbox() {
        int messages = 150;
        poll(() -> {
            for (int i = 0; i < messages; i++) {
                arrive(7, i);
            }
        });
        assertTrue(queue.inbox().hasClaimed());
        for (int i = 0; i < messages; i++) {
            assertTrue(take(2, 7));
            assertEquals(i, memory[0]);
            if (i == 100) {
                poll(() -> arrive(8, -8));
            }
        }
        assertTrue(take(2, 8));
        assertEquals(messages + 1, credit.size());
    }

    @Test
    void aLongerMessageFollowsInTheInbox() {
        poll(() -> {
            arrive(7, 41);
            arrive(CONTEXT, 8, 42, 96);
            arrive(7, 43);
        });
        assertTrue(queue.inbox().hasClaimed());
        assertTrue(take(2, 7));
        assertEquals(41, memory[0]);
        queue.doWork();
        assertEquals(43, post(2, 7));
    }

    @Test
    void areFoundByAProbe() {
        poll(() -> arrive(7, 41));
        assertFalse(queue.probe(CONTEXT, 2, 8, status));
        assertTrue(queue.probe(CONTEXT, 2, ReceiveRequest.ANY_TAG, status));
        assertEquals("source=2 tag=7 length=8", status.toString());
        assertEquals(41, post(2, 7));
    }

    @Test
    void areTakenByABlockingReceiveThatDoesNotSpin() {
        poll(() -> arrive(7, 41));
        WantedMessage wanted = new WantedMessage(Envelope.SEND, CONTEXT).set(2, 7, SIGNATURE, Long.BYTES);
        assertTrue(queue.receiveAtOnce(wanted, memory, 0, status, 1, RuntimeContext.system(), null));
        assertEquals(41, memory[0]);
    }

    @Test
    void areReportedWithTheOutstandingOnes() {
        poll(() -> arrive(7, 41));
        assertEquals(1, queue.shutdown().outstanding(context -> "world").size());
    }

    @Test
    void areDroppedWithTheirCreditWhenTheirCommunicatorOrTheEndpointEnds() {
        poll(() -> {
            arrive(CONTEXT, 7, 41, Long.BYTES);
            arrive(CONTEXT + 1, 7, 42, Long.BYTES);
        });
        queue.shutdown().discard(CONTEXT + 1);
        assertEquals(List.of(8L), credit);
        poll(() -> arrive(CONTEXT + 1, 7, 43, Long.BYTES));
        assertFalse(queue.probe(CONTEXT + 1, 2, 7, null));
        assertEquals(List.of(8L, 8L), credit);
        queue.shutdown().close();
        assertEquals(List.of(8L, 8L, 8L), credit);
        poll(() -> arrive(7, 44));
        queue.shutdown().refuseArrivals();
        assertEquals(4, credit.size());
        assertEquals(1, queue.shutdown().lateCount());
    }

    @Test
    void aSinkTakesWhatFollowsUntilItIsFull() {
        int[] added = {0};
        poll(() -> {
            assertNull(queue.shortMessageSink(PROCESS), "the first one is handed up");
            arrive(7, 0);
            ShortMessageSink sink = queue.shortMessageSink(PROCESS);
            while (add(sink, 7, added[0] + 1)) {
                added[0]++;
                assertTrue(added[0] < 1000);
            }
            arrive(7, added[0] + 1);
            assertNull(queue.shortMessageSink(PROCESS), "a message lies in the inbox");
        });
        assertTrue(added[0] > 10);
        for (int i = 0; i <= added[0] + 1; i++) {
            assertTrue(take(2, 7));
            assertEquals(i, memory[0]);
            assertEquals("source=2 tag=7 length=8", status.toString());
        }
        assertEquals(added[0] + 2, credit.size());
    }

    @Test
    void aSinkRefusesWhatIsTooLong() {
        poll(() -> {
            arrive(7, 0);
            ShortMessageSink sink = queue.shortMessageSink(PROCESS);
            assertFalse(sink.add(CONTEXT, 2, SIGNATURE, OwnMemory.of(ring), OwnMemory.base(ring), 89));
        });
    }

    @Test
    void thereIsASinkOnlyInAPollOfTheOwnersThreadWhileNothingIsPosted() throws InterruptedException {
        poll(() -> {
            arrive(7, 0);
            assertNotNull(queue.shortMessageSink(PROCESS));
        });
        assertNull(queue.shortMessageSink(PROCESS));
        queue.beginPoll();
        ShortMessageSink[] given = {null};
        Thread other = Thread.ofPlatform().start(() -> given[0] = queue.shortMessageSink(PROCESS));
        other.join();
        queue.endPoll();
        assertNull(given[0]);
        assertEquals(-1, post(2, 9));
        poll(() -> {
            arrive(7, 1);
            assertNull(queue.shortMessageSink(PROCESS));
        });
    }
}
