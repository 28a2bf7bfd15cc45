package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;

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
        int chunkBytes = 64 * (128 + 256 + 8);
        assertTrue(counters.inboxBytes() > BUDGET && counters.inboxBytes() <= BUDGET + chunkBytes);
        assertEquals(counters.inboxBytes(), counters.mostBytes());
        assertTrue(sent > BUDGET / chunkBytes * 64 - 64);
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
