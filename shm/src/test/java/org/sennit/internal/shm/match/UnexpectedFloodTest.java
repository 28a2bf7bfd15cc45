package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.internal.shm.match.ArrivedMessages.ANY;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.AllocatedBytes;
import org.sennit.testkit.Behaviours;

/** Many messages without receives: every class finds its own, and memory is returned. */
@Behaviours(22)
class UnexpectedFloodTest {
    private static final int FLOOD = 100_000;

    private final ArrivedMessages messages = new ArrivedMessages();
    private final UnexpectedMessages unexpected = new UnexpectedMessages(64 << 20);

    @Test
    void aFloodIsReceivedInReverseOrderOfTags() {
        for (int i = 0; i < FLOOD; i++) {
            messages.arrive(1, i, i);
        }
        for (int i = FLOOD - 1; i >= 0; i--) {
            assertEquals(i, messages.post(1, i).memory[0]);
        }
        assertEquals(0, messages.queue.unexpectedCount());
    }

    @Test
    void everyWildcardClassFindsItsOldestInAFlood() {
        for (int i = 0; i < 4000; i++) {
            messages.arrive(i % 10, i % 7, i);
        }
        boolean[] isTaken = new boolean[4000];
        for (int i = 0; i < 1000; i++) {
            int source = (i * 7 + 3) % 10;
            int tag = (i * 5 + 2) % 7;
            check(isTaken, source, tag);
            check(isTaken, ANY, tag);
            check(isTaken, source, ANY);
            check(isTaken, ANY, ANY);
        }
        assertEquals(4000, messages.queue.counters().matches() + messages.queue.unexpectedCount());
    }

    private void check(boolean[] isTaken, int source, int tag) {
        int expected = -1;
        for (int i = 0; i < isTaken.length && expected < 0; i++) {
            if (!isTaken[i] && (source == ANY || source == i % 10) && (tag == ANY || tag == i % 7)) {
                expected = i;
            }
        }
        if (expected >= 0) {
            isTaken[expected] = true;
            assertEquals(expected, messages.post(source, tag).memory[0]);
        }
    }

    @Test
    void memoryIsReturnedAfterAFlood() {
        UnexpectedMessage[] flood = new UnexpectedMessage[FLOOD];
        for (int i = 0; i < FLOOD; i++) {
            flood[i] = unexpected.take();
            flood[i].sourceRank = 1;
            flood[i].tag = i;
            unexpected.add(flood[i]);
        }
        assertTrue(unexpected.keptBytes() >= (long) FLOOD * UnexpectedMessage.OVERHEAD_BYTES);
        for (int i = FLOOD - 1; i >= 0; i--) {
            flood[i] = null;
            UnexpectedMessage found = unexpected.find(0, 1, i);
            assertEquals(i, found.tag);
            unexpected.remove(found);
            unexpected.recycle(found, false);
        }
        assertEquals(0, unexpected.keptBytes());
        assertTrue(unexpected.occupiedBytes() <= 24 << 20, () -> "bytes: " + unexpected.occupiedBytes());
        for (int i = 0; i < FLOOD / 50; i++) { // ordinary use
            UnexpectedMessage message = unexpected.take();
            unexpected.add(message);
            unexpected.remove(message);
            unexpected.recycle(message, false);
        }
        assertTrue(unexpected.freeCount() <= 1024, () -> "free messages: " + unexpected.freeCount());
        // Buckets are 4 bytes a message at most and go with the next uses: see MatchTableTest.
    }

    @Test
    void messagesOfASmallBudgetAreNotKept() {
        UnexpectedMessages small = new UnexpectedMessages(1 << 20);
        fillAndEmpty(small, 10_000, false);
        assertEquals(0, small.occupiedBytes());
        fillAndEmpty(small, 10_000, true); // flooded
        assertTrue(small.freeCount() <= 1024 + 64, () -> "free messages: " + small.freeCount());
    }

    @Test
    void floodsThatComeAgainAllocateNothing() {
        AllocatedBytes.assertNoneInSteadyState(8, 5, () -> fillAndEmpty(unexpected, FLOOD, false));
    }

    private static void fillAndEmpty(UnexpectedMessages messages, int n, boolean isFlooded) {
        for (int i = 0; i < n; i++) {
            UnexpectedMessage message = messages.take();
            message.tag = i;
            messages.add(message);
        }
        for (int i = n - 1; i >= 0; i--) {
            UnexpectedMessage found = messages.find(0, 0, i);
            messages.remove(found);
            messages.recycle(found, isFlooded);
        }
    }

    @Test
    void steadyUseOfBothQueuesAllocatesNothing() {
        MemorySegment payload = MemorySegment.ofArray(new long[10]);
        ReceiveRequest[] receives = new ReceiveRequest[64];
        for (int i = 0; i < receives.length; i++) {
            receives[i] = new ReceiveRequest(new NoProgress());
        }
        Envelope envelope = new Envelope();
        int[] rounds = {0};
        AllocatedBytes.assertNoneInSteadyState(
                50, 1000, () -> round(receives, envelope, payload, rounds[0]++ % 2 == 0));
    }

    private void round(ReceiveRequest[] receives, Envelope envelope, MemorySegment payload, boolean isPostedFirst) {
        MatchQueue queue = messages.queue;
        if (!isPostedFirst) {
            send(receives.length, envelope, payload);
        }
        for (int i = receives.length - 1; i >= 0; i--) {
            receives[i].from("world", 0, 0, i % 3 == 0 ? ANY : 1, i, 0).into(payload, 0, null, 80);
            queue.post(receives[i]);
        }
        if (isPostedFirst) {
            send(receives.length, envelope, payload);
        }
        for (ReceiveRequest receive : receives) {
            receive.await(null);
        }
    }

    private void send(int count, Envelope envelope, MemorySegment payload) {
        for (int i = 0; i < count; i++) {
            messages.queue.inbox().offer(envelope.set(0, 1, i, 16 + i % 2 * 60, 0), payload, 0, null);
            messages.queue.doWork();
        }
    }
}
