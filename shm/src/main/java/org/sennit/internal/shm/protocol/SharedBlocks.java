package org.sennit.internal.shm.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * The blocks of one message that two threads copy, and the door by which the second thread joins: the state machine of
 * the synergistic protocol. The receiver owns it; the sender of the message is its helper.
 *
 * <pre>
 *                 open (receiver)              enter (helper, compare-and-set)
 *       SHUT ------------------------> OPEN ------------------------------------> HELPED
 *        ^                              | ^                                        |  |
 *        |   shut (receiver,            | |      pause (helper): enough for now    |  |
 *        +------- compare-and-set) -----+ +----------------------------------------+  |
 *        |                                                                            |
 *        +---------- leave (helper): no block is left, or its memory is lost ---------+
 * </pre>
 *
 * <p>Invariants, and what each prevents:
 *
 * <ol>
 *   <li>A block is claimed by one fetch-and-add on {@code claims}, whose two halves count the blocks taken from the
 *       front and from the back. A claim is valid if the sum of both halves before it was less than the number of
 *       blocks; so each block is copied once, by one side, in any order of claims.
 *   <li>Both threads touch the memories only between a valid claim and the end of its copy, the helper only while the
 *       door is HELPED. The door is entered by compare-and-set, so there is at most one helper.
 *   <li>The receiver completes the two requests only after {@link #shut} has returned true, and the door stays SHUT
 *       from then on. A late helper cannot enter, claims nothing, and touches neither memory, which may have other
 *       owners by now.
 *   <li>{@link #shut} returns true only when no helper is inside, and reads the door with acquire after the helper's
 *       release: what the helper has copied is visible when the receiver completes the two requests. Neither side
 *       depends on the other: without a helper the receiver copies every block, and a preempted helper delays the
 *       receiver by that helper's last block only.
 *   <li>The state shares a word with the number of the message, which grows with every {@link #open}. A helper that has
 *       looked at the door of one message and is delayed until the object serves the next one cannot enter, since its
 *       compare-and-set expects the old number. So everything it has read between {@link #look} and {@link #enter}
 *       belongs to the message that it helps with.
 * </ol>
 *
 * <p>Both sides use the length of the message: one longer than its receive has been refused before. jcstress:
 * SynergisticStress.
 */
public final class SharedBlocks extends SharedBlocksClaims {
    /** The most blocks of a message: three times as many plus one still fit a positive int. */
    public static final int MOST_BLOCKS = 1 << 28;

    /** No block is left. */
    public static final int NONE = -1;

    private static final long SHUT = 0;
    private static final long OPEN = 1;
    private static final long HELPED = 2;
    private static final long STATE_MASK = 3;
    private static final long NEXT_MESSAGE = 4;

    private static final long ONE_FROM_THE_FRONT = 1;
    private static final long ONE_FROM_THE_BACK = 1L << 32;

    private static final VarHandle DOOR =
            FieldHandle.of(MethodHandles.lookup(), SharedBlocksDoor.class, "door", long.class);
    private static final VarHandle CLAIMS =
            FieldHandle.of(MethodHandles.lookup(), SharedBlocksClaims.class, "claims", long.class);

    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;

    // Written by the receiver before open, read by the helper after enter.
    private int blocks;

    /**
     * Begins a message. Receiver only, while the door is shut, after writing all that a helper reads.
     *
     * @param count the number of blocks, from 1 to {@link #MOST_BLOCKS}
     */
    public void open(int count) {
        blocks = count;
        CLAIMS.setOpaque((SharedBlocksClaims) this, 0L); // no concurrent access; published by the door
        // Release: pairs with the helper's compare-and-set in enter. jcstress: SynergisticStress.LateHelper.
        long word = (long) DOOR.getOpaque((SharedBlocksDoor) this);
        DOOR.setRelease((SharedBlocksDoor) this, (word & ~STATE_MASK) + NEXT_MESSAGE + OPEN);
    }

    /**
     * Claims the next block from the front. Receiver only.
     *
     * @return its index, or {@link #NONE}
     */
    public int claimFromFront() {
        // Fetch-and-add against the other side's. jcstress: SynergisticStress.Claims.
        long before = (long) CLAIMS.getAndAdd((SharedBlocksClaims) this, ONE_FROM_THE_FRONT);
        int taken = (int) before;
        return taken + (int) (before >>> 32) < blocks ? taken : NONE;
    }

    /**
     * Claims the next block from the back. Helper only, between enter and leave.
     *
     * @return its index, or {@link #NONE}
     */
    public int claimFromBack() {
        // Fetch-and-add against the other side's. jcstress: SynergisticStress.Claims.
        long before = (long) CLAIMS.getAndAdd((SharedBlocksClaims) this, ONE_FROM_THE_BACK);
        int taken = (int) (before >>> 32);
        return taken + (int) before < blocks ? blocks - 1 - taken : NONE;
    }

    /**
     * Claims all remaining blocks, so that neither side continues. Called once, by the side whose memory is lost.
     *
     * @return true when there was something left
     */
    public boolean claimTheRest() {
        long before = (long) CLAIMS.getAndAdd((SharedBlocksClaims) this, blocks * ONE_FROM_THE_FRONT);
        return (int) before + (int) (before >>> 32) < blocks;
    }

    /**
     * Reads the door. Any thread.
     *
     * @return a word for {@link #isOpen} and {@link #enter}
     */
    public long look() {
        // Acquire: later reads of the message are at least as new. A hint only: enter decides.
        return (long) DOOR.getAcquire((SharedBlocksDoor) this);
    }

    /**
     * Returns whether a helper may try to enter.
     *
     * @param word what {@link #look} said
     * @return true when the door was open
     */
    public static boolean isOpen(long word) {
        return (word & STATE_MASK) == OPEN;
    }

    /**
     * Enters as the helper of the message whose door was seen open.
     *
     * @param word what {@link #look} said
     * @return true when inside; then {@link #pause} or {@link #leave} must follow
     */
    public boolean enter(long word) {
        // Compare-and-set against shut and other helpers. jcstress: SynergisticStress.TwoHelpers, Door, LateHelper.
        return DOOR.compareAndSet((SharedBlocksDoor) this, word, word - OPEN + HELPED);
    }

    /** Leaves with the door open, to enter again later. Helper only. */
    public void pause() {
        // Release: the blocks copied; pairs with shut.
        DOOR.setRelease((SharedBlocksDoor) this, (long) DOOR.getOpaque((SharedBlocksDoor) this) - HELPED + OPEN);
    }

    /** Leaves for good. Helper only. */
    public void leave() {
        // Release: the blocks copied, and the helper's failure; pairs with shut. jcstress: SynergisticStress.Transfer.
        DOOR.setRelease((SharedBlocksDoor) this, (long) DOOR.getOpaque((SharedBlocksDoor) this) - HELPED + SHUT);
    }

    /**
     * Shuts the door. Receiver only, when no block is left to claim.
     *
     * @return true when it is shut and no thread is inside, now and until the next {@link #open}
     */
    public boolean shut() {
        long word = (long) DOOR.getAcquire((SharedBlocksDoor) this);
        long state = word & STATE_MASK;
        if (state == OPEN) {
            // Compare-and-set against enter. jcstress: SynergisticStress.Door.
            return DOOR.compareAndSet((SharedBlocksDoor) this, word, word - OPEN + SHUT);
        }
        return state == SHUT;
    }
}

/** Written when a helper enters and leaves. */
abstract class SharedBlocksDoor extends FrontPadding {
    // Number of the message, and in its lowest two bits the state.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long door;
}

/** Padding. */
abstract class SharedBlocksPad extends SharedBlocksDoor {
    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;
}

/** Written by both sides for every block. */
abstract class SharedBlocksClaims extends SharedBlocksPad {
    // Low half: taken from the front; high half: from the back.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long claims;
}
