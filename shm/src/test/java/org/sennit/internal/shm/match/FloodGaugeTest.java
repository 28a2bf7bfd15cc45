package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/** When an endpoint is flooded and when no more: by its inbox, and by the unexpected messages that it keeps. */
class FloodGaugeTest {
    private static final int BUDGET = 1 << 20;

    private final ArrivedMessages messages =
            new ArrivedMessages(new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 64, 256, BUDGET), null));
    private final MatchQueue queue = messages.queue;

    /** Returns how many messages it took. */
    private int sendUntilFlooded() {
        int sent = 0;
        while (!queue.inbox().isFlooded()) {
            messages.send(1, 1, sent++);
        }
        return sent;
    }

    @Test
    void anInboxThatIsNotDrainedIsFloodedAtItsBudget() {
        int sent = sendUntilFlooded();
        MatchCounters counters = queue.counters();
        int chunkBytes = 64 * (128 + 8);
        assertTrue(counters.inboxBytes() > BUDGET && counters.inboxBytes() <= BUDGET + chunkBytes);
        assertEquals(counters.inboxBytes(), counters.mostBytes());
        assertTrue(sent > BUDGET / chunkBytes * 64 - 64);
    }

    @Test
    void memoryForLongerPayloadsCountsOnceItIsMade() {
        int chunkBytes = 64 * (128 + 8);
        long before = queue.counters().inboxBytes();
        messages.send(1, 1, 0);
        assertEquals(before, queue.counters().inboxBytes());
        int sent = 0;
        MemorySegment payload = MemorySegment.ofArray(new byte[256]);
        while (!queue.inbox().isFlooded()) {
            queue.inbox().offer(new Envelope().set(0, 1, 1, 256, 0), payload, 0, null);
            sent++;
        }
        long bytes = queue.counters().inboxBytes();
        assertTrue(bytes > BUDGET && bytes <= BUDGET + chunkBytes + 64 * 256, "bytes " + bytes);
        assertTrue(sent <= BUDGET / 256 + 64, "sent " + sent);
        for (int i = 0; i <= sent; i++) {
            queue.doWork();
        }
        assertTrue(queue.counters().inboxBytes() <= 2L * (chunkBytes + 64 * 256), "what is drained counts no more");
    }

    @Test
    void whatIsDrainedButNotReceivedCountsToo() {
        int sent = 0;
        while (!queue.inbox().isFlooded()) {
            messages.arrive(1, 1, sent++);
        }
        MatchCounters counters = queue.counters();
        assertTrue(counters.keptBytes() + counters.inboxBytes() <= BUDGET + UnexpectedMessage.OVERHEAD_BYTES);
        assertTrue(counters.keptBytes() > BUDGET / 2);
        int received = 0;
        while (queue.inbox().isFlooded()) {
            assertEquals(received++, messages.post(1, 1).memory[0]);
        }
        assertTrue(queue.counters().keptBytes() <= BUDGET / 2);
        assertTrue(received < sent);
    }

    @Test
    void aFloodCanComeAgainAndAgain() {
        for (int round = 0; round < 5; round++) {
            int sent = sendUntilFlooded();
            ArrivedMessages.Posted[] posted = new ArrivedMessages.Posted[sent];
            for (int i = 0; i < sent; i++) {
                posted[i] = messages.post(1, 1);
            }
            while (queue.doWork() > 0) {}
            for (int i = 0; i < sent; i++) {
                assertEquals(i, posted[i].memory[0]);
            }
            assertFalse(queue.inbox().isFlooded());
            assertTrue(queue.counters().inboxBytes() < BUDGET / 2);
        }
    }
}
