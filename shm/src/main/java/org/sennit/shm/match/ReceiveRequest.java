package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.ErrorScope;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.request.Progress;
import org.sennit.runtime.request.Request;

/**
 * A receive: what it matches, and the memory that it fills. Prepared and posted by the thread that drives the
 * endpoint; completed by whoever moves the last byte. May be prepared again when it is inactive, so that a blocking
 * receive needs no new object.
 */
public class ReceiveRequest extends Request {
    /** Matches every source. */
    public static final int ANY_SOURCE = -1;

    /** Matches every tag. */
    public static final int ANY_TAG = -1;

    /** The order of a receive that waits in no queue. */
    static final long NOT_POSTED = 0;

    // Written by the endpoint's thread in prepare. The memory is read by whoever delivers; the order is that of the
    // message that tells it to (inbox sequence, or the network's lock).
    int contextId;
    int source;
    int tag;
    int signature;
    // Owned by PostedReceives while this receive waits there.
    long order = NOT_POSTED; // of posting
    ReceiveRequest newer;
    ReceiveRequest older;
    ReceiveRequest newest;
    ReceiveRequest chained;
    private MatchQueue queue; // where it was posted last
    private MemorySegment memory;
    private long offset;
    private DataLayout layout; // null: without gaps
    private DataLayout types; // null: the signature says all
    private long capacityBytes;
    private Object communicator;
    private int ownRank;
    private Runnable afterwards;

    /**
     * Makes an inactive receive.
     *
     * @param progress what moves it on
     */
    public ReceiveRequest(Progress progress) {
        super(progress);
    }

    /**
     * Says what to receive and makes the request active.
     *
     * @param communicator for error texts
     * @param ownRank the receiver's rank, for error texts
     * @param contextId the communicator's context id
     * @param source a rank or {@link #ANY_SOURCE}
     * @param tag a tag or {@link #ANY_TAG}
     * @param signature the type signature of the elements ({@link DataLayout#signatureOf})
     * @param memory where the message goes
     * @param offset where in the memory, in bytes
     * @param layout how the elements lie there, or null when they lie side by side
     * @param capacityBytes the longest message that fits, in bytes
     */
    public void prepare(
            Object communicator,
            int ownRank,
            int contextId,
            int source,
            int tag,
            int signature,
            MemorySegment memory,
            long offset,
            DataLayout layout,
            long capacityBytes) {
        this.communicator = communicator;
        this.ownRank = ownRank;
        this.contextId = contextId;
        this.source = source;
        this.tag = tag;
        this.signature = signature;
        this.memory = memory;
        this.offset = offset;
        this.layout = layout;
        this.types = null;
        this.capacityBytes = capacityBytes;
        this.afterwards = null;
        activate();
    }

    /**
     * Asks for room for a message that is longer than the capacity; called when it has been matched, by whoever delivers.
     *
     * @param lengthBytes the message's length
     * @return true when {@link #room} has been called and the message fits now
     */
    protected boolean makeRoom(long lengthBytes) {
        return false;
    }

    /**
     * Replaces the memory to fill; for {@link #makeRoom}.
     *
     * @param larger the memory
     * @param bytes its length
     */
    protected final void room(MemorySegment larger, long bytes) {
        memory = larger;
        offset = 0;
        layout = null;
        capacityBytes = bytes;
    }

    /**
     * Says of which layout the elements are, for those of several types: a message may be the beginning of them. Called
     * between {@link #prepare} and posting.
     *
     * @param declared what the user gave
     */
    public void types(DataLayout declared) {
        this.types = declared;
    }

    /** Whether the types of a message that is not too long, and whose signature is another, still fit. */
    boolean accepts(int sent, long lengthBytes) {
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
     * @param messageTag the message's tag
     * @param lengthBytes the message's length
     * @param sent the sender's signature
     */
    void failTypes(int sourceRank, int messageTag, long lengthBytes, int sent) {
        String received = types == null ? DataLayout.typeOf(signature) : types.toString();
        fail(
                sourceRank,
                messageTag,
                new SennitException(
                        ErrorClass.TYPE,
                        "types do not agree: sent " + DataLayout.describeSignature(sent, lengthBytes) + ", received as "
                                + received + ": " + describe(sourceRank, messageTag) + " length=" + lengthBytes
                                + " capacity=" + capacityBytes));
    }

    /**
     * Leaves work for the thread that takes the outcome, such as copying staged bytes to memory that only it may touch.
     *
     * @param work done once, before the outcome is given; also after a failure
     */
    public void afterwards(Runnable work) {
        this.afterwards = work;
    }

    @Override
    protected void finish() {
        Runnable work = afterwards;
        if (work != null) {
            afterwards = null;
            try {
                work.run();
            } catch (IllegalStateException | WrongThreadException e) {
                throw new SennitException(
                        ErrorClass.BUFFER,
                        "the receiver's memory cannot be written (its arena is closed, or it is confined to another"
                                + " thread): " + describe(source, tag),
                        e);
            }
        }
    }

    /** Remembers where to take this receive back from. */
    void postedIn(MatchQueue matchQueue) {
        queue = matchQueue;
    }

    /**
     * Takes the receive back if no message has matched it yet: then it completes as cancelled, and its memory is the
     * caller's again. A receive that has been matched goes on and delivers its message. Either way its outcome is still to
     * be taken. Local; does not block. (MPI 4.1, section 3.8.4)
     */
    @Override
    public void cancel() {
        MatchQueue where = queue;
        if (where != null && where.remove(this)) {
            completeCancelled();
            progress().signal(); // another thread may wait for it, where several share the endpoint
        }
    }

    /** Ends a receive that has been taken back with {@link MatchQueue#remove}; its memory is the caller's again. */
    public void withdraw() {
        completeCancelled();
        await(null);
    }

    /**
     * The communicator on which it receives.
     *
     * @return what {@link #prepare} was given
     */
    public Object communicator() {
        return communicator;
    }

    /**
     * The context id that it matches.
     *
     * @return the id
     */
    public int contextId() {
        return contextId;
    }

    /**
     * The memory to fill.
     *
     * @return the memory
     */
    public MemorySegment memory() {
        return memory;
    }

    /**
     * Where the message goes in the memory.
     *
     * @return bytes
     */
    public long offset() {
        return offset;
    }

    /**
     * How the elements lie in the memory.
     *
     * @return the layout, or null when they lie side by side
     */
    public DataLayout layout() {
        return layout;
    }

    /**
     * The longest message that fits.
     *
     * @return bytes
     */
    public long capacityBytes() {
        return capacityBytes;
    }

    /**
     * Whether a message belongs to this receive.
     *
     * @param messageContext its context id
     * @param messageSource its source rank
     * @param messageTag its tag
     * @return true when all three fit
     */
    boolean matches(int messageContext, int messageSource, int messageTag) {
        return contextId == messageContext
                && (source == messageSource || source == ANY_SOURCE)
                && (tag == messageTag || tag == ANY_TAG);
    }

    /**
     * Completes with the error that the message was too long.
     *
     * @param sourceRank the sender's rank
     * @param messageTag the message's tag
     * @param lengthBytes the message's length
     */
    public void failTruncated(int sourceRank, int messageTag, long lengthBytes) {
        fail(
                sourceRank,
                messageTag,
                new SennitException(
                        ErrorClass.TRUNCATE,
                        "message longer than its receive: " + describe(sourceRank, messageTag) + " length="
                                + lengthBytes + " capacity=" + capacityBytes));
    }

    /**
     * The names of this operation for an error text.
     *
     * @param sourceRank the sender's rank
     * @param messageTag the message's tag
     * @return {@code name=value} pairs
     */
    public String describe(int sourceRank, int messageTag) {
        return "operation=receive rank=" + ownRank + " peer=" + sourceRank + " tag=" + messageTag + " communicator="
                + communicator;
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public String toString() {
        return describe(source, tag);
    }

    @Override
    protected void release() {
        memory = null;
    }
}
