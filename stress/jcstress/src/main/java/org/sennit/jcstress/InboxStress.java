package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.spi.packet.Envelope;

/**
 * The inbox of an endpoint: a message is seen whole or not at all, each producer's messages stay in order, none is lost
 * or doubled, also where one chunk of cells ends and the next begins. Chunks have two cells here, so that every story
 * crosses from chunk to chunk.
 */
public final class InboxStress {
    private static final int CHUNK_CELLS = 2;
    private static final int CONTEXT = -7; // all its bits tell
    private static final int IN_CELL_BYTES = 88;
    private static final int IN_EXTENSION_BYTES = 256;

    private InboxStress() {}

    /** An 8-byte message that travels in the cell. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The consumer looked before the message was there.")
    @Outcome(id = "7, 42", expect = ACCEPTABLE, desc = "It saw the envelope and the payload.")
    @Outcome(expect = FORBIDDEN, desc = "It saw the cell half written.")
    @State
    public static class PublicationInCell {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);

        @Actor
        public void producer() {
            offer(inbox, 1, 7, 42, Long.BYTES);
        }

        @Actor
        public void consumer(II_Result r) {
            Envelope envelope = new Envelope();
            if (awaitMessage(inbox, envelope)) {
                r.r1 = envelope.tag;
                r.r2 = (int) payload(inbox);
            }
        }
    }

    /** A producer writes into a cell whose line another one, which expects to be alone, fetches for itself. */
    @JCStressTest
    @Outcome(id = "7, 42", expect = ACCEPTABLE, desc = "The message is as it was written.")
    @Outcome(expect = FORBIDDEN, desc = "The fetch has changed the cell.")
    @State
    public static class FetchedAhead {
        private final ManyToOneInbox inbox =
                new ManyToOneInbox(RealContext.INSTANCE, 2 * ManyToOneInbox.AHEAD, IN_CELL_BYTES);

        @Actor
        public void producer() {
            inbox.offerArray(CONTEXT, 1, 7, 0, new long[] {42}, 0, Long.BYTES);
        }

        /** Fetches the first cells, as behind a message that was before them. */
        @Actor
        public void other() {
            inbox.fetchAhead(-1);
        }

        @Arbiter
        public void look(II_Result r) {
            Envelope envelope = new Envelope();
            if (awaitMessage(inbox, envelope)) {
                boolean isAsWritten = envelope.kind == Envelope.SEND && envelope.contextId == CONTEXT;
                r.r1 = isAsWritten ? envelope.tag : -1;
                r.r2 = (int) payload(inbox);
            }
        }
    }

    /** A message of 256 bytes, which lies beside the cells. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The consumer looked before the message was there.")
    @Outcome(id = "7, 42", expect = ACCEPTABLE, desc = "It saw the envelope and the payload.")
    @Outcome(expect = FORBIDDEN, desc = "It saw the message half written.")
    @State
    public static class PublicationBesideTheCell {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_EXTENSION_BYTES);

        @Actor
        public void producer() {
            offer(inbox, 1, 7, 42, IN_EXTENSION_BYTES);
        }

        @Actor
        public void consumer(II_Result r) {
            Envelope envelope = new Envelope();
            if (awaitMessage(inbox, envelope)) {
                r.r1 = envelope.tag;
                r.r2 = (int) inbox.payload()
                        .get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset() + IN_EXTENSION_BYTES - Long.BYTES);
            }
        }
    }

    /** A message whose payload stays with its source. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The consumer looked before the message was there.")
    @Outcome(id = "7, 42", expect = ACCEPTABLE, desc = "It saw the envelope, the source, and what the source holds.")
    @Outcome(expect = FORBIDDEN, desc = "It saw an envelope without its source, or the source half made.")
    @State
    public static class PublicationByReference {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);

        @Actor
        public void producer() {
            Holder source = new Holder();
            source.value = 42;
            inbox.offer(new Envelope().set(1, 0, 7, Long.BYTES, 0), source);
        }

        @Actor
        public void consumer(II_Result r) {
            Envelope envelope = new Envelope();
            if (awaitMessage(inbox, envelope)) {
                r.r1 = envelope.tag;
                r.r2 = inbox.source() instanceof Holder holder ? holder.value : -1;
            }
        }
    }

    /** Two producers send three messages each, before the consumer polls. */
    @JCStressTest
    @Outcome(id = "123, 123", expect = ACCEPTABLE, desc = "All six messages are there, each producer's in order.")
    @Outcome(expect = FORBIDDEN, desc = "A message was lost, doubled or overtaken.")
    @State
    public static class TwoProducers {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);

        /** Sends 1, 2, 3. */
        @Actor
        public void first() {
            offerOneTwoThree(inbox, 0);
        }

        /** Sends 1, 2, 3. */
        @Actor
        public void second() {
            offerOneTwoThree(inbox, 1);
        }

        @Arbiter
        public void drain(II_Result r) {
            Digits digits = new Digits();
            digits.drain(inbox);
            r.r1 = digits.of(0);
            r.r2 = digits.of(1);
        }
    }

    /** Two producers send three messages each of a few words, before the consumer polls. */
    @JCStressTest
    @Outcome(id = "123, 123", expect = ACCEPTABLE, desc = "All six messages are there, each producer's in order.")
    @Outcome(expect = FORBIDDEN, desc = "A message was lost, doubled or overtaken.")
    @State
    public static class TwoProducersOfArrays {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);

        /** Sends 1, 2, 3. */
        @Actor
        public void first() {
            offerArray(inbox, 0);
        }

        /** Sends 1, 2, 3. */
        @Actor
        public void second() {
            offerArray(inbox, 1);
        }

        @Arbiter
        public void drain(II_Result r) {
            Digits digits = new Digits();
            digits.drain(inbox);
            r.r1 = digits.of(0);
            r.r2 = digits.of(1);
        }
    }

    /** Two producers send the first messages too long for cells, so that both may make the memory beside them. */
    @JCStressTest
    @Outcome(id = "11, 22", expect = ACCEPTABLE, desc = "Both messages are there with their payloads.")
    @Outcome(expect = FORBIDDEN, desc = "A payload was written to memory that is never read.")
    @State
    public static class TwoProducersBesideTheCells {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_EXTENSION_BYTES);

        @Actor
        public void first() {
            offer(inbox, 0, 1, 11, IN_EXTENSION_BYTES);
        }

        @Actor
        public void second() {
            offer(inbox, 1, 1, 22, IN_EXTENSION_BYTES);
        }

        @Arbiter
        public void drain(II_Result r) {
            Envelope envelope = new Envelope();
            while (inbox.peek(envelope)) {
                int value = (int) inbox.payload()
                        .get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset() + IN_EXTENSION_BYTES - Long.BYTES);
                if (envelope.sourceRank == 0) {
                    r.r1 = value;
                } else {
                    r.r2 = value;
                }
                inbox.advance();
            }
        }
    }

    /** One producer sends seven messages while the consumer takes what it finds, so that emptied chunks come back. */
    @JCStressTest
    @Outcome(id = "1234567, 0, 0", expect = ACCEPTABLE, desc = "All messages came once and in order, and none is left.")
    @Outcome(expect = FORBIDDEN, desc = "A message was lost, doubled, overtaken, or is still announced.")
    @State
    public static class ChunkChangeOver {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);
        private final Digits digits = new Digits();

        /** Sends 1 to 7. */
        @Actor
        public void producer() {
            for (int i = 1; i <= 7; i++) {
                offer(inbox, 0, i, i, Long.BYTES);
            }
        }

        /** Takes what is there. */
        @Actor
        public void consumer() {
            for (int i = 0; i < 20; i++) {
                digits.drain(inbox);
            }
        }

        /** Takes the rest. */
        @Arbiter
        public void drain(III_Result r) {
            digits.drain(inbox);
            r.r1 = digits.of(0);
            r.r2 = inbox.hasClaimed() ? 1 : 0;
            r.r3 = digits.wrongPayloads;
        }
    }

    /** A producer's second and third message, and the end of a chunk, raced by the consumer that leaves that chunk. */
    @JCStressTest
    @Outcome(id = "123, 123", expect = ACCEPTABLE, desc = "Both producers' messages came once and in order.")
    @Outcome(expect = FORBIDDEN, desc = "A message was lost, doubled or overtaken.")
    @State
    public static class ProducerThatAlsoConsumes {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);
        private final Digits digits = new Digits();

        /** Sends 1, 2, 3. */
        @Actor
        public void producer() {
            offerOneTwoThree(inbox, 0);
        }

        /** Sends 1, 2, 3 to itself, and takes what is there in between. */
        @Actor
        public void consumer() {
            for (int i = 1; i <= 3; i++) {
                offer(inbox, 1, i, i, Long.BYTES);
                digits.drain(inbox);
            }
        }

        /** Takes the rest. */
        @Arbiter
        public void drain(II_Result r) {
            digits.drain(inbox);
            r.r1 = digits.of(0);
            r.r2 = digits.of(1);
        }
    }

    private static void offerOneTwoThree(ManyToOneInbox inbox, int source) {
        for (int i = 1; i <= 3; i++) {
            offer(inbox, source, i, i, Long.BYTES);
        }
    }

    private static void offerArray(ManyToOneInbox inbox, int source) {
        for (int i = 1; i <= 3; i++) {
            inbox.offerArray(1, source, i, 0, new long[] {i}, 0, Long.BYTES);
        }
    }

    private static void offer(ManyToOneInbox inbox, int source, int tag, long value, int lengthBytes) {
        MemorySegment payload = MemorySegment.ofArray(new byte[lengthBytes]);
        payload.set(ValueLayout.JAVA_LONG_UNALIGNED, lengthBytes - Long.BYTES, value);
        inbox.offer(new Envelope().set(1, source, tag, lengthBytes, 0), payload, 0, null);
    }

    private static long payload(ManyToOneInbox inbox) {
        return inbox.payload().get(ValueLayout.JAVA_LONG_UNALIGNED, inbox.payloadOffset());
    }

    /** Gives the producer some time, not for ever: both orders are stories. */
    private static boolean awaitMessage(ManyToOneInbox inbox, Envelope envelope) {
        for (int i = 0; i < 200; i++) {
            if (inbox.peek(envelope)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    /** What came from each source, tag after tag as decimal digits. */
    private static final class Digits {
        private final int[] bySource = new int[2];
        private final Envelope envelope = new Envelope();
        private int wrongPayloads;

        int of(int source) {
            return bySource[source];
        }

        void drain(ManyToOneInbox inbox) {
            while (inbox.peek(envelope)) {
                if (payload(inbox) != envelope.tag) {
                    wrongPayloads++;
                }
                bySource[envelope.sourceRank] = bySource[envelope.sourceRank] * 10 + envelope.tag;
                inbox.advance();
            }
        }
    }

    /** A source that only holds a number. */
    private static final class Holder implements PayloadSource {
        private int value;

        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }

        @Override
        public void discard(long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }
    }
}
