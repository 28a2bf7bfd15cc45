package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * A short message of another process goes straight to its receive only where it would get there through the inbox, too.
 */
@Core
@Deadline(seconds = 60)
class ArriveTest {
    private static final int CONTEXT = 3;
    private static final int SIGNATURE = 6;
    private static final int PROCESS = 4;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);
    private final MemorySegment ring = Arena.ofAuto().allocate(64, 64);
    private final List<Long> credit = new ArrayList<>();
    private final Status status = new Status();
    private final long[] memory = {-1};
    private int counted = 1; // what a poll of the network returns

    @BeforeEach
    void countCredit() {
        queue.inbox().credit((process, bytes) -> {
            assertEquals(PROCESS, process);
            credit.add(bytes);
        });
    }

    private boolean arrive(int source, int tag, long value) {
        ring.set(ValueLayout.JAVA_LONG, 0, value);
        boolean isReceived = arrive(queue, source, tag);
        ring.fill((byte) 0xee); // the peer writes there again
        return isReceived;
    }

    /** As the device does it. */
    private boolean arrive(MatchQueue to, int source, int tag) {
        MemorySegment memory = OwnMemory.of(ring);
        long at = OwnMemory.base(ring);
        Envelope message = new Envelope().set(CONTEXT, source, tag, Long.BYTES, SIGNATURE);
        boolean isReceived = to.deliverArrived(message, memory, at, PROCESS);
        if (!isReceived) {
            to.inbox.offerShort(message, memory, at, PROCESS);
        }
        return isReceived;
    }

    private boolean arriveInPoll(int source, int tag, long value) {
        queue.beginPoll();
        try {
            return arrive(source, tag, value);
        } finally {
            queue.endPoll();
        }
    }

    private ReceiveRequest post(int source, int tag, long[] into) {
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        long bytes = (long) into.length * Long.BYTES;
        request.from("world", 0, CONTEXT, source, tag, SIGNATURE).into(MemorySegment.ofArray(into), 0, null, bytes);
        queue.post(request);
        return request;
    }

    /** A blocking receive in whose only poll of the network something happens. */
    private boolean receiveWhile(int source, int tag, Object into, Runnable network) {
        WorkSource work = new WorkSource() {
            @Override
            public int doWork() {
                queue.beginPoll();
                network.run();
                queue.endPoll();
                return counted;
            }

            @Override
            public boolean hasWork() {
                return false;
            }
        };
        long bytes = into instanceof long[] longs ? (long) longs.length * Long.BYTES : Long.BYTES;
        WantedMessage wanted = new WantedMessage(Envelope.SEND, CONTEXT).set(source, tag, SIGNATURE, bytes);
        return queue.receiveAtOnce(wanted, into, 0, status, 1, RuntimeContext.system(), work);
    }

    @Test
    void aPostedReceiveHasItsMessageWhenThePollEnds() {
        ReceiveRequest receive = post(2, ReceiveRequest.ANY_TAG, memory);
        assertTrue(arriveInPoll(2, 7, 42));
        assertTrue(receive.isComplete());
        assertEquals(42, memory[0]);
        assertEquals("source=2 tag=7 length=8", receive.await().toString());
        assertEquals(List.of(8L), credit);
        assertFalse(queue.inbox().hasClaimed());
        assertEquals(0, queue.postedCount());
    }

    @Test
    void whatNoReceiveWaitsForNeedsNoPlaceInTheInbox() {
        post(1, 7, new long[1]);
        assertTrue(arriveInPoll(2, 7, 42));
        assertFalse(queue.inbox().hasClaimed());
        assertEquals(List.of(), credit);
        queue.doWork();
        ReceiveRequest receive = post(2, 7, memory);
        assertTrue(receive.isComplete());
        assertEquals(42, memory[0]);
        assertEquals(List.of(8L), credit);
    }

    @Test
    void nothingOvertakesAMessageThatLiesInTheInbox() {
        long[] second = {-1};
        queue.inbox().offerArray(CONTEXT, 2, 7, SIGNATURE, new long[] {1}, 0, Long.BYTES);
        post(2, 7, memory);
        post(2, 7, second);
        assertFalse(arriveInPoll(2, 7, 2));
        queue.doWork();
        assertEquals(1, memory[0]);
        assertEquals(2, second[0]);
    }

    @Test
    void anotherThreadThanThatWhichPollsTouchesNoReceive() throws InterruptedException {
        ReceiveRequest receive = post(2, 7, memory);
        assertFalse(arrive(2, 7, 42), "outside a poll");
        queue.doWork();
        assertTrue(receive.isComplete());
        ReceiveRequest next = post(2, 7, memory);
        queue.beginPoll();
        boolean[] isReceived = {true};
        Thread other = Thread.ofPlatform().start(() -> isReceived[0] = arrive(2, 7, 43));
        other.join();
        queue.endPoll();
        assertFalse(isReceived[0]);
        assertFalse(next.isComplete());
        queue.doWork();
        assertEquals(43, memory[0]);
    }

    @Test
    void threadsThatShareAnEndpointGoThroughTheInbox() {
        MatchQueue shared = new MatchQueue(
                new ManyToOneInbox(RuntimeContext.system(), 4, 256), new McsLock(RuntimeContext.system()));
        shared.beginPoll();
        assertFalse(arrive(shared, 2, 7));
        shared.endPoll();
        assertTrue(shared.inbox().hasClaimed());
    }

    @Test
    void aMessageThatIsLongerThanACellWaitsBesideIt() {
        long[] sent = LongStream.range(0, 25).toArray(); // 200 bytes
        MemorySegment far = Arena.ofAuto().allocate(200).copyFrom(MemorySegment.ofArray(sent));
        Envelope message = new Envelope().set(CONTEXT, 2, 7, 200, SIGNATURE);
        queue.inbox.offerShort(message, OwnMemory.of(far), OwnMemory.base(far), PROCESS);
        far.fill((byte) 0xee);
        long[] into = new long[25];
        queue.doWork();
        assertTrue(post(2, 7, into).isComplete());
        assertArrayEquals(sent, into);
        assertEquals(List.of(200L), credit);
    }

    /** A message of 16 KiB that arrives in a poll. */
    private boolean arriveLonger(long[] sent) {
        MemorySegment far = Arena.ofAuto().allocate(16 << 10, Long.BYTES).copyFrom(MemorySegment.ofArray(sent));
        Envelope message = new Envelope().set(CONTEXT, 2, 7, 16 << 10, SIGNATURE);
        queue.beginPoll();
        boolean isReceived = queue.deliverArrived(message, OwnMemory.of(far), OwnMemory.base(far), PROCESS);
        queue.endPoll();
        far.fill((byte) 0xee);
        return isReceived;
    }

    @Test
    void aLongerMessageGoesStraightToTheReceiveThatWaits() {
        long[] sent = LongStream.range(0, 2 << 10).toArray();
        assertFalse(arriveLonger(sent), "nothing waits");
        assertEquals(List.of(), credit);
        long[] into = new long[2 << 10];
        ReceiveRequest receive = post(2, 7, into);
        assertTrue(arriveLonger(sent));
        assertTrue(receive.isComplete());
        assertArrayEquals(sent, into);
        long[] waiting = new long[2 << 10];
        assertTrue(receiveWhile(2, 7, waiting, () -> assertTrue(arriveLonger(sent))));
        assertArrayEquals(sent, waiting);
        assertEquals("source=2 tag=7 length=16384", status.toString());
        assertEquals(List.of(16384L, 16384L), credit);
    }

    @Test
    void aMessageThatIsTooLongEndsItsReceiveWithTheError() {
        ReceiveRequest receive = post(2, 7, new long[0]);
        assertTrue(arriveInPoll(2, 7, 42));
        SennitException error = assertThrows(SennitException.class, receive::await);
        assertEquals(ErrorClass.TRUNCATE, error.errorClass());
        assertEquals(List.of(8L), credit);
    }

    @Test
    void aBlockingReceiveTakesWhatItsOwnPollBrings() {
        assertTrue(receiveWhile(ReceiveRequest.ANY_SOURCE, 7, memory, () -> assertTrue(arrive(2, 7, 42))));
        assertEquals(42, memory[0]);
        assertEquals("source=2 tag=7 length=8", status.toString());
        assertEquals(List.of(8L), credit);
        assertFalse(queue.inbox().hasClaimed());
        assertTrue(arriveInPoll(2, 7, 43));
        assertEquals(42, memory[0], "the receive is over");
    }

    @Test
    void aBlockingReceiveTakesOneMessageAndLeavesTheOthers() {
        assertFalse(receiveWhile(2, 7, memory, () -> {
            assertTrue(arrive(2, 8, 41));
            assertTrue(arrive(2, 7, 42));
        }));
        assertEquals(-1, memory[0], "a posted receive gets it");
        queue.doWork();
        long[] other = {-1};
        post(2, 8, other);
        post(2, 7, memory);
        assertEquals(41, other[0]);
        assertEquals(42, memory[0]);
        assertTrue(receiveWhile(2, 7, memory, () -> {
            assertTrue(arrive(2, 7, 43));
            assertTrue(arrive(2, 7, 44));
        }));
        assertEquals(43, memory[0]);
        assertTrue(receiveWhile(2, 7, memory, () -> {}));
        assertEquals(44, memory[0]);
    }

    @Test
    void aMessageThatAFailingPollHasBroughtIsReceivedOnceAndTheFailureIsToldNext() {
        assertTrue(receiveWhile(2, 7, memory, () -> {
            assertTrue(arrive(2, 7, 42));
            throw new IllegalStateException("after the message");
        }));
        queue.endPoll();
        assertEquals(42, memory[0]);
        assertEquals("source=2 tag=7 length=8", status.toString());
        IllegalStateException reported = assertThrows(
                IllegalStateException.class, () -> receiveWhile(2, 7, memory, () -> assertTrue(arrive(2, 7, 43))));
        assertEquals("after the message", reported.getMessage());
        assertTrue(receiveWhile(2, 7, memory, () -> assertTrue(arrive(2, 7, 43))), "once");
        assertEquals(43, memory[0]);
    }

    @Test
    void aFailingPollThatHasBroughtNothingFailsTheReceive() {
        assertThrows(
                IllegalStateException.class,
                () -> receiveWhile(2, 7, memory, () -> {
                    throw new IllegalStateException("before any message");
                }));
        queue.endPoll();
        assertTrue(receiveWhile(2, 7, memory, () -> assertTrue(arrive(2, 7, 42))), "the failure has been told");
    }

    @Test
    void aMessageThatThePollDoesNotCountIsReceived() {
        counted = 0;
        assertTrue(receiveWhile(2, 7, memory, () -> assertTrue(arrive(2, 7, 42))));
        assertEquals(42, memory[0]);
    }

    @Test
    void whatAPostedReceiveHasGotPastTheInboxIsWorkOfTheEndpointOnce() {
        post(2, 7, memory);
        post(2, 7, new long[1]);
        assertTrue(arriveInPoll(2, 7, 42));
        assertTrue(arriveInPoll(2, 7, 43));
        assertEquals(2, queue.doWork());
        assertEquals(0, queue.doWork());
        assertTrue(receiveWhile(2, 7, memory, () -> assertTrue(arrive(2, 7, 44))));
        assertEquals(0, queue.doWork(), "the call has returned with it");
    }

    @Test
    void memoryThatRunsOutInADeliveryEndsTheReceive() {
        OutOfMemoryError full = new OutOfMemoryError("off-heap");
        ReceiveRequest receive = new ReceiveRequest(new NoProgress()) {
            @Override
            public MemorySegment memory() {
                throw full;
            }
        };
        receive.from("world", 0, CONTEXT, 2, 7, SIGNATURE).into(MemorySegment.ofArray(memory), 0, null, Long.BYTES);
        queue.post(receive);
        assertTrue(arriveInPoll(2, 7, 42));
        SennitException error = assertThrows(SennitException.class, receive::await);
        assertEquals(ErrorClass.NO_MEM, error.errorClass());
        assertEquals(full, error.getCause());
        assertEquals(List.of(8L), credit);
    }

    @Test
    void memoryThatIsGoneLeavesTheMessageToAnotherReceive() {
        Arena arena = Arena.ofShared();
        MemorySegment gone = arena.allocate(Long.BYTES);
        arena.close();
        assertFalse(receiveWhile(2, 7, gone, () -> assertTrue(arrive(2, 7, 42))));
        assertEquals(List.of(), credit);
        assertThrows(IllegalStateException.class, () -> receiveWhile(2, 7, gone, () -> {}));
        assertEquals(List.of(), credit);
        assertTrue(post(2, 7, memory).isComplete());
        assertEquals(42, memory[0]);
    }
}
