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
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.sennit.internal.shm.mapped.transfer.SlotChannel;

/**
 * A lane between two processes: a slot is read when it has been filled and filled again when it has been read,
 * each block is taken once, and a late sender does not get in. The two sides are two threads here, each with
 * its own view of one memory.
 */
public final class SlotChannelStress {
    /** A page of the area and a page of words; what a slot would hold stands in the first. */
    private static final int BYTES = 2 * 4096;

    private static final long DATA_OFFSET = 256;
    private static final int LAP = 16;
    private static final int BLOCKS = 3;

    private SlotChannelStress() {}

    /** One lane, and both views of it. */
    private abstract static class Shared {
        final MemorySegment area = Arena.ofAuto().allocate(BYTES, 128);
        final SlotChannel sender = new SlotChannel(area, 0);
        final SlotChannel receiver = new SlotChannel(area, 0);

        final void put(int value) {
            area.set(ValueLayout.JAVA_INT, DATA_OFFSET, value);
        }

        final int get() {
            return area.get(ValueLayout.JAVA_INT, DATA_OFFSET);
        }
    }

    /** A slot is filled once. */
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Not yet filled.")
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "Filled, and what it holds is there.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was seen before what it holds.")
    @State
    public static class Slot extends Shared {
        @Actor
        public void sender() {
            put(7);
            sender.publish(0);
        }

        @Actor
        public void receiver(I_Result r) {
            r.r1 = receiver.isReady(0) ? get() : -1;
        }
    }

    /** A slot is filled again a lap later, as soon as it has been read. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Each lap brings its own bytes.")
    @Outcome(expect = FORBIDDEN, desc = "The slot was filled again before it had been read.")
    @State
    public static class Reuse extends Shared {
        @Actor
        public void sender() {
            put(1);
            sender.publish(0);
            while (sender.consumed() < 1) {
                Thread.onSpinWait();
            }
            put(2);
            sender.publish(LAP);
        }

        @Actor
        public void receiver(II_Result r) {
            while (!receiver.isReady(0)) {
                Thread.onSpinWait();
            }
            r.r1 = get();
            receiver.consume(1);
            while (!receiver.isReady(LAP)) {
                Thread.onSpinWait();
            }
            r.r2 = get();
        }
    }

    /** Both take blocks until none is left. */
    @JCStressTest
    @Outcome(id = "111", expect = ACCEPTABLE, desc = "Each block was taken once.")
    @Outcome(expect = FORBIDDEN, desc = "A block was taken twice, or never.")
    @State
    public static class Claims extends Shared {
        private int ofReceiver;
        private int ofSender;

        /** Makes the memory. */
        public Claims() {
            receiver.open(1);
        }

        /** Takes from the front. */
        @Actor
        public void receiver() {
            for (int block = receiver.claimFromFront(BLOCKS); block >= 0; block = receiver.claimFromFront(BLOCKS)) {
                ofReceiver += digit(block);
            }
        }

        /** Takes from the back. */
        @Actor
        public void sender() {
            for (int block = sender.claimFromBack(BLOCKS); block >= 0; block = sender.claimFromBack(BLOCKS)) {
                ofSender += digit(block);
            }
        }

        private static int digit(int block) {
            return block == 0 ? 1 : block == 1 ? 10 : 100;
        }

        @Arbiter
        public void result(I_Result r) {
            r.r1 = ofReceiver + ofSender;
        }
    }

    /** The receiver shuts the door when the sender comes. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The sender is inside; the receiver waits for it.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The receiver has done without.")
    @Outcome(expect = FORBIDDEN, desc = "The sender is inside a message that is over, or neither goes on.")
    @State
    public static class Door extends Shared {
        /** Makes the memory. */
        public Door() {
            receiver.open(5);
        }

        @Actor
        public void sender(ZZ_Result r) {
            r.r1 = sender.enter(5);
        }

        @Actor
        public void receiver(ZZ_Result r) {
            r.r2 = receiver.shut(5);
        }
    }

    /** The sender copies a block and leaves; the receiver completes, which it learns; a late sender stays outside. */
    @JCStressTest
    @Outcome(id = "7, 1", expect = ACCEPTABLE, desc = "What the helper has copied is there, and it sees the end.")
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "The helper came too late.")
    @Outcome(
            expect = FORBIDDEN,
            desc = "The message was over without the helper's block, or the helper came into the next.")
    @State
    public static class Helper extends Shared {
        /** Makes the memory. */
        public Helper() {
            receiver.open(1);
        }

        @Actor
        public void sender(II_Result r) {
            if (sender.enter(1)) {
                put(7);
                sender.leave(1);
                while (!sender.isShut(1)) {
                    Thread.onSpinWait();
                }
                r.r2 = 1;
            }
        }

        /** Completes, and gives the lane to the next message. */
        @Actor
        public void receiver(II_Result r) {
            while (!receiver.shut(1)) {
                Thread.onSpinWait();
            }
            r.r1 = get();
            if (receiver.isOver()) {
                receiver.open(2);
            }
        }
    }
}
