package org.sennit.internal.shm.protocol;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FrontPadding;

/**
 * The blocks of one message that two threads copy, and the door through which the second of them comes: the state
 * machine of the synergistic protocol. The receiver owns it; the sender of the message may be its helper.
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
 *   <li>A block is claimed by one fetch-and-add on {@code claims}, whose two halves count what was taken from the front
 *       and from the back. Every claim makes the sum one larger, and it is good while the sum before it was less than the
 *       number of blocks; so each block is copied once, by one side, whatever the order.
 *   <li>Both touch the memories only between a good claim and the end of its copy, the helper moreover only while the
 *       door is HELPED. There is one door and it is passed by compare-and-set: at most one helper.
 *   <li>The receiver completes the two requests after {@link #shut} has said true, and from then on the door is SHUT. A
 *       helper that comes later finds it so, has claimed nothing, and touches neither memory, which may have other owners by
 *       now.
 *   <li>{@link #shut} says true only when no helper is inside, and reads the door with acquire after the helper's
 *       release: what the helper has copied is there when the receiver completes the two sides. Neither side needs the
 *       other to be present: without a helper the receiver takes every block, and a helper that is held up costs the
 *       receiver no more than that helper's last block.
 *   <li>The state lies in the same word as the number of the message, which grows with every {@link #open}. A helper
 *       that has looked at the door of one message, and is held up until the object serves the next one, does not get
 *       in: its compare-and-set expects the old number. So whatever it has read of the message between {@link #look} and
 *       {@link #enter} belongs to the message that it helps with.
 * </ol>
 *
 * <p>The two sizes of a message agree here: one longer than its receive has been refused before, and of a longer receive
 * only the message's length is cut in blocks. jcstress: SynergisticStress.
 */
public final class SharedBlocks extends SharedBlocksClaims {
    /** The most blocks of a message: three times as many and one are still a positive int. */
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

    private static final VarHandle DOOR;
    private static final VarHandle CLAIMS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            DOOR = lookup.findVarHandle(SharedBlocksDoor.class, "door", long.class)
                    .withInvokeExactBehavior();
            CLAIMS = lookup.findVarHandle(SharedBlocksClaims.class, "claims", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;

    // Written by the receiver before it opens the door, read by the helper after it has come in.
    private int blocks;

    /** Makes the blocks of no message, with the door shut. */
    public SharedBlocks() {}

    /**
     * Begins a message; by the receiver, with the door shut. All that a helper needs has been written before.
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
     * Takes the next block from the front; by the receiver, until there is none.
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
     * Takes the next block from the back; by the helper, while it is inside, until there is none.
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
     * Claims all remaining blocks, so that neither side continues; called once, by the side that has lost its memory.
     *
     * @return true when there was something left
     */
    public boolean claimTheRest() {
        long before = (long) CLAIMS.getAndAdd((SharedBlocksClaims) this, blocks * ONE_FROM_THE_FRONT);
        return (int) before + (int) (before >>> 32) < blocks;
    }

    /**
     * Looks at the door; any thread.
     *
     * @return a word for {@link #isOpen} and {@link #enter}
     */
    public long look() {
        // Acquire: what is read of the message after it is at least as new. A hint only: enter decides.
        return (long) DOOR.getAcquire((SharedBlocksDoor) this);
    }

    /**
     * Returns whether a helper may try to come in.
     *
     * @param word what {@link #look} said
     * @return true when the door was open
     */
    public static boolean isOpen(long word) {
        return (word & STATE_MASK) == OPEN;
    }

    /**
     * Comes in as the helper of the message whose door was seen open.
     *
     * @param word what {@link #look} said
     * @return true when inside; then {@link #pause} or {@link #leave} must follow
     */
    public boolean enter(long word) {
        // Compare-and-set against shut and other helpers. jcstress: SynergisticStress.TwoHelpers, Door, LateHelper.
        return DOOR.compareAndSet((SharedBlocksDoor) this, word, word - OPEN + HELPED);
    }

    /** Goes out, and may come in again; by the helper. */
    public void pause() {
        // Release: the blocks copied; pairs with shut.
        DOOR.setRelease((SharedBlocksDoor) this, (long) DOOR.getOpaque((SharedBlocksDoor) this) - HELPED + OPEN);
    }

    /** Goes out for good; by the helper. */
    public void leave() {
        // Release: the blocks copied, and the helper's failure; pairs with shut. jcstress: SynergisticStress.Transfer.
        DOOR.setRelease((SharedBlocksDoor) this, (long) DOOR.getOpaque((SharedBlocksDoor) this) - HELPED + SHUT);
    }

    /**
     * Shuts the door; by the receiver, when it finds no more block.
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

/** What both sides write when the helper comes and goes. */
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

/** What both sides write at every block. */
abstract class SharedBlocksClaims extends SharedBlocksPad {
    // Low half: taken from the front; high half: from the back.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long claims;
}
