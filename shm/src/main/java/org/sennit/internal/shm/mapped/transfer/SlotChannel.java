package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * A channel of a transfer area, as either side sees it: the place where one message at a time goes from the sender's
 * process to the receiver's. One of the two owns it and opens its door for a message, the other is its peer: a channel
 * that is granted is the receiver's, which names it in CTS; one that is announced is the sender's, which names it
 * in RTS and fills it at once.
 *
 * <pre>
 *            open (owner)            enter (peer, compare-and-set)       leave (peer)
 *   SHUT  ------------------> OPEN ----------------------------> ENTERED ---------------> LEFT
 *     ^                        |                                    |                      |
 *     |  shut (owner, cas)     |                      lose (peer: its memory is lost)     |
 *     +------------------------+                                    +----------> GONE      |
 *     +------------------------------------------------------------------------------------+
 *                                        shut (owner: it has all)
 * </pre>
 *
 * <p>Invariants, and what each prevents:
 *
 * <ol>
 *   <li>The door's word carries the number of the channel's message, which grows. A peer that is late finds another
 *       number, does not get in, and touches nothing: the channel may be another message's by now.
 *   <li>The peer touches slots and claims only between enter and leave (or lose), and the owner gives the channel to
 *       another message only when the door is SHUT, LEFT or GONE. So two messages never share a channel.
 *   <li>Slots are counted from the beginning of the connection and never again from 0; a ready word is compared with
 *       the one number that is expected, so what an earlier message has left is never taken for data.
 *   <li>The words are a peer's, so nothing that is read from them is used as an offset: a slot's place follows from the
 *       count of the reader, its length from the message's.
 * </ol>
 *
 * <p>jcstress: SlotChannelStress (in stress). Used by one thread a side at a time; the words by both processes.
 */
public final class SlotChannel {
    static final long SHUT = 0;
    static final long OPEN = 1;
    static final long ENTERED = 2;
    static final long LEFT = 3;
    static final long GONE = 4;

    private static final int STATE_BITS = 3;
    private static final long STATE_MASK = (1 << STATE_BITS) - 1;
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    /** The binary logarithm of the places that a copy knows again: 128 pieces of 8 arrays. */
    private static final int SLICE_SET_BITS = 7;

    private final MemorySegment area;
    private final RecentSlices slices = new RecentSlices(SLICE_SET_BITS); // of one side's thread
    private final int channels;
    private final int index;
    private final long door;
    private final long consumed;
    private final long claims;
    private final long ready;

    /**
     * Makes a view of a channel.
     *
     * @param area the direction's area
     * @param index which channel, below the number of channels of the area
     */
    public SlotChannel(MemorySegment area, int index) {
        this.area = area;
        this.channels = TransferAreaDescriptor.channels(area.byteSize());
        this.index = index;
        long words = TransferAreaDescriptor.wordsOffset(index);
        this.door = words + TransferAreaDescriptor.DOOR_OFFSET;
        this.consumed = words + TransferAreaDescriptor.CONSUMED_OFFSET;
        this.claims = words + TransferAreaDescriptor.CLAIMS_OFFSET;
        this.ready = words + TransferAreaDescriptor.READY_OFFSET;
    }

    int index() {
        return index;
    }

    // ---- the door ----

    /**
     * Begins a message; by the owner.
     *
     * @param message the number of the message, larger than the last
     */
    public void open(long message) {
        WORD.setOpaque(area, claims, 0L); // no concurrent access; published by the door
        // Release: pairs with the compare-and-set in enter.
        WORD.setRelease(area, door, message << STATE_BITS | OPEN);
    }

    /**
     * Enters; called by the peer.
     *
     * @param message what CTS or RTS said
     * @return false when the owner has done without, or has given up
     */
    public boolean enter(long message) {
        // Compare-and-set against the owner's shut. jcstress: SlotChannelStress.Door.
        return WORD.compareAndSet(area, door, message << STATE_BITS | OPEN, message << STATE_BITS | ENTERED);
    }

    /**
     * Leaves; called by the peer that has entered, when its memory is its user's again and it
     * will touch the channel no more.
     */
    public void leave(long message) {
        // Release: the blocks that it has copied; pairs with shut and isOver. jcstress: SlotChannelStress.Helper.
        WORD.setRelease(area, door, message << STATE_BITS | LEFT);
    }

    /** Leaves without having copied what it has claimed; called by the peer that has entered. */
    public void lose(long message) {
        WORD.setRelease(area, door, message << STATE_BITS | GONE); // release: as in leave
    }

    /**
     * Ends a message whose bytes are all there, or that is given up, unless the peer is inside; by the owner.
     *
     * @return true when it is over, and the peer knows it or will; false when the peer is
     *     inside, or has lost its memory
     */
    public boolean shut(long message) {
        // Acquire: what the peer has copied before it left.
        long word = (long) WORD.getAcquire(area, door);
        long over = message << STATE_BITS | SHUT;
        if (word == (message << STATE_BITS | LEFT)) {
            WORD.setRelease(area, door, over); // pairs with isShut: the peer's memory has been read
            return true;
        }
        // Compare-and-set against the peer's enter. jcstress: SlotChannelStress.Door.
        return word == (message << STATE_BITS | OPEN) && WORD.compareAndSet(area, door, word, over);
    }

    /**
     * Returns whether the owner has shut the door after a message; by the peer of a granted channel, the sender.
     *
     * @return true when all of it has arrived
     */
    public boolean isShut(long message) {
        // Acquire: pairs with shut. A larger number: the channel has been given to the next message since.
        long word = (long) WORD.getAcquire(area, door);
        return word == (message << STATE_BITS | SHUT) || word >>> STATE_BITS > message;
    }

    /**
     * Returns whether the peer is inside, so that the sender may copy; by the owner of a granted channel, the receiver.
     */
    public boolean isEntered(long message) {
        return (long) WORD.getOpaque(area, door) == (message << STATE_BITS | ENTERED); // a hint; shut decides
    }

    /**
     * Returns whether the channel may be given to another message; by the owner, when its last message is over.
     *
     * @return true when the peer is not inside and will not come in
     */
    public boolean isOver() {
        // Acquire: the peer's last access to the channel was before.
        long state = (long) WORD.getAcquire(area, door) & STATE_MASK;
        return state == SHUT || state == LEFT || state == GONE;
    }

    // ---- the slots ----

    /**
     * Returns the offset of a slot's bytes in the area.
     *
     * @param count the slot's number, counted from the beginning of the connection
     * @return bytes from the beginning of the area
     */
    long slotOffset(long count) {
        return TransferAreaDescriptor.slotOffset(channels, index, count & TransferAreaDescriptor.SLOTS - 1);
    }

    /**
     * Copies bytes of a message into a slot; by the sender, peer inside or owner.
     *
     * @param memory the operation's; null where only the operation reaches it
     * @param from the first byte of the message
     * @param count the slot's number
     */
    void fill(LargeMessageOperation operation, MemorySegment memory, long from, long count, long bytes) {
        if (LibraryCopy.suits(memory)) {
            LibraryCopy.toShared(memory, from, area, slotOffset(count), bytes, slices);
        } else {
            operation.read(from, area, slotOffset(count), bytes);
        }
    }

    /**
     * Copies bytes of a message out of a slot; by the receiver, owner or peer inside.
     *
     * @param memory as for {@link #fill}
     * @param to the first byte of the message
     * @param count the slot's number
     */
    void empty(LargeMessageOperation operation, MemorySegment memory, long to, long count, long bytes) {
        if (LibraryCopy.suits(memory)) {
            LibraryCopy.fromShared(area, slotOffset(count), memory, to, bytes, slices);
        } else {
            operation.write(to, area, slotOffset(count), bytes);
        }
    }

    /** Says that a slot is filled; by the sender, peer inside or owner. */
    public void publish(long count) {
        // Release: the bytes in the slot; pairs with isReady. jcstress: SlotChannelStress.Slot.
        WORD.setRelease(area, readyOffset(count), count + 1);
    }

    /** Returns whether a slot is filled, so that its bytes can be read; by the receiver. */
    public boolean isReady(long count) {
        // Acquire: pairs with publish. jcstress: SlotChannelStress.Slot.
        return (long) WORD.getAcquire(area, readyOffset(count)) == count + 1;
    }

    /**
     * Says that all slots before a number have been read; by the receiver.
     *
     * @param count the next slot that it will read
     */
    public void consume(long count) {
        // Release: the reads of the slots; pairs with hasRoom. jcstress: SlotChannelStress.Reuse.
        WORD.setRelease(area, consumed, count);
    }

    /** Returns the next slot that the receiver will read, or anything from a peer that is broken; by the sender. */
    public long consumed() {
        // Acquire: pairs with consume: a slot is written again after it has been read. jcstress:
        // SlotChannelStress.Reuse.
        return (long) WORD.getAcquire(area, consumed);
    }

    private long readyOffset(long count) {
        return ready + (count & TransferAreaDescriptor.SLOTS - 1) * TransferAreaDescriptor.READY_STRIDE;
    }

    // ---- the blocks ----

    /**
     * Takes the next block from the front; by the receiver, which owns the channel.
     *
     * @param blocks how many the message has
     * @return its index; −1 when none is left
     */
    public int claimFromFront(int blocks) {
        // Fetch-and-add against the other side's: each block is taken once. jcstress: SlotChannelStress.Claims.
        long before = (long) WORD.getAndAdd(area, claims, 1L);
        return isGood(before, blocks) ? (int) before : -1;
    }

    /**
     * Takes the next block from the back; by the sender, the peer inside.
     *
     * @param blocks how many the message has
     * @return its index; −1 when none is left
     */
    public int claimFromBack(int blocks) {
        // Fetch-and-add against the other side's: each block is taken once. jcstress: SlotChannelStress.Claims.
        long before = (long) WORD.getAndAdd(area, claims, 1L << Integer.SIZE);
        return isGood(before, blocks) ? blocks - 1 - (int) (before >>> Integer.SIZE) : -1;
    }

    /**
     * Takes all blocks that are left, so that the peer inside, a sender, stops at its next claim; by an owner that
     * gives up.
     */
    void exhaust() {
        long ignored = (long) WORD.getAndAdd(area, claims, 1L << Integer.SIZE - 2); // more than any message has
    }

    private static boolean isGood(long before, int blocks) {
        long front = before & 0xffff_ffffL;
        long back = before >>> Integer.SIZE;
        return front + back < blocks; // so both are below it, whatever a peer has written
    }
}
