package org.sennit.endpoints.passing;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.LayoutCopy;
import org.sennit.shm.match.MessageSource;
import org.sennit.shm.match.ReceiveRequest;
import org.sennit.shm.match.SourceTable;

/**
 * Memory whose ownership can be passed to another endpoint of this JVM. It has one owner at a time: an endpoint, or the
 * message in which it is under way.
 *
 * <p>The fields of an owner are plain: the release store that publishes a message, and the acquire load that finds it, order
 * the giver's accesses before the taker's. (HMPI's OPI; facts.md 1.5)
 */
public abstract class PassedMemory implements MessageSource {
    private static final VarHandle TAKES;

    static {
        try {
            TAKES = MethodHandles.lookup()
                    .findVarHandle(PassedMemory.class, "takes", long.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SourceTable table;
    private final int number;

    // Owner only.
    private long gives;
    private GiveRequest answer; // null: the giver does not wait

    // Opaque, by the taker, who is the owner; opaque load by a former giver, which only wants to know whether its gift
    // has
    // been taken: nothing else is read by it.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    private long takes;

    /**
     * Makes memory that nobody else knows.
     *
     * @param endpoint any of the process
     */
    @SuppressWarnings("this-escape") // into the table only, which nobody asks for a number that nobody knows
    protected PassedMemory(PassingEndpoint endpoint) {
        this.table = endpoint.sources();
        this.number = table.add(this);
    }

    /**
     * The memory; what is passed is its beginning.
     *
     * @return not confined, at least as long as any message in it
     */
    public abstract MemorySegment memory();

    /**
     * The runtime has no more use for the memory, and nobody has taken it: it goes back to where it belongs. Any thread.
     */
    protected abstract void returned();

    /** The same by the thread that has just given it. */
    protected void returnedAtOnce() {
        returned();
    }

    /** The endpoint to which it was given has ended without taking it. Any thread. */
    protected void abandoned() {
        returned();
    }

    /** The memory is freed for good: no message names it any more. By its owner. */
    protected final void unlist() {
        table.remove(number);
    }

    final int number() {
        return number;
    }

    /** About to be given; by the giver. */
    final long give(GiveRequest answered) {
        answer = answered;
        return ++gives;
    }

    /** It could not be given after all; by the giver. */
    final void keep() {
        answer = null;
        gives--;
    }

    /** Whether the give of this number is over. */
    final boolean isTaken(long give) {
        return (long) TAKES.getOpaque(this) >= give;
    }

    /** It has arrived, and is the taker's; by the taker. */
    final void taken(long lengthBytes) {
        GiveRequest waiting = answer;
        TAKES.setOpaque(this, gives);
        if (waiting != null) {
            answer = null;
            waiting.taken(lengthBytes);
        }
    }

    @Override
    public final void deliver(ReceiveRequest receive, int sourceRank, int tag, long lengthBytes) {
        if (receive instanceof TakeRequest take) {
            taken(lengthBytes);
            take.accept(this);
            receive.completeOwn(sourceRank, tag, lengthBytes);
            return;
        }
        try {
            LayoutCopy.copy(memory(), 0, null, receive.memory(), receive.offset(), receive.layout(), 0, lengthBytes);
        } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
            receive.fail(
                    sourceRank,
                    tag,
                    new SennitException(
                            ErrorClass.BUFFER,
                            "the receiver's memory cannot be written (its arena is closed, or it is confined to another"
                                    + " thread): " + receive.describe(sourceRank, tag) + " length=" + lengthBytes,
                            e));
            discard(lengthBytes);
            return;
        }
        discard(lengthBytes);
        receive.completeOwn(sourceRank, tag, lengthBytes);
    }

    @Override
    public final void discard(long lengthBytes) {
        taken(lengthBytes);
        returned();
    }

    @Override
    public final void refuse(long lengthBytes) {
        GiveRequest waiting = answer;
        answer = null;
        TAKES.setOpaque(this, gives);
        abandoned();
        if (waiting != null) {
            waiting.refused(lengthBytes);
        }
    }
}
