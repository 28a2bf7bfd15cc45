package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.ReceiveRequest;

/**
 * Memory whose ownership can be passed to another endpoint: of this JVM, and where it is shared with other processes,
 * of this host. It has one owner at a time: an endpoint, or the message in which it is under way.
 *
 * <p>The fields of an owner are plain: the release store that publishes a message, and the acquire load that finds it,
 * order the giver's accesses before the taker's. (Friedley et al., Ownership Passing, 2013)
 */
public abstract class OwnershipMemory implements PayloadSource {
    private static final long IS_ANSWERED = 1L << 31;
    private static final int NOWHERE = -1;
    private static final VarHandle IS_AWAY =
            FieldHandle.of(MethodHandles.lookup(), OwnershipMemory.class, "isAway", boolean.class);

    private final OwnershipProcess process;
    private final int number;

    // Owner only: written before the cell or packet is published, read after it has been found.
    private GiftAnswer answer; // null: no call waits
    private MemorySegment shortName; // null: not needed yet
    private MemorySegment name; // for other processes; NULL: it has none; null: not asked yet

    // Whether another process has it, or a packet on its way there or back: for own memory after PASS, for memory of
    // others before their PASS and after HOME. Set with release by the owner, so that the owner's plain fields are
    // visible to the next owner; cleared by compare-and-set (its acquire is the partner) by the upcall that brings it
    // back: of two packets that both claim to, one lies. jcstress: OwnershipStress.ComesHomeTwice, ComesBackWhole.
    @SuppressWarnings("unused")
    private boolean isAway;

    private int awayTo = NOWHERE; // the process to which it was passed last; by the owner, published by isAway

    /**
     * Makes memory that no other process knows.
     *
     * @param endpoint any of the process
     */
    @SuppressWarnings("this-escape") // into the table only, and its number is not yet published
    protected OwnershipMemory(OwnershipEndpoint endpoint) {
        this(endpoint.process());
    }

    /** Makes memory that no other process knows. */
    @SuppressWarnings("this-escape")
    protected OwnershipMemory(OwnershipProcess process) {
        this(process, false);
    }

    @SuppressWarnings("this-escape")
    OwnershipMemory(OwnershipProcess process, boolean isAway) {
        this.process = process;
        this.isAway = isAway;
        this.number = process.sources().add(this);
    }

    /**
     * Returns the name by which other processes of the host find it; {@link MemorySegment#NULL} when they cannot. By
     * the owner.
     */
    MemorySegment name() {
        if (name == null) {
            name = process.nameOf(this);
        }
        return name;
    }

    final OwnershipProcess process() {
        return process;
    }

    /** Called before the memory leaves for another process; by its owner, before the packet. */
    protected final void leave(int to) {
        awayTo = to;
        IS_AWAY.setRelease(this, true);
    }

    /**
     * Notes that the memory has been brought back; returns whether the calling thread owns it. Any thread.
     *
     * @return whether it was away, and has not been returned before
     */
    protected final boolean arrive() {
        return IS_AWAY.compareAndSet(this, true, false);
    }

    /**
     * Returns the name for this process: a short one where it was passed to last. By the owner, before {@link #leave}.
     */
    final MemorySegment nameFor(int to) {
        if (to != awayTo) {
            return name();
        }
        if (shortName == null) {
            shortName = MemoryName.shortened(name());
        }
        return shortName;
    }

    /** Undoes a pass: the process to which it was passed last may not know it. Called by its owner. */
    final void forgetWhere() {
        awayTo = NOWHERE;
    }

    /** Returns whether another process has it; if so, what {@link #leave} was given is seen. Any thread. */
    final boolean isAway() {
        return (boolean) IS_AWAY.getAcquire(this);
    }

    /** Returns the process to which it was passed last; after {@link #isAway}. */
    final int awayTo() {
        return awayTo;
    }

    /** Returns the memory, of which the beginning is passed; not confined, at least as long as any message in it. */
    public abstract MemorySegment memory();

    /** Returns memory that has no owner, and that no call has taken, to its home. Any thread. */
    protected abstract void returned();

    /** Called when the memory will not be taken any more: {@link #returned}. Any thread. */
    public final void sendBack() {
        returned();
    }

    /** Called when the endpoint to which the memory was given has ended without taking it. Any thread. */
    protected void abandoned() {
        returned();
    }

    /** Called when the memory is freed for good: no message names it any more. By its owner. */
    protected final void unlist() {
        process.sources().remove(number);
    }

    /** Returns its number in this process, for a message that names it. */
    public final int number() {
        return number;
    }

    /**
     * Marks it as about to be given; called by the giver. Writes nothing unless a thread waits: what the taker reads of
     * this object stays in its caches.
     *
     * @param answered notified when it has been taken; null when no call waits
     * @return the word of the message: its number, and whether the giver waits
     */
    public final long give(GiveRequest answered) {
        return word(answered);
    }

    /**
     * Notes that the memory has arrived from another process, whose giver may want an answer; called before it is
     * published here. Returns the message's word.
     */
    final long arrived(GiftAnswer answered) {
        return word(answered);
    }

    private long word(GiftAnswer answered) {
        if (answered == null) {
            return number;
        }
        answer = answered;
        return number | IS_ANSWERED;
    }

    /**
     * Called when the memory has arrived and belongs to the taker; the taker calls it with the message's word.
     *
     * @param word what {@link #give} gave
     */
    public final void taken(long word, long lengthBytes) {
        if ((word & IS_ANSWERED) != 0) {
            tellTaken(lengthBytes);
        }
    }

    private void tellTaken(long lengthBytes) {
        GiftAnswer waiting = answer;
        if (waiting != null) {
            answer = null;
            waiting.taken(lengthBytes);
        }
    }

    @Override
    public final void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        if (receive instanceof TakeRequest take) {
            tellTaken(lengthBytes);
            take.accept(this);
            receive.completeOwn(sourceRank, tag, lengthBytes);
            return;
        }
        try {
            LayoutCopy.copy(memory(), 0, null, receive.memory(), receive.offset(), receive.layout(), 0, lengthBytes);
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            receive.failMemory(sourceRank, tag, lengthBytes, e);
            discard(lengthBytes);
            return;
        }
        discard(lengthBytes);
        receive.completeOwn(sourceRank, tag, lengthBytes);
    }

    @Override
    public final MessageProtocol protocol() {
        return MessageProtocol.OWNERSHIP;
    }

    @Override
    public final void discard(long lengthBytes) {
        tellTaken(lengthBytes);
        returned();
    }

    @Override
    public final void refuse(long lengthBytes) {
        refuse(lengthBytes, null);
    }

    @Override
    public final void refuse(long lengthBytes, Throwable failure) {
        GiftAnswer waiting = answer;
        answer = null;
        abandoned();
        if (waiting != null) {
            waiting.refused(lengthBytes, GiveRefusal.of(failure));
        }
    }
}
