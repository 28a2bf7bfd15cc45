package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.match.SourceTable;
import org.sennit.spi.packet.Envelope;

/**
 * Memory whose ownership is passed by a number in a cell of the inbox: the thread that finds the cell sees
 * all that was written before, in the memory and on the heap, and the source behind the number, also while
 * the table of numbers grows.
 */
public final class OwnershipStress {
    private static final int CELLS = 2;
    private static final int IN_CELL_BYTES = 88;
    private static final int FIRST_CAPACITY = 64; // of a table

    private OwnershipStress() {}

    /** What is passed: off-heap memory, and an object that goes with it. */
    private static final class Piece implements PayloadSource {
        private final MemorySegment memory = Arena.ofAuto().allocate(8, 8);
        private int handle; // plain, as all that belongs to the owner

        @Override
        public void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }

        @Override
        public void discard(long lengthBytes) {
            throw new UnsupportedOperationException("never matched");
        }
    }

    private static int awaitByHandle(ManyToOneInbox inbox, Envelope envelope) {
        for (int i = 0; i < 200; i++) {
            if (inbox.peek(envelope)) {
                return 1;
            }
            Thread.onSpinWait();
        }
        return 0;
    }

    /** A give of memory that was in the table before, with plain writes before it. */
    @JCStressTest
    @Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "The taker looked before the give.")
    @Outcome(id = "7, 42, 43", expect = ACCEPTABLE, desc = "It saw the message, the memory and the object.")
    @Outcome(expect = FORBIDDEN, desc = "It took memory in which the giver's writes were not to be seen.")
    @State
    public static class GivePublishes {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CELLS, IN_CELL_BYTES);
        private final Piece piece = new Piece();
        private final int number;

        /** Enters the piece in the table before both run. */
        public GivePublishes() {
            SourceTable table = new SourceTable();
            inbox.sources(table);
            number = table.add(piece);
        }

        /** Writes and gives. */
        @Actor
        public void giver() {
            piece.memory.set(ValueLayout.JAVA_INT, 0, 42);
            piece.handle = 43;
            inbox.offerByHandle(1, 0, 7, 0, 8, number);
        }

        /** Takes and reads. */
        @Actor
        public void taker(III_Result r) {
            Envelope envelope = new Envelope();
            if (awaitByHandle(inbox, envelope) == 1 && inbox.source() instanceof Piece taken) {
                r.r1 = envelope.tag;
                r.r2 = taken.memory.get(ValueLayout.JAVA_INT, 0);
                r.r3 = taken.handle;
            }
        }
    }

    /** Memory that is made, listed where the table has to grow for it, and given at once. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The taker looked before the give.")
    @Outcome(id = "1, 43", expect = ACCEPTABLE, desc = "It found the piece in the longer table.")
    @Outcome(expect = FORBIDDEN, desc = "It looked into the old table, or found the piece half made.")
    @State
    public static class TableGrows {
        private final ManyToOneInbox inbox = new ManyToOneInbox(RealContext.INSTANCE, CELLS, IN_CELL_BYTES);
        private final SourceTable table = new SourceTable();

        /** A full table. */
        public TableGrows() {
            inbox.sources(table);
            Piece other = new Piece();
            for (int i = 0; i < FIRST_CAPACITY; i++) {
                table.add(other);
            }
        }

        /** Makes, lists and gives. */
        @Actor
        public void giver() {
            Piece piece = new Piece();
            piece.handle = 43;
            inbox.offerByHandle(1, 0, 7, 0, 8, table.add(piece));
        }

        @Actor
        public void taker(II_Result r) {
            r.r1 = awaitByHandle(inbox, new Envelope());
            if (r.r1 == 1) {
                r.r2 = inbox.source() instanceof Piece taken ? taken.handle : -1;
            }
        }
    }

    /** A number that is looked up while the table grows for others. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "It was found in the old table or in the new one.")
    @Outcome(expect = FORBIDDEN, desc = "A table was seen before its entries.")
    @State
    public static class LookedUpWhileItGrows {
        private final SourceTable table = new SourceTable();
        private final Piece first = new Piece();
        private final int number = table.add(first);

        /** Makes the table grow twice. */
        @Actor
        public void others() {
            for (int i = 0; i <= 2 * FIRST_CAPACITY; i++) {
                table.add(first);
            }
        }

        @Actor
        public void taker(I_Result r) {
            r.r1 = 1;
            for (int i = 0; i < 100; i++) {
                if (table.get(number) != first) {
                    r.r1 = 0;
                }
            }
        }
    }

    /** Two packets claim to bring the same memory home. */
    @JCStressTest
    @Outcome(id = "1", expect = ACCEPTABLE, desc = "One of them does.")
    @Outcome(expect = FORBIDDEN, desc = "It lies in its pool twice, or nowhere.")
    @State
    public static class ComesHomeTwice {
        private final TravellingMemory memory = TravellingMemory.away();
        private int first;
        private int second;

        @Actor
        public void one() {
            first = memory.comesHome() ? 1 : 0;
        }

        @Actor
        public void other() {
            second = memory.comesHome() ? 1 : 0;
        }

        /** Reports how often it has come home. */
        @Arbiter
        public void count(I_Result r) {
            r.r1 = first + second;
            memory.close();
        }
    }

    /** What the last owner here wrote before it passed the memory away is seen by the one that gets it back. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "It has not left yet.")
    @Outcome(id = "1, 43", expect = ACCEPTABLE, desc = "It has come back, with what was written.")
    @Outcome(expect = FORBIDDEN, desc = "It has come back without what was written.")
    @State
    public static class ComesBackWhole {
        private final TravellingMemory memory = TravellingMemory.here();
        private int handle; // plain

        /** Writes, and passes it away. */
        @Actor
        public void owner() {
            handle = 43;
            memory.leaves();
        }

        /** Brings it back. */
        @Actor
        public void upcall(II_Result r) {
            if (memory.comesHome()) {
                r.r1 = 1;
                r.r2 = handle;
            }
        }

        /** Lets its number go. */
        @Arbiter
        public void close(II_Result r) {
            memory.close();
        }
    }
}
