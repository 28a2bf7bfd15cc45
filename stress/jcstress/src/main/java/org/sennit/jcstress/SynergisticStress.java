package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.sennit.internal.shm.protocol.SharedBlocks;

/**
 * Receiver and helper of one message: each block is copied once, at most one helper is inside, and after the receiver
 * has shut the door no helper is, nor enters with what it has read of an earlier message.
 */
public final class SynergisticStress {
    private static final int BLOCKS = 3;

    private SynergisticStress() {}

    /** Both sides take blocks until there is none. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = ACCEPTABLE, desc = "Each block was taken once.")
    @Outcome(expect = FORBIDDEN, desc = "A block was taken twice, or never.")
    @State
    public static class Claims {
        private final SharedBlocks blocks = new SharedBlocks();
        private final int[] byReceiver = new int[BLOCKS];
        private final int[] byHelper = new int[BLOCKS];

        /** The helper is inside. */
        public Claims() {
            blocks.open(BLOCKS);
            blocks.enter(blocks.look());
        }

        /** Takes blocks from the front. */
        @Actor
        public void receiver() {
            int block;
            while ((block = blocks.claimFromFront()) != SharedBlocks.NONE) {
                byReceiver[block]++;
            }
        }

        /** Takes blocks from the back. */
        @Actor
        public void helper() {
            int block;
            while ((block = blocks.claimFromBack()) != SharedBlocks.NONE) {
                byHelper[block]++;
            }
        }

        /** Reports how often each was taken. */
        @Arbiter
        public void taken(III_Result r) {
            r.r1 = byReceiver[0] + byHelper[0];
            r.r2 = byReceiver[1] + byHelper[1];
            r.r3 = byReceiver[2] + byHelper[2];
        }
    }

    /** The receiver shuts the door while the helper comes. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The receiver was first; the helper stays outside.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The helper was first; the receiver waits for it.")
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "The door is shut with the helper inside.")
    @Outcome(id = "0, 0", expect = FORBIDDEN, desc = "Neither: the receiver does not wait.")
    @State
    public static class Door {
        private final SharedBlocks blocks = new SharedBlocks();

        /** The door is open. */
        public Door() {
            blocks.open(BLOCKS);
        }

        @Actor
        public void receiver(II_Result r) {
            r.r1 = blocks.shut() ? 1 : 0;
        }

        @Actor
        public void helper(II_Result r) {
            long word = blocks.look();
            r.r2 = SharedBlocks.isOpen(word) && blocks.enter(word) ? 1 : 0;
        }
    }

    /** Two threads of the sender's endpoint come at once. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "The first is in.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The second is in.")
    @Outcome(expect = FORBIDDEN, desc = "Two helpers, or none through an open door.")
    @State
    public static class TwoHelpers {
        private final SharedBlocks blocks = new SharedBlocks();
        private final long seen;

        /** The door is open, and both have seen it. */
        public TwoHelpers() {
            blocks.open(BLOCKS);
            seen = blocks.look();
        }

        @Actor
        public void first(II_Result r) {
            r.r1 = blocks.enter(seen) ? 1 : 0;
        }

        @Actor
        public void second(II_Result r) {
            r.r2 = blocks.enter(seen) ? 1 : 0;
        }
    }

    /** The helper has seen the door of one message, and comes when the object serves the next. */
    @JCStressTest
    @Outcome(
            id = "1, 0",
            expect = ACCEPTABLE,
            desc = "The next message has begun; the helper of the first stays outside.")
    @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "The helper was in time for its own message.")
    @Outcome(expect = FORBIDDEN, desc = "The helper came in to a message that is not its own.")
    @State
    public static class LateHelper {
        private final SharedBlocks blocks = new SharedBlocks();
        private final long seen;

        /** The door of the first message was open. */
        public LateHelper() {
            blocks.open(BLOCKS);
            seen = blocks.look();
        }

        /** Ends the first message, begins the next. */
        @Actor
        public void receiver(II_Result r) {
            if (blocks.shut()) {
                blocks.open(BLOCKS);
                r.r1 = 1;
            }
        }

        /** Arrives with what it has seen before. */
        @Actor
        public void helper(II_Result r) {
            r.r2 = blocks.enter(seen) ? 1 : 0;
        }
    }

    /** A whole message: the receiver shuts the door and completes both sides; the memory is its owner's again. */
    @JCStressTest
    @Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "All was there at the end, and no thread wrote after it.")
    @Outcome(id = "-1, .*", expect = FORBIDDEN, desc = "The receiver waits for a helper that is not inside.")
    @Outcome(id = "3, [123]", expect = FORBIDDEN, desc = "A late helper wrote to memory that had been given back.")
    @Outcome(expect = FORBIDDEN, desc = "The receiver completed before it saw all blocks.")
    @State
    public static class Transfer {
        private static final int PATIENCE = 100_000_000;

        private final SharedBlocks blocks = new SharedBlocks();
        private final int[] memory = new int[BLOCKS]; // plain: ordered by claims and door alone

        /** The message has matched. */
        public Transfer() {
            blocks.open(BLOCKS);
        }

        /** Copies what it gets, shuts the door, gives the memory back. */
        @Actor
        public void receiver(II_Result r) {
            int block;
            while ((block = blocks.claimFromFront()) != SharedBlocks.NONE) {
                memory[block] = 1;
            }
            int rounds = 0;
            while (!blocks.shut()) {
                Thread.onSpinWait();
                if (++rounds == PATIENCE) {
                    r.r1 = -1;
                    return;
                }
            }
            r.r1 = memory[0] + memory[1] + memory[2];
            memory[0] = 0;
            memory[1] = 0;
            memory[2] = 0;
        }

        /** Helps, if it gets in. */
        @Actor
        public void helper() {
            long word = blocks.look();
            if (!SharedBlocks.isOpen(word) || !blocks.enter(word)) {
                return;
            }
            int block;
            while ((block = blocks.claimFromBack()) != SharedBlocks.NONE) {
                memory[block] = 1;
            }
            blocks.leave();
        }

        /** Reports what is in the memory that was given back. */
        @Arbiter
        public void afterwards(II_Result r) {
            r.r2 = memory[0] + memory[1] + memory[2];
        }
    }
}
