package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A take that spins has passed memory only where a receive that is posted now would get it. */
@Core
@Deadline(seconds = 60)
class TakeAtOnceTest {
    private static final int CONTEXT = 3;
    private static final int SIGNATURE = 6;
    private static final int ROUNDS = 3;
    private static final long ANSWERED = 1L << 31;
    private static final long MOST_BYTES = 100;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);
    private final SourceTable sources = new SourceTable();
    private final Memory memory = new Memory();
    private final Memory other = new Memory();
    private final Status status = new Status();
    private boolean isDirect; // the last arrival

    private static final class Memory implements PayloadSource {
        private int number;

        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            receive.completeOwn(sourceRank, tag, lengthBytes);
        }

        @Override
        public void discard(long lengthBytes) {}
    }

    @BeforeEach
    void fillTable() {
        queue.inbox.sources(sources);
        memory.number = sources.add(memory);
        other.number = sources.add(other);
    }

    /** As the device does it. */
    private void arrive(int source, int tag, long lengthBytes, Memory passed) {
        Envelope envelope = new Envelope().set(CONTEXT, source, tag, lengthBytes, SIGNATURE);
        long word = passed.number | ANSWERED;
        isDirect = queue.deliverByHandle(envelope, passed, word);
        if (!isDirect) {
            queue.inbox.offerByHandle(CONTEXT, source, tag, SIGNATURE, lengthBytes, word);
        }
    }

    /** Handlers run in the first poll of the network, which brings the message. */
    private PayloadSource takeWhile(Runnable handlers) {
        WantedMessage wanted = new WantedMessage(Envelope.GIVE, CONTEXT).set(2, 1, SIGNATURE, MOST_BYTES);
        return queue.takeAtOnce(wanted, status, ROUNDS, RuntimeContext.system(), new WorkSource() {
            private boolean hasRun;

            @Override
            public int doWork() {
                if (hasRun) {
                    return 0;
                }
                hasRun = true;
                queue.beginPoll();
                handlers.run();
                queue.endPoll();
                return 1;
            }

            @Override
            public boolean hasWork() {
                return !hasRun;
            }
        });
    }

    private void assertTaken(PayloadSource found, long lengthBytes) {
        assertSame(memory, found);
        assertEquals(memory.number | ANSWERED, queue.takenWord());
        assertEquals(lengthBytes, queue.takenBytes());
        assertEquals(2, status.source());
        assertEquals(1, status.tag());
        assertEquals(lengthBytes, status.countBytes());
        assertEquals(1, queue.counters().matches());
    }

    private void post(int tag) {
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        request.from("world", 0, CONTEXT, 2, tag, SIGNATURE)
                .into(MemorySegment.ofArray(new long[1]), 0, null, Long.BYTES);
        queue.post(request);
    }

    @Test
    void hasItDirectlyWhereThePollBringsIt() {
        PayloadSource found = takeWhile(() -> arrive(2, 1, 40, memory));
        assertTrue(isDirect);
        assertTaken(found, 40);
        assertFalse(queue.inbox.hasClaimed());
    }

    /** An action of a request runs in the poll of the take, behind the message that the take is for. */
    @Test
    void keepsItWhereAnActionInThePollTakesToo() {
        PayloadSource found = takeWhile(() -> {
            arrive(2, 1, 40, memory);
            assertNull(takeWhile(() -> arrive(2, 1, 40, other)));
        });
        assertTaken(found, 40);
    }

    @Test
    void hasItOutOfTheInboxWhereAnotherThreadHasPutItThere() {
        PayloadSource found = takeWhile(() -> {
            queue.endPoll();
            arrive(2, 1, 40, memory);
        });
        assertFalse(isDirect);
        assertTaken(found, 40);
    }

    @Test
    void hasTheFirstOfTwo() {
        PayloadSource found = takeWhile(() -> {
            arrive(2, 1, 40, memory);
            arrive(2, 1, 40, other);
        });
        assertFalse(isDirect);
        assertTaken(found, 40);
        assertSame(other, takeWhile(() -> {}));
    }

    @Test
    void waitsBehindTheMessagesOfTheInbox() {
        PayloadSource found = takeWhile(() -> {
            queue.inbox.offerByHandle(CONTEXT, 2, 1, SIGNATURE, 40, memory.number | ANSWERED);
            arrive(2, 1, 40, other);
        });
        assertFalse(isDirect);
        assertTaken(found, 40);
    }

    @Test
    void leavesMemoryThatDoesNotMatchToTheInbox() {
        for (int[] each : new int[][] {{3, 1, 40}, {2, 0, 40}, {2, 1, 101}}) {
            TakeAtOnceTest run = new TakeAtOnceTest();
            run.fillTable();
            assertNull(run.takeWhile(() -> run.arrive(each[0], each[1], each[2], run.memory)));
            assertFalse(run.isDirect);
            assertEquals(1, run.queue.doWork());
        }
    }

    @Test
    void isNotGivenWhatComesWhenNoTakeWaits() {
        takeWhile(() -> {});
        queue.beginPoll();
        arrive(2, 1, 40, memory);
        queue.endPoll();
        assertFalse(isDirect);
    }

    @Test
    void aReceiveThatSpinsIsNotGivenMemory() {
        WantedMessage wanted = new WantedMessage(Envelope.SEND, CONTEXT).set(2, 1, SIGNATURE, MOST_BYTES);
        long[] into = new long[1];
        assertFalse(queue.receiveAtOnce(wanted, into, 0, null, 1, RuntimeContext.system(), new WorkSource() {
            @Override
            public int doWork() {
                queue.beginPoll();
                arrive(2, 1, Long.BYTES, memory);
                queue.endPoll();
                return 1;
            }

            @Override
            public boolean hasWork() {
                return false;
            }
        }));
        assertFalse(isDirect);
    }

    @Test
    void hasNothingWhenAHandlerHasPostedAReceive() {
        assertNull(takeWhile(() -> {
            post(ReceiveRequest.ANY_TAG);
            arrive(2, 1, Long.BYTES, memory);
        }));
        assertFalse(isDirect);
    }

    @Test
    void hasNothingWhenAHandlerHasTakenAnEarlierMessageOutOfTheInbox() {
        assertNull(takeWhile(() -> {
            queue.inbox.offerByHandle(CONTEXT, 2, 1, SIGNATURE, 40, memory.number);
            queue.shutdown().outstanding(Integer::toString); // looks at all of them
            arrive(2, 1, 40, other);
        }));
        assertFalse(isDirect);
    }

    private void arriveShort(int tag, long value) {
        MemorySegment ring = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_LONG, value);
        Envelope message = new Envelope().set(CONTEXT, 2, tag, Long.BYTES, SIGNATURE);
        assertTrue(queue.deliverArrived(message, OwnMemory.of(ring), OwnMemory.base(ring), 1));
    }

    @Test
    void doesNotOvertakeAShortMessageThatThePollHasBroughtBefore() {
        assertNull(takeWhile(() -> {
            arriveShort(1, 41);
            arrive(2, 1, 100, memory);
        }));
        assertFalse(isDirect);
    }

    @Test
    void endsWhenAPollHasBroughtAShortMessage() {
        assertNull(takeWhile(() -> arriveShort(1, 41)));
        queue.beginPoll();
        arrive(2, 1, 100, memory);
        queue.endPoll();
        assertFalse(isDirect);
        assertNull(takeWhile(() -> {}));
    }
}
