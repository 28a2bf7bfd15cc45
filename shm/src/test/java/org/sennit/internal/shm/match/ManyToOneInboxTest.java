package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The inbox: order, growth, and many producers at once. */
@Deadline(seconds = 60)
@Core
class ManyToOneInboxTest {
    @Test
    void keepsOrderOverManyChunksWhileNotDrained() {
        ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), 2, 64);
        MemorySegment payload = MemorySegment.ofArray(new long[1]);
        for (int i = 0; i < 1001; i++) {
            payload.set(ValueLayout.JAVA_LONG, 0, i);
            inbox.offer(new Envelope().set(0, 1, i, 8, 0), payload, 0, null);
        }
        Envelope envelope = new Envelope();
        for (int i = 0; i < 1001; i++) {
            assertTrue(inbox.hasClaimed());
            assertTrue(inbox.peek(envelope));
            assertEquals(i, envelope.tag);
            assertEquals(i, inbox.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset()));
            inbox.advance();
        }
        assertFalse(inbox.peek(envelope));
        assertFalse(inbox.hasClaimed());
    }

    @Test
    void aConsumerThatKeepsUpGoesRoundInOneChunk() {
        ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), 4, 64);
        MemorySegment payload = MemorySegment.ofArray(new long[1]);
        Envelope envelope = new Envelope();
        MemorySegment cells = null;
        for (int i = 0; i < 100; i++) {
            payload.set(ValueLayout.JAVA_LONG, 0, i);
            inbox.offer(new Envelope().set(-7, 1, i, 8, 3), payload, 0, null);
            assertTrue(inbox.peek(envelope));
            assertEquals(-7, envelope.contextId);
            assertEquals(1, envelope.sourceRank);
            assertEquals(i, envelope.tag);
            assertEquals(3, envelope.signature);
            assertEquals(i, inbox.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset()));
            cells = cells == null ? inbox.payload() : cells;
            assertSame(cells, inbox.payload());
            inbox.advance();
        }
    }

    @Test
    void cellsThatAreFetchedAheadStayAsTheyAre() {
        ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), 4 * ManyToOneInbox.AHEAD, 64);
        Envelope envelope = new Envelope();
        int sent = 0;
        for (int round = 0; round < 20; round++) { // over the ends of chunks
            for (int i = 0; i < 11; i++) {
                long position = inbox.offerArray(-7, 1, sent++, 3, new long[] {-sent}, 0, Long.BYTES);
                inbox.fetchAhead(position);
                inbox.fetchAhead(position - ManyToOneInbox.AHEAD); // cells with messages that have not been taken, too
            }
            for (int i = sent - 11; i < sent; i++) {
                assertTrue(inbox.peek(envelope));
                assertEquals(Envelope.SEND, envelope.kind);
                assertEquals(-7, envelope.contextId);
                assertEquals(i, envelope.tag);
                assertEquals(-i - 1, inbox.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset()));
                inbox.advance();
            }
        }
        assertFalse(inbox.hasClaimed());
    }

    @Test
    void manyProducersLoseNothingAndEachKeepsItsOrder() throws InterruptedException {
        int producers = 6;
        int messages = 30_000;
        ManyToOneInbox inbox = new ManyToOneInbox(RuntimeContext.system(), 4, 256);
        List<Thread> threads = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            int source = p;
            threads.add(Thread.ofPlatform().start(() -> produce(inbox, source, messages)));
        }
        int[] next = new int[producers];
        Envelope envelope = new Envelope();
        for (int got = 0; got < producers * messages; ) {
            if (!inbox.peek(envelope)) {
                Thread.onSpinWait();
                continue;
            }
            int source = envelope.sourceRank;
            assertEquals(next[source]++, envelope.tag);
            long at = inbox.payloadOffset();
            for (long i = 0; i + 8 <= envelope.lengthBytes; i += 8) {
                assertEquals(
                        (long) source << 32 | envelope.tag,
                        inbox.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, at + i));
            }
            inbox.advance();
            got++;
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertFalse(inbox.hasClaimed());
    }

    private static void produce(ManyToOneInbox inbox, int source, int messages) {
        Envelope envelope = new Envelope();
        MemorySegment payload = MemorySegment.ofArray(new long[32]);
        for (int i = 0; i < messages; i++) {
            long value = (long) source << 32 | i;
            for (int k = 0; k < 32; k++) {
                payload.set(ValueLayout.JAVA_LONG, 8L * k, value);
            }
            inbox.offer(envelope.set(0, source, i, 8L * (i % 33), 0), payload, 0, null);
        }
    }
}
