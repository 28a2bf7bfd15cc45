package org.sennit.internal.shm.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;
import org.sennit.testkit.Core;

/** Matching, in one thread: order, wildcards, contexts, truncation, and a comparison with a model. */
@Core
class MatchQueueTest {
    private static final int ANY = -1;

    private final MatchQueue queue = new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null);

    /** Sends a message whose payload is one number. */
    private void arrive(int context, int source, int tag, long value) {
        MemorySegment payload = MemorySegment.ofArray(new long[] {value});
        queue.inbox().offer(new Envelope().set(context, source, tag, Long.BYTES, 0), payload, 0, null);
        queue.doWork();
    }

    private final class Posted {
        final long[] memory = {-1};
        final ReceiveRequest request = new ReceiveRequest(new NoProgress());

        Posted(int context, int source, int tag) {
            request.from("world", 0, context, source, tag, 0).into(MemorySegment.ofArray(memory), 0, null, Long.BYTES);
            queue.post(request);
        }

        boolean isComplete() {
            return request.isComplete();
        }
    }

    @Test
    void matchesInPostedOrderWhenAWildcardIsPosted() {
        Posted any = new Posted(0, 1, ANY);
        Posted exact = new Posted(0, 1, 5);
        arrive(0, 1, 5, 7);
        assertTrue(any.isComplete());
        assertFalse(exact.isComplete());
        assertEquals(7, any.memory[0]);
    }

    @Test
    void takesTheOldestUnexpectedMessage() {
        arrive(0, 1, 5, 10);
        arrive(0, 2, 5, 20);
        arrive(0, 1, 5, 30);
        assertEquals(20, new Posted(0, 2, ANY).memory[0]);
        assertEquals(10, new Posted(0, ANY, ANY).memory[0]);
        assertEquals(30, new Posted(0, ANY, 5).memory[0]);
        assertEquals(0, queue.unexpectedCount());
    }

    @Test
    void keepsContextsApart() {
        Posted here = new Posted(2, ANY, ANY);
        arrive(4, 1, 1, 1);
        assertFalse(here.isComplete());
        arrive(2, 1, 1, 2);
        assertEquals(2, here.memory[0]);
        assertEquals(1, queue.unexpectedCount());
    }

    @Test
    void statusTellsTheTrueSource() {
        Posted any = new Posted(0, ANY, ANY);
        arrive(0, 3, 9, 1);
        Status status = any.request.await();
        assertEquals("source=3 tag=9 length=8", status.toString());
    }

    @Test
    void truncationNamesBothSidesAndLaterMessagesMatch() {
        byte[] small = new byte[4];
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        request.from("world", 6, 0, 1, 5, 0).into(MemorySegment.ofArray(small), 0, null, 3);
        queue.post(request);
        arrive(0, 1, 5, -1);
        SennitException error = assertThrows(SennitException.class, request::await);
        assertEquals(ErrorClass.TRUNCATE, error.errorClass());
        assertEquals(
                "message longer than its receive: operation=receive rank=6 peer=1 tag=5 communicator=world length=8"
                        + " capacity=3",
                error.getMessage());
        assertEquals(0, small[3]);
        arrive(0, 1, 5, 8);
        assertEquals(8, new Posted(0, 1, 5).memory[0]);
    }

    @Test
    void aRemovedReceiveDoesNotMatch() {
        Posted first = new Posted(0, 1, 5);
        Posted second = new Posted(0, 1, 5);
        assertTrue(queue.remove(first.request));
        assertFalse(queue.remove(first.request));
        arrive(0, 1, 5, 3);
        assertFalse(first.isComplete());
        assertEquals(3, second.memory[0]);
        assertFalse(queue.remove(second.request));
    }

    @Test
    void probeSeesWithoutTaking() {
        assertFalse(queue.probe(0, ANY, ANY, null));
        arrive(0, 4, 6, 1);
        Status status = new Status();
        assertTrue(queue.probe(0, 4, ANY, status));
        assertEquals(4, status.source());
        assertEquals(6, status.tag());
        assertFalse(queue.probe(0, 4, 7, null));
        assertEquals(1, queue.unexpectedCount());
    }

    @Test
    void aSenderWhoseMemoryIsClosedLeavesNoHole() {
        java.lang.foreign.Arena arena = java.lang.foreign.Arena.ofShared();
        MemorySegment memory = arena.allocate(8);
        arena.close();
        Envelope envelope = new Envelope().set(0, 1, 1, 8, 0);
        assertThrows(IllegalStateException.class, () -> queue.inbox().offer(envelope, memory, 0, null));
        arrive(0, 1, 1, 5);
        assertEquals(5, new Posted(0, 1, 1).memory[0]);
    }

    @Test
    void payloadsOfEveryLengthArriveWhole() {
        for (int length = 0; length <= 256; length++) {
            byte[] sent = new byte[length + 1];
            new SplittableRandom(length).nextBytes(sent);
            byte[] got = new byte[length];
            ReceiveRequest request = new ReceiveRequest(new NoProgress());
            request.from("world", 0, 0, 1, 1, 0).into(MemorySegment.ofArray(got), 0, null, length);
            boolean isPostedFirst = length % 2 == 0;
            if (isPostedFirst) {
                queue.post(request);
            }
            queue.inbox().offer(new Envelope().set(0, 1, 1, length, 0), MemorySegment.ofArray(sent), 1, null);
            queue.doWork();
            if (!isPostedFirst) {
                queue.post(request);
            }
            assertEquals(length, request.await().countBytes());
            for (int i = 0; i < length; i++) {
                assertEquals(sent[i + 1], got[i]);
            }
        }
    }

    /** What the standard says, by linear search. */
    private static final class Model {
        record Message(int source, int tag, long value) {}

        record Receive(int source, int tag, Posted posted) {}

        final List<Message> messages = new ArrayList<>();
        final List<Receive> receives = new ArrayList<>();

        static boolean fits(Receive r, Message m) {
            return (r.source == ANY || r.source == m.source) && (r.tag == ANY || r.tag == m.tag);
        }
    }

    @Test
    void agreesWithAModelOverRandomPrograms() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        Model model = new Model();
        for (int step = 0; step < 200_000; step++) {
            // Phases in which messages or receives run ahead, so that both queues grow deep.
            boolean isMessage = random.nextInt(100) < ((step / 5000) % 2 == 0 ? 60 : 40);
            int source = random.nextInt(4);
            int tag = random.nextInt(4);
            if (isMessage) {
                Model.Message message = new Model.Message(source, tag, step);
                arrive(0, source, tag, step);
                Model.Receive match = model.receives.stream()
                        .filter(r -> Model.fits(r, message))
                        .findFirst()
                        .orElse(null);
                if (match == null) {
                    model.messages.add(message);
                } else {
                    model.receives.remove(match);
                    assertEquals(step, match.posted.memory[0], () -> "seed " + seed);
                }
            } else {
                int wantedSource = random.nextInt(3) == 0 ? ANY : source;
                int wantedTag = random.nextInt(3) == 0 ? ANY : tag;
                Posted posted = new Posted(0, wantedSource, wantedTag);
                Model.Receive receive = new Model.Receive(wantedSource, wantedTag, posted);
                Model.Message match = model.messages.stream()
                        .filter(m -> Model.fits(receive, m))
                        .findFirst()
                        .orElse(null);
                assertEquals(match != null, posted.isComplete(), () -> "seed " + seed);
                if (match == null) {
                    model.receives.add(receive);
                } else {
                    model.messages.remove(match);
                    assertEquals(match.value, posted.memory[0], () -> "seed " + seed);
                }
            }
        }
        assertEquals(model.messages.size(), queue.unexpectedCount(), () -> "seed " + seed);
        assertEquals(model.receives.size(), queue.postedCount(), () -> "seed " + seed);
    }

    @Test
    void aReceiveEndsEvenIfItsMessageCannotBeDelivered() {
        Posted posted = new Posted(0, 1, 5);
        PayloadSource broken = new PayloadSource() {
            @Override
            public void deliver(ReceiveRequest receive, int sourceRank, int messageTag, long lengthBytes) {
                throw new OutOfMemoryError("on purpose");
            }

            @Override
            public void discard(long lengthBytes) {}
        };
        queue.inbox().offer(new Envelope().set(0, 1, 5, 8, 0), broken);
        queue.doWork();
        assertTrue(posted.isComplete());
        SennitException error = assertThrows(SennitException.class, () -> posted.request.await());
        assertEquals(ErrorClass.INTERN, error.errorClass());
        Posted next = new Posted(0, 1, 6);
        arrive(0, 1, 6, 3);
        assertEquals(3, next.memory[0]);
    }

    @Test
    void aWithdrawnReceiveMatchesNothing() {
        Posted posted = new Posted(0, 1, ANY);
        assertTrue(queue.remove(posted.request));
        posted.request.withdraw();
        assertTrue(posted.request.isInactive());
        arrive(0, 1, 5, 3);
        assertEquals(-1, posted.memory[0]);
        assertEquals(1, queue.unexpectedCount());
    }

    /** A communicator whose rank 1 is dead. */
    private static final FailureScope RANK_1_IS_DEAD =
            source -> source == 1 ? new IllegalStateException("killed") : null;

    private static ReceiveRequest receive(int source) {
        ReceiveRequest request = new ReceiveRequest(new NoProgress());
        request.from(RANK_1_IS_DEAD, 0, 0, source, 5, 0).into(MemorySegment.ofArray(new long[1]), 0, null, Long.BYTES);
        return request;
    }

    @Test
    void endsReceivesThatNoSenderCanServeAfterWhatHasCome() {
        ReceiveRequest served = receive(1);
        ReceiveRequest hopeless = receive(1);
        ReceiveRequest other = receive(2);
        List.of(served, hopeless, other).forEach(queue::post);
        queue.inbox().offer(new Envelope().set(0, 1, 5, Long.BYTES, 0), MemorySegment.ofArray(new long[1]), 0, null);
        queue.shutdown().endHopeless();
        assertEquals(1, served.await().source());
        SennitException error = assertThrows(SennitException.class, hopeless::await);
        assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
        assertEquals("killed", error.getCause().getMessage());
        assertFalse(other.isComplete());
        assertEquals(1, queue.postedCount());
    }

    @Test
    void endsAReceiveThatIsPostedTooLate() {
        ReceiveRequest late = receive(1);
        queue.post(late);
        queue.shutdown().endIfHopeless(late);
        assertTrue(late.isComplete());
        ReceiveRequest other = receive(2);
        queue.post(other);
        queue.shutdown().endIfHopeless(other);
        assertFalse(other.isComplete());
    }

    @Test
    void refusesWhatComesAfterItsEndWhicheverThreadLooks() {
        List<String> refused = new ArrayList<>();
        queue.shutdown().close();
        queue.inbox().offer(new Envelope().set(0, 1, 1, 100, 0), refusing(refused));
        queue.doWork(); // as a thread does that brings other work of the ended endpoint to its end
        queue.inbox().offer(new Envelope().set(0, 1, 1, 200, 0), refusing(refused));
        queue.shutdown().refuseArrivals();
        assertEquals(List.of("length=100", "length=200"), refused);
    }

    @Test
    void saysWhyTheEndpointHasFailedWhenItRefuses() {
        List<String> refused = new ArrayList<>();
        queue.inbox().offer(new Envelope().set(0, 1, 1, 100, 0), refusing(refused));
        queue.shutdown().failed(new IllegalStateException("as planned"));
        queue.shutdown().close();
        queue.inbox().offer(new Envelope().set(0, 1, 1, 200, 0), refusing(refused));
        queue.shutdown().refuseArrivals();
        assertEquals(List.of("length=100 as planned", "length=200 as planned"), refused);
    }

    @Test
    void refusesTheMessagesOfARevokedContextAndNoOthers() {
        List<String> refused = new ArrayList<>();
        PayloadSource source = refusing(refused);
        queue.inbox().offer(new Envelope().set(8, 1, 5, 100, 0), source);
        queue.doWork();
        queue.shutdown().revoke(8);
        queue.inbox().offer(new Envelope().set(8, 2, 6, 200, 0), source);
        arrive(8, 1, 5, 1);
        arrive(9, 1, 5, 1);
        assertEquals(List.of("length=100", "length=200"), refused);
        assertEquals(1, queue.unexpectedCount());
    }

    /** A message that may only be refused. */
    private static PayloadSource refusing(List<String> refused) {
        return new PayloadSource() {
            @Override
            public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
                throw new AssertionError("delivered");
            }

            @Override
            public void discard(long lengthBytes) {
                throw new AssertionError("discarded");
            }

            @Override
            public void refuse(long lengthBytes, Throwable failure) {
                refused.add("length=" + lengthBytes + (failure == null ? "" : " " + failure.getMessage()));
            }
        };
    }
}
