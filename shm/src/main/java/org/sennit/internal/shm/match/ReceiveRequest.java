package org.sennit.internal.shm.match;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.internal.runtime.error.FailureScope;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/**
 * A receive request. Prepared and posted by the thread that drives the endpoint; completed by the thread that copies
 * the last byte. May be prepared again when it is inactive, so that blocking receives allocate none.
 */
public class ReceiveRequest extends Request {
    /** Matches every source. */
    public static final int ANY_SOURCE = -1;

    /** Matches every tag. */
    public static final int ANY_TAG = -1;

    /**
     * Signatures from here on identify calls of collectives, not types. A message of another call is reported as such
     * before its length is checked.
     */
    public static final int CALL_SIGNATURES = 0x1000;

    // Owned by the thread that drives the endpoint. See Posting for its fields.
    private final PostingPool pool; // null: the posting is this request's own
    private Posting posting; // null while inactive, with a pool
    private Object communicator;
    private int ownRank;

    /**
     * Makes an inactive receive.
     *
     * @param progress polled while the request waits
     */
    public ReceiveRequest(Progress progress) {
        this(progress, null);
    }

    /**
     * Makes an inactive receive that borrows while it is active.
     *
     * @param progress polled while the request waits
     * @param pool the pool of the endpoint, or null to keep what it needs
     */
    public ReceiveRequest(Progress progress, PostingPool pool) {
        super(progress);
        this.pool = pool;
        this.posting = pool == null ? new Posting() : null;
    }

    /** Returns the posting; null when the request is inactive and its postings come from a pool. */
    final Posting posting() {
        return posting;
    }

    /**
     * Says which message to receive. To be followed by {@link #into} or {@link #intoArray}.
     *
     * @param communicator for error texts
     * @param ownRank the receiver's rank, for error texts
     * @param contextId the communicator's context id
     * @param source a rank or {@link #ANY_SOURCE}
     * @param tag a tag or {@link #ANY_TAG}
     * @param signature the type signature of the elements ({@link DataLayout#signatureOf})
     */
    public final ReceiveRequest from(
            Object communicator, int ownRank, int contextId, int source, int tag, int signature) {
        Posting p = posting;
        if (p == null) {
            p = pool.take();
            posting = p;
        }
        p.receive = this;
        p.contextId = contextId;
        p.keySource = source;
        p.keyTag = tag;
        p.signature = signature;
        p.types = null;
        p.afterwards = null;
        p.isForOneThread = false;
        this.communicator = communicator;
        this.ownRank = ownRank;
        return this;
    }

    /**
     * Makes the receive part of a call that reports its errors itself.
     *
     * @param quiet the communicator, without its error handler
     */
    public final void reportsTo(Object quiet) {
        communicator = quiet;
    }

    /**
     * Says where the message goes, and makes the receive active.
     *
     * @param offset where in it, in bytes
     * @param layout how the elements lie there, or null when they lie side by side
     * @param capacityBytes the longest message that fits, in bytes
     */
    public final void into(MemorySegment memory, long offset, DataLayout layout, long capacityBytes) {
        Posting p = posting;
        p.array = null;
        p.memory = memory;
        p.offset = offset;
        p.layout = layout;
        p.capacityBytes = capacityBytes;
        activate();
    }

    /**
     * As {@link #into}, for a request that borrows, and an array of the one element type of the message: no view of the
     * array is made unless the message needs it.
     *
     * @param array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param capacityBytes the longest message that fits, in bytes
     */
    public final void intoArray(Object array, int offset, long capacityBytes) {
        Posting p = posting; // from the pool: without memory and layout
        p.array = array;
        p.offset = offset;
        p.capacityBytes = capacityBytes;
        activate();
    }

    /** Returns the array to fill, where it has no view yet; else null. */
    Object array() {
        return posting.array;
    }

    /** Wraps the array in a segment. Called by the delivering thread, which is the one that drives the endpoint. */
    private MemorySegment resolve(Posting p) {
        Object array = p.array;
        if (array != null) {
            p.memory = pool.views().of(array);
            p.array = null;
        }
        return p.memory;
    }

    /**
     * Asks for room for a message that is longer than the capacity; called by the delivering
     * thread when it has been matched.
     *
     * @param from where the payload is; null: in the inbox, or kept from there
     * @return true when the message can be delivered now: {@link #room} has been called, or the source needs none
     */
    protected boolean makeRoom(long lengthBytes, PayloadSource from) {
        return false;
    }

    /**
     * Replaces the memory to fill; for {@link #makeRoom}.
     *
     * @param bytes its length
     */
    protected final void room(MemorySegment larger, long bytes) {
        Posting p = posting;
        p.array = null;
        p.memory = larger;
        p.offset = 0;
        p.layout = null;
        p.capacityBytes = bytes;
    }

    /**
     * Sets the layout for elements of several types, of which a message may be a prefix. Called between
     * {@link #from} and posting.
     *
     * @param declared what the user gave
     */
    public void types(DataLayout declared) {
        posting.types = declared;
    }

    int signature() {
        return posting.signature;
    }

    /** Returns whether a message belongs to another call of a collective. */
    boolean isOfAnotherCall(int sent) {
        int signature = posting.signature;
        return signature >= CALL_SIGNATURES && sent >= CALL_SIGNATURES && sent != signature;
    }

    /** Returns whether the types of a message that is not too long, and whose signature is another, still fit. */
    boolean accepts(int sent, long lengthBytes) {
        int signature = posting.signature;
        DataLayout types = posting.types;
        return sent == 0
                || signature == 0
                || sent == DataLayout.RAW
                || signature == DataLayout.RAW
                || types != null && types.accepts(sent, lengthBytes);
    }

    /**
     * Completes with the error that the sender and this receive do not agree about the types.
     *
     * @param sourceRank the sender's rank
     * @param sent the sender's signature
     */
    void failTypes(int sourceRank, int messageTag, long lengthBytes, int sent) {
        fail(sourceRank, messageTag, ReceiveErrors.types(this, sourceRank, messageTag, lengthBytes, sent));
    }

    /**
     * Leaves work for the thread that takes the outcome, such as copying staged bytes to memory that only it may touch.
     *
     * @param work done once, before the outcome is given; also after a failure
     */
    public void afterwards(Runnable work) {
        posting.afterwards = work;
    }

    /**
     * As {@link #afterwards}, where only the thread that has prepared this receive can do it.
     *
     * @param work touches confined memory
     */
    public void afterwardsHere(Runnable work) {
        posting.afterwards = work;
        posting.isForOneThread = true;
    }

    @Override
    protected boolean isForOneThread() {
        Posting p = posting;
        return p != null && p.isForOneThread;
    }

    /**
     * Stages a receive into memory that is confined to another thread: the message goes to temporary memory, and is
     * copied when the confining thread takes the outcome. Called by the delivering thread.
     *
     * @return true when the receive is staged, and {@link #memory} is the temporary one
     */
    public final boolean stageIfConfinedElsewhere(long lengthBytes) {
        Posting p = posting;
        MemorySegment given = resolve(p);
        if (given.isAccessibleBy(Thread.currentThread())) {
            return false;
        }
        MemorySegment staging = Arena.ofAuto().allocate(Math.max(1, lengthBytes), Long.BYTES);
        long offset = p.offset;
        DataLayout layout = p.layout;
        Runnable then = p.afterwards;
        p.memory = staging;
        p.offset = 0;
        p.layout = null;
        p.afterwards = () -> {
            if (failureOf(this) == null) {
                LayoutCopy.copy(staging, 0, null, given, offset, layout, 0, lengthBytes);
            }
            if (then != null) {
                then.run();
            }
        };
        return true;
    }

    @Override
    protected void finish() {
        finishReceive();
    }

    @Override
    protected void dropped() {
        finishReceive();
    }

    private void finishReceive() {
        Posting p = posting;
        if (p == null) {
            return; // done before
        }
        try {
            if (p.afterwards != null) {
                finish(p);
            }
        } finally {
            if (pool != null) { // free: the completing thread released it before the request became complete
                posting = null;
                pool.give(p);
            }
        }
    }

    private void finish(Posting p) {
        Runnable work = p.afterwards;
        p.afterwards = null;
        try {
            work.run();
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            throw ReceiveErrors.memoryGone(describe(p.keySource, p.keyTag), e);
        }
    }

    /** Remembers the queue from which this receive can be removed. */
    void postedIn(ReceiveQueue queue) {
        posting.queue = queue;
    }

    /**
     * Cancels the receive if no message has matched it yet: it completes as cancelled, and the caller may reuse its
     * memory. A matched receive continues and delivers its message. In both cases the request must still be completed.
     * Local; does not block. (MPI 4.1, section 3.8.4)
     */
    @Override
    public void cancel() {
        Posting p = posting;
        ReceiveQueue where = p == null ? null : p.queue;
        if (where != null && where.remove(this)) {
            completeCancelled();
            progress().signal(); // another thread may wait for it, where several share the endpoint
        }
    }

    /** Ends a receive that has been taken back with {@link ReceiveQueue#remove}; its memory is the caller's again. */
    public void withdraw() {
        completeCancelled();
        await(null);
    }

    /** Returns the communicator on which it receives. */
    public Object communicator() {
        return communicator;
    }

    /** Returns the context id that it matches. */
    public int contextId() {
        return posting.contextId;
    }

    /** Returns the memory to fill. */
    public MemorySegment memory() {
        return resolve(posting);
    }

    /** Returns the offset of the message in the memory, in bytes. */
    public long offset() {
        return posting.offset;
    }

    /** Returns the layout of the elements in the memory; null when they lie side by side. */
    public DataLayout layout() {
        return posting.layout;
    }

    /** Returns the longest message that fits, in bytes. */
    public long capacityBytes() {
        return posting.capacityBytes;
    }

    /**
     * Completes with the error that the message was too long.
     *
     * @param sourceRank the sender's rank
     */
    public void failTruncated(int sourceRank, int messageTag, long lengthBytes) {
        fail(sourceRank, messageTag, ReceiveErrors.truncated(this, sourceRank, messageTag, lengthBytes));
    }

    /**
     * Completes with the error that the message cannot be written to the memory.
     *
     * @param sourceRank the sender's rank
     * @param cause what the access has thrown
     */
    public void failMemory(int sourceRank, int messageTag, long lengthBytes, Throwable cause) {
        String what = describe(sourceRank, messageTag) + " length=" + lengthBytes;
        fail(sourceRank, messageTag, ReceiveErrors.memoryGone(what, cause));
    }

    /** Returns the error of this receive when no sender can complete it any more; null while one can. */
    SennitException hopeless() {
        Posting p = posting;
        FailureScope scope = p != null && communicator instanceof FailureScope known ? known : null;
        Throwable cause = scope == null ? null : scope.failureOf(p.keySource);
        return cause == null ? null : ReceiveErrors.peerFailed(this, p, scope, cause);
    }

    /** Fails with that error, after it has been removed from the queue. */
    void failWith(SennitException error) {
        Posting p = posting;
        fail(p.keySource, p.keyTag, error);
    }

    @Override
    public Awaited awaited() {
        Posting p = posting;
        return p == null || isComplete() ? null : Awaited.message(toString(), communicator, p.keySource);
    }

    /** Fails a receive that no message has matched; a matched one continues. */
    @Override
    public void giveUp(SennitException error) {
        Posting p = posting;
        ReceiveQueue where = p == null ? null : p.queue;
        if (where != null && where.remove(this)) {
            failWith(error);
        }
    }

    /** Returns the name of the call that receives, as in error texts. */
    protected String operation() {
        return "receive";
    }

    /**
     * Returns the names of this operation for an error text.
     *
     * @param sourceRank the sender's rank
     * @return {@code name=value} pairs
     */
    public String describe(int sourceRank, int messageTag) {
        return "operation=" + operation() + " rank=" + ownRank + " peer=" + nameOfSource(sourceRank) + " tag="
                + nameOfTag(messageTag) + " communicator=" + communicator;
    }

    /** Returns a rank for an error text, the wildcard by its name. */
    public static String nameOfSource(int source) {
        return source == ANY_SOURCE ? "ANY_SOURCE" : Integer.toString(source);
    }

    /** Returns a tag for an error text, the wildcard by its name. */
    public static String nameOfTag(int tag) {
        return tag == ANY_TAG ? "ANY_TAG" : Integer.toString(tag);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public String toString() {
        Posting p = posting;
        return p == null ? describe(peer(), messageTag()) : describe(p.keySource, p.keyTag);
    }

    @Override
    protected void release() {
        Posting p = posting;
        p.array = null;
        p.memory = null;
    }
}
