package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.testkit.Deadline;

/** A receive that takes its message straight from the inbox does so only where an ordinary receive would get it. */
@Deadline(seconds = 60)
class ReceiveAtOnceTest {
    private static final int CONTEXT = 3;
    private static final int SIGNATURE = 6;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);
    private final Status status = new Status();
    private final long[] memory = {-1};

    private void send(int source, int tag, long value) {
        queue.inbox().offerArray(CONTEXT, source, tag, SIGNATURE, new long[] {value}, 0, Long.BYTES);
    }

    private static WantedMessage wanted(int context, int source, int tag, int signature, long capacityBytes) {
        return new WantedMessage(Envelope.SEND, context).set(source, tag, signature, capacityBytes);
    }

    private boolean receive(int source, int tag) {
        return queue.receiveAtOnce(
                wanted(CONTEXT, source, tag, SIGNATURE, Long.BYTES),
                memory,
                0,
                status,
                1,
                RuntimeContext.system(),
                null);
    }

    @Test
    void aShorterMessageIsLeftWhereTheLengthIsExact() {
        WantedMessage message = new WantedMessage(Envelope.SEND, CONTEXT);
        send(2, 7, 42);
        message.setExactly(2, 7, SIGNATURE, 2 * Long.BYTES);
        assertFalse(queue.receiveAtOnce(message, new long[2], 0, status, 1, RuntimeContext.system(), null));
        message.setExactly(2, 7, SIGNATURE, Long.BYTES);
        assertTrue(queue.receiveAtOnce(message, memory, 0, status, 1, RuntimeContext.system(), null));
        send(2, 7, 43);
        message.set(2, 7, SIGNATURE, 2 * Long.BYTES);
        assertTrue(queue.receiveAtOnce(message, memory, 0, status, 1, RuntimeContext.system(), null));
        assertEquals(43, memory[0]);
    }

    @Test
    void takesTheNextMessageAndSaysWhoseItWas() {
        send(2, 7, 42);
        assertTrue(receive(2, 7));
        assertEquals(42, memory[0]);
        assertEquals(2, status.source());
        assertEquals(7, status.tag());
        assertEquals(Long.BYTES, status.countBytes());
        assertFalse(queue.inbox().hasClaimed());
    }

    @Test
    void wildcardsTakeEverySourceAndEveryTag() {
        send(1, 5, 10);
        send(2, 6, 20);
        send(3, 7, 30);
        assertTrue(receive(ReceiveRequest.ANY_SOURCE, 5));
        assertTrue(receive(2, ReceiveRequest.ANY_TAG));
        assertTrue(receive(ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG));
        assertEquals(30, memory[0]);
        assertEquals(3, status.source());
    }

    @Test
    void leavesAMessageOfAnotherSourceTagOrCommunicatorWhereItIs() {
        send(2, 7, 42);
        assertFalse(receive(1, 7));
        assertFalse(receive(2, 8));
        assertFalse(receive(ReceiveRequest.ANY_SOURCE, 8));
        assertFalse(receive(1, ReceiveRequest.ANY_TAG));
        assertFalse(queue.receiveAtOnce(
                wanted(CONTEXT + 1, 2, 7, SIGNATURE, Long.BYTES), memory, 0, status, 1, RuntimeContext.system(), null));
        assertEquals(-1, memory[0]);
        assertTrue(receive(2, 7));
    }

    @Test
    void leavesAMessageOfAnotherTypeOrTooLongAOneToTheChecksOfAPostedReceive() {
        send(2, 7, 42);
        assertFalse(queue.receiveAtOnce(
                wanted(CONTEXT, 2, 7, SIGNATURE + 1, Long.BYTES), memory, 0, status, 1, RuntimeContext.system(), null));
        assertFalse(queue.receiveAtOnce(
                wanted(CONTEXT, 2, 7, SIGNATURE, 0), memory, 0, status, 1, RuntimeContext.system(), null));
        assertEquals(-1, memory[0]);
    }

    @Test
    void takesAPayloadThatLiesBesideItsCell() {
        byte[] sent = new byte[200];
        sent[199] = 99;
        queue.inbox().offerArray(CONTEXT, 2, 7, SIGNATURE, sent, 0, sent.length);
        byte[] received = new byte[200];
        assertTrue(queue.receiveAtOnce(
                wanted(CONTEXT, 2, 7, SIGNATURE, 200), received, 0, status, 1, RuntimeContext.system(), null));
        assertArrayEquals(sent, received);
    }

    @Test
    void leavesAPayloadThatIsStillWithItsSource() {
        queue.inbox().offer(new Envelope().set(CONTEXT, 2, 7, Long.BYTES, SIGNATURE), new PayloadSource() {
            @Override
            public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
                throw new UnsupportedOperationException("never matched");
            }

            @Override
            public void discard(long lengthBytes) {
                throw new UnsupportedOperationException("never matched");
            }
        });
        assertFalse(receive(2, 7));
    }

    /** Delivers a number. */
    private record Numbered(long value) implements PayloadSource {
        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            receive.memory().set(ValueLayout.JAVA_LONG, receive.offset(), value);
            receive.completeOwn(sourceRank, tag, lengthBytes);
        }

        @Override
        public void discard(long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }
    }

    private boolean match(ReceiveRequest receive) {
        return queue.receiveAtOnce(receive, 1, RuntimeContext.system());
    }

    @Test
    void aReceiveThatIsReadyTakesAMessageByReferenceWithoutBeingPosted() {
        queue.inbox().offer(new Envelope().set(CONTEXT, 2, 7, Long.BYTES, SIGNATURE), new Numbered(42));
        send(2, 7, 43);
        assertTrue(match(ready(ReceiveRequest.ANY_SOURCE, 7)));
        assertEquals(42, memory[0]);
        assertTrue(match(ready(2, ReceiveRequest.ANY_TAG)));
        assertEquals(43, memory[0]);
        assertEquals(0, queue.postedCount());
        assertFalse(queue.inbox().hasClaimed());
        assertEquals(2, queue.counters().matches());
    }

    @Test
    void aReceiveThatIsReadyLeavesWhatDoesNotMatchWhereItIs() {
        queue.inbox().offer(new Envelope().set(CONTEXT, 2, 7, Long.BYTES, SIGNATURE), new Numbered(42));
        assertFalse(match(ready(1, 7)));
        assertFalse(match(ready(2, 8)));
        assertFalse(match(ready(1, ReceiveRequest.ANY_TAG)));
        assertEquals(-1, memory[0]);
        assertTrue(match(ready(2, 7)));
    }

    @Test
    void aReceiveThatIsReadyOvertakesNeitherPostedReceivesNorUnexpectedMessages() {
        ReceiveRequest posted = posted(2, 7);
        send(2, 7, 1);
        assertFalse(match(ready(2, 7)));
        queue.doWork();
        assertTrue(posted.isComplete());
        send(2, 7, 2);
        queue.doWork();
        send(2, 7, 3);
        assertFalse(match(ready(2, 7)));
    }

    @Test
    void doesNotOvertakeAPostedReceive() {
        ReceiveRequest posted = posted(ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG);
        send(2, 7, 42);
        assertFalse(receive(2, 7));
        queue.doWork();
        assertTrue(posted.isComplete());
    }

    @Test
    void doesNotOvertakeAnUnexpectedMessage() {
        send(2, 7, 1);
        queue.doWork();
        send(2, 7, 2);
        assertFalse(receive(2, 7));
    }

    /** An action in the poll drains, such as one that looks for a message of another tag. */
    @Test
    void doesNotOvertakeAMessageThatAnActionInItsPollHasKept() {
        int[] polls = {0};
        assertFalse(receiveWith(() -> {
            if (polls[0]++ == 0) {
                send(2, 7, 1);
                queue.doWork();
                send(2, 7, 2);
            }
            return 1;
        }));
        assertEquals(-1, memory[0]);
    }

    @Test
    void aMessageOfTheNetworkDoesNotOvertakeOneThatAnActionInThePollHasKept() {
        MemorySegment packet = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, 2);
        assertFalse(receiveWith(() -> {
            send(2, 7, 1);
            queue.doWork();
            queue.beginPoll();
            Envelope second = new Envelope().set(CONTEXT, 2, 7, Long.BYTES, SIGNATURE);
            queue.deliverArrived(second, OwnMemory.of(packet), OwnMemory.base(packet), 1);
            queue.endPoll();
            return 1;
        }));
        assertEquals(-1, memory[0]);
        long[] first = {-1};
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        request.from("world", 0, CONTEXT, 2, 7, SIGNATURE).into(MemorySegment.ofArray(first), 0, null, Long.BYTES);
        queue.post(request);
        assertEquals(1, first[0]);
    }

    private boolean receiveWith(IntSupplier poll) {
        WorkSource network = new WorkSource() {
            @Override
            public int doWork() {
                return poll.getAsInt();
            }

            @Override
            public boolean hasWork() {
                return true;
            }
        };
        WantedMessage first = wanted(CONTEXT, 2, 7, SIGNATURE, Long.BYTES);
        return queue.receiveAtOnce(first, memory, 0, status, 3, RuntimeContext.system(), network);
    }

    @Test
    void isNotForEndpointsThatThreadsShare() {
        MatchQueue shared = new MatchQueue(
                new ManyToOneInbox(RuntimeContext.system(), 4, 256), new McsLock(RuntimeContext.system()));
        shared.inbox().offerArray(CONTEXT, 2, 7, SIGNATURE, new long[] {1}, 0, Long.BYTES);
        assertFalse(shared.receiveAtOnce(
                wanted(CONTEXT, 2, 7, SIGNATURE, Long.BYTES), memory, 0, status, 1, RuntimeContext.system(), null));
    }

    @Test
    void whatHasArrivedGoesToPostedReceivesFirst() {
        ReceiveRequest posted = posted(2, 7);
        send(2, 7, 1);
        send(2, 7, 2);
        assertFalse(posted.isComplete());
        // Behind a posted receive the inbox is looked at now and then; until then a receive is to be posted.
        for (int calls = 1; !queue.mayReceiveArrived(null); calls++) {
            assertFalse(posted.isComplete());
            assertTrue(calls < 100);
        }
        assertTrue(queue.receiveArrived(wanted(CONTEXT, 2, 7, SIGNATURE, Long.BYTES), memory, 0, status));
        assertTrue(posted.isComplete());
        assertEquals(2, memory[0]);
        assertEquals(0, queue.unexpectedCount());
    }

    @Test
    void theNetworkIsAskedAgainAsLongAsItBringsMore() {
        Arrivals network = new Arrivals(2);
        assertTrue(queue.mayReceiveArrived(network));
        assertEquals(0, network.polls, "nothing is posted");
        posted(2, 7);
        for (int calls = 0; !queue.mayReceiveArrived(network); calls++) {
            assertTrue(calls < 100);
        }
        assertEquals(1, network.polls);
        takeArrived(2);
        network.messages = 4;
        assertTrue(queue.mayReceiveArrived(network));
        assertEquals(2, network.polls);
        takeArrived(3);
        assertTrue(queue.mayReceiveArrived(network));
        assertEquals(2, network.polls, "another has arrived");
        takeArrived(4);
        assertTrue(queue.mayReceiveArrived(network));
        assertEquals(3, network.polls);
        assertTrue(queue.mayReceiveArrived(network));
        assertEquals(3, network.polls, "the last one has brought nothing");
    }

    private void takeArrived(long expected) {
        assertTrue(queue.receiveArrived(wanted(CONTEXT, 2, 7, SIGNATURE, Long.BYTES), memory, 0, status));
        assertEquals(expected, memory[0]);
    }

    @Test
    void whatTheNetworkBringsGoesToPostedReceivesFirst() {
        Arrivals network = new Arrivals(3);
        ReceiveRequest first = posted(2, 7);
        ReceiveRequest second = posted(2, 7);
        int calls = 1;
        for (; !queue.mayReceiveArrived(network); calls++) {
            assertFalse(first.isComplete());
            assertTrue(calls < 100);
        }
        assertTrue(calls > 1, "not asked for each receive");
        assertTrue(first.isComplete());
        assertTrue(second.isComplete());
        assertTrue(queue.receiveArrived(wanted(CONTEXT, 2, 7, SIGNATURE, Long.BYTES), memory, 0, status));
        assertEquals(3, memory[0]);
        assertEquals(0, queue.unexpectedCount());
    }

    /** A network that brings messages to the thread that polls it: the first of them has the number 1. */
    private final class Arrivals implements WorkSource {
        private final MemorySegment payload = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        private int messages;
        private int brought;
        private int polls;

        Arrivals(int messages) {
            this.messages = messages;
        }

        @Override
        public int doWork() {
            throw new AssertionError("not a short look");
        }

        @Override
        public int doWork(int limit) {
            assertTrue(limit < 30);
            polls++;
            queue.beginPoll();
            for (; brought < messages; brought++) {
                payload.set(ValueLayout.JAVA_LONG, 0, brought + 1L);
                Envelope envelope = new Envelope().set(CONTEXT, 2, 7, Long.BYTES, SIGNATURE);
                if (!queue.deliverArrived(envelope, OwnMemory.of(payload), OwnMemory.base(payload), 1)) {
                    queue.inbox().offerShort(envelope, OwnMemory.of(payload), OwnMemory.base(payload), 1);
                }
            }
            queue.endPoll();
            return messages;
        }

        @Override
        public boolean hasWork() {
            return brought < messages;
        }
    }

    @Test
    void movesAllKindsOfArraysAndOddLengths() {
        byte[] bytes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        queue.inbox().offerArray(CONTEXT, 1, 1, 1, bytes, 2, 11);
        byte[] receivedBytes = new byte[13];
        assertTrue(take(1, receivedBytes, 1, 12));
        assertArrayEquals(new byte[] {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0}, receivedBytes);

        queue.inbox().offerArray(CONTEXT, 1, 1, 8, new double[] {1.5, -2.5, Double.NaN}, 8, 16);
        double[] doubles = new double[3];
        assertTrue(take(8, doubles, 8, 16));
        assertArrayEquals(new double[] {0, -2.5, Double.NaN}, doubles);

        queue.inbox().offerArray(CONTEXT, 1, 1, 5, new int[] {1, 2, 3}, 4, 8);
        int[] ints = new int[3];
        assertTrue(take(5, ints, 0, 12));
        assertArrayEquals(new int[] {2, 3, 0}, ints);
    }

    @Test
    void fillsSegmentsAndLeavesTheMessageWhenTheirArenaIsClosed() {
        send(1, 1, 42);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(16, 8);
            assertTrue(take(SIGNATURE, segment, 8, 8));
            assertEquals(42, segment.get(ValueLayout.JAVA_LONG, 8));
        }
        send(1, 1, 43);
        MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(8, 8);
        }
        assertThrows(IllegalStateException.class, () -> take(SIGNATURE, closed, 0, 8));
        assertTrue(receive(1, 1));
        assertEquals(43, memory[0]);
    }

    private boolean take(int signature, Object array, int offset, long capacity) {
        return queue.receiveAtOnce(
                wanted(CONTEXT, 1, 1, signature, capacity), array, offset, status, 1, RuntimeContext.system(), null);
    }

    private ReceiveRequest posted(int source, int tag) {
        ReceiveRequest request = ready(source, tag, new long[1]);
        queue.post(request);
        return request;
    }

    private ReceiveRequest ready(int source, int tag) {
        return ready(source, tag, memory);
    }

    private ReceiveRequest ready(int source, int tag, long[] to) {
        ReceiveRequest request = new ReceiveRequest(new Progress() {
            @Override
            public int poll() {
                return queue.doWork();
            }

            @Override
            public boolean await(Condition condition, long timeoutNs) {
                throw new UnsupportedOperationException("no wait is expected here");
            }

            @Override
            public void signal() {}
        });
        request.from("test", 0, CONTEXT, source, tag, SIGNATURE).into(MemorySegment.ofArray(to), 0, null, Long.BYTES);
        return request;
    }
}
