package org.sennit.internal.endpoints.rma.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.am.call.CallRoom;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.message.ErrorClass;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/** What remains of parts that their members have closed without the others, and what error calls to them get. */
@Core
@Deadline(seconds = 30)
class ExposedPartsTest {
    private static final int ENDPOINT = 3;

    private final ExposedParts parts = new ExposedParts(null);

    /** A put of one byte to a window, or a batch of puts whose data is lost. */
    private static final class Put implements RemoteCall {
        private final List<Long> answers = new ArrayList<>();
        private final byte kind;
        private final int context;
        private final int records;
        private final long number;
        private RuntimeException refusal; // of the network, which does not take an answer; null: it does

        Put(int context) {
            this(context, 0);
        }

        Put(int context, long number) {
            this(context, WindowCall.PUT, 0, number);
        }

        Put(int context, byte kind, int records, long number) {
            this.context = context;
            this.kind = kind;
            this.records = records;
            this.number = number;
        }

        @Override
        public int sourceProcess() {
            return 1;
        }

        @Override
        public int endpoint() {
            return ENDPOINT;
        }

        @Override
        public MemorySegment header() {
            MemorySegment header = MemorySegment.ofArray(new long[WindowCall.BYTES / Long.BYTES]);
            new WindowCall()
                    .begin(kind, context, 0, number)
                    .records(records)
                    .span(0, 1)
                    .part(0, 1)
                    .write(header, 0);
            return header;
        }

        @Override
        public long dataBytes() {
            return 1;
        }

        @Override
        public void answer(long result, MemorySegment data, long ifLost) {
            if (refusal != null) {
                throw refusal;
            }
            answers.add(result);
        }
    }

    private ErrorClass errorOfPut(int context) {
        Put put = new Put(context);
        parts.execute(put, MemorySegment.ofArray(new byte[1]));
        assertEquals(1, put.answers.size());
        return WindowCall.errorOf(put.answers.getFirst());
    }

    private void open(int context) {
        parts.add(ENDPOINT, context, new ExposedPart(null, null, null));
    }

    @Test
    void nothingRemainsOfWindowsThatAreClosedAlone() {
        for (int context = 0; context < 100; context++) {
            open(context);
            assertEquals(1, parts.size());
            parts.refuse(ENDPOINT, context, false);
            assertEquals(0, parts.size());
        }
        assertEquals(ErrorClass.WIN, errorOfPut(5));
    }

    @Test
    void callsAreToldOfAFailedMember() {
        open(1);
        open(2);
        parts.refuse(ENDPOINT, 1, true);
        parts.refuse(ENDPOINT, 2, false);
        assertEquals(ErrorClass.PROC_FAILED, errorOfPut(1));
        assertEquals(ErrorClass.WIN, errorOfPut(2));
        assertEquals(1, parts.size());
    }

    @Test
    void nothingRemainsOfAWindowThatAllHaveClosed() {
        open(1);
        parts.remove(ENDPOINT, 1);
        assertEquals(0, parts.size());
    }

    private void open(byte[] exposed) {
        WindowPart part = WindowPart.of(0, MemorySegment.ofArray(exposed), 1);
        parts.add(ENDPOINT, 1, new ExposedPart(null, new CallExecution(0, part, UpdateGuard.HELD), null));
    }

    private Put executed(long number) {
        Put put = new Put(1, number);
        parts.execute(put, MemorySegment.ofArray(new byte[] {(byte) number}));
        return put;
    }

    private static void isAnsweredAsUnexpected(Put put) {
        assertEquals(List.of(WindowCall.failed(ErrorClass.OTHER)), put.answers);
    }

    @Test
    void aCallWhoseTurnHasPassedIsAnswered() {
        byte[] exposed = new byte[1];
        open(exposed);
        executed(0);
        executed(1);
        isAnsweredAsUnexpected(executed(0));
        assertEquals(1, exposed[0]);
        assertEquals(List.of(0L), executed(2).answers);
    }

    @Test
    void aCallThatIsEarlyTwiceIsAnswered() {
        open(new byte[1]);
        Put early = executed(1);
        isAnsweredAsUnexpected(executed(1));
        executed(0);
        assertEquals(List.of(0L), early.answers);
    }

    @Test
    void anEarlyCallWhoseTurnPassesIsAnswered() {
        open(new byte[1]);
        Put early = executed(1);
        Put batch = new Put(1, WindowCall.BATCH, 2, 0); // of two
        parts.lost(batch, new IllegalStateException("lost"));
        isAnsweredAsUnexpected(early);
        assertEquals(List.of(0L), executed(2).answers);
    }

    @Test
    void theNextCallsGoOnAfterSeveralThatCouldNotBeSent() {
        byte[] exposed = new byte[1];
        open(exposed);
        Put early = executed(3);
        Put nothing = new Put(1, WindowCall.NOTHING, 3, 0);
        parts.execute(nothing, MemorySegment.NULL);
        assertEquals(List.of(0L), nothing.answers);
        assertEquals(List.of(0L), early.answers);
        assertEquals(3, exposed[0]);
        isAnsweredAsUnexpected(executed(2)); // it has been sent, after all
        assertEquals(List.of(0L), executed(4).answers);
        assertEquals(4, exposed[0]);
    }

    @Test
    void theNextCallsGoOnWhenACallCannotBeAnswered() {
        open(new byte[1]);
        Put early = executed(1);
        Put unanswered = new Put(1);
        unanswered.refusal = new IllegalStateException("not sent");
        assertSame(
                unanswered.refusal,
                assertThrows(
                        IllegalStateException.class,
                        () -> parts.execute(unanswered, MemorySegment.ofArray(new byte[1]))));
        assertEquals(List.of(0L), early.answers);
        assertEquals(List.of(0L), executed(2).answers);
    }

    private CallRoom roomOfPut() {
        open(new byte[8]);
        CallRoom room = new CallRoom();
        assertTrue(parts.room(new Put(1), room));
        return room;
    }

    @Test
    void aCallThatWaitsForItsTurnIsAnsweredWhenThePartIsClosed() {
        open(new byte[1]);
        Put early = new Put(1, 1);
        parts.execute(early, MemorySegment.ofArray(new byte[1]));
        assertEquals(List.of(), early.answers);
        parts.refuse(ENDPOINT, 1, true);
        assertEquals(1, early.answers.size());
        assertEquals(ErrorClass.PROC_FAILED, WindowCall.errorOf(early.answers.getFirst()));
    }

    /** A put whose data is lost, while the member closes the part: its turn was that of another one, too. */
    @Test
    void nothingIsExecutedAfterThePartIsClosedWhenDataIsLost() {
        byte[] exposed = new byte[1];
        open(exposed);
        Put early = new Put(1, 1);
        parts.execute(early, MemorySegment.ofArray(new byte[] {9}));
        ExposedPart part = parts.partOf(ENDPOINT, 1);
        part.close((call, header) -> call.answer(WindowCall.failed(ErrorClass.WIN)));
        Put lost = new Put(1);
        parts.lost(lost, new IllegalStateException("lost"));
        assertEquals(0, exposed[0]);
        assertEquals(ErrorClass.WIN, WindowCall.errorOf(lost.answers.getFirst()));
        assertEquals(1, early.answers.size());
    }

    @Test
    void aPutUnderWayDoesNotWriteAPartThatIsClosed() {
        CallRoom room = roomOfPut();
        assertTrue(room.beginWrite());
        room.endWrite();
        parts.refuse(ENDPOINT, 1, false);
        assertFalse(room.beginWrite());
        assertEquals(ErrorClass.WIN, errorOfPut(1));
    }

    @Test
    void aPartIsClosedWhenTheWriteUnderWayHasEnded() throws InterruptedException {
        CallRoom room = roomOfPut();
        assertTrue(room.beginWrite());
        AtomicBoolean isClosed = new AtomicBoolean();
        Thread closing = Thread.ofPlatform().daemon().start(() -> {
            parts.refuse(ENDPOINT, 1, false);
            isClosed.set(true);
        });
        while (!ThreadStates.isWaiting(closing) && !isClosed.get()) {
            Thread.yield();
        }
        assertFalse(isClosed.get());
        room.endWrite();
        closing.join();
        assertTrue(isClosed.get());
    }
}
