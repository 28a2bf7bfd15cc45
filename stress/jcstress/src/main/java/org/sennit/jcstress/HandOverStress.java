package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.match.SourceTable;
import org.sennit.spi.packet.Envelope;

/**
 * Gives of several: the inbox cell carries the number of the memory, and each finds a cell of its own. Chunks have two
 * cells, so that every story crosses from chunk to chunk. What a give publishes is in {@link OwnershipStress}.
 */
public final class HandOverStress {
    private static final int CHUNK_CELLS = 2;
    private static final int IN_CELL_BYTES = 88;

    private HandOverStress() {}

    private static ManyToOneInbox inbox(SourceTable table) {
        ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CHUNK_CELLS, IN_CELL_BYTES);
        inbox.sources(table);
        return inbox;
    }

    private static void give(ManyToOneInbox inbox, int giver, int tag, int number) {
        inbox.offerByHandle(1, giver, tag, 0, Long.BYTES, number);
    }

    /** Two give three buffers each before the owner polls. */
    @JCStressTest
    @Outcome(id = "123, 123", expect = ACCEPTABLE, desc = "All six are there, each giver's in order.")
    @Outcome(expect = FORBIDDEN, desc = "A gift was lost, doubled, overtaken, or is another's memory.")
    @State
    public static class TwoGivers {
        private final SourceTable table = new SourceTable();
        private final ManyToOneInbox inbox = inbox(table);

        @Actor
        public void first() {
            giveThree(0);
        }

        @Actor
        public void second() {
            giveThree(1);
        }

        private void giveThree(int giver) {
            for (int tag = 1; tag <= 3; tag++) {
                Memory memory = new Memory();
                memory.content = 10 * giver + tag;
                give(inbox, giver, tag, table.add(memory));
            }
        }

        @Arbiter
        public void taker(II_Result r) {
            Envelope envelope = new Envelope();
            int[] digits = new int[2];
            while (inbox.peek(envelope)) {
                boolean isIts = inbox.source() instanceof Memory memory
                        && memory.content == 10 * envelope.sourceRank + envelope.tag;
                digits[envelope.sourceRank] = digits[envelope.sourceRank] * 10 + (isIts ? envelope.tag : 9);
                inbox.advance();
            }
            r.r1 = digits[0];
            r.r2 = digits[1];
        }
    }

    /** Memory that only holds a number. */
    private static final class Memory implements PayloadSource {
        private int content;

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
