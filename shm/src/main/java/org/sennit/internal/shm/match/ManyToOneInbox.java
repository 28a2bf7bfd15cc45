package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/**
 * The inbox of an endpoint: an unbounded queue with many producers and one consumer. A producer claims a position with
 * one atomic fetch-and-add, writes its message into the cell there and publishes it. The consumer drains in the order
 * of claims, so the messages of each producer stay in order. A full chunk of cells is followed by another one, so no
 * producer waits for a slow consumer. The first chunk is small and each further one twice as large, up to a limit; an
 * endpoint that keeps up with its messages needs little memory.
 *
 * <p>Any thread may call {@code offer} and {@link #isFlooded}; everything else belongs to the consumer. Fields that
 * producers read for every message, fields that they write, and fields of the consumer lie on separate cache lines: one
 * shared line costs another transfer for each message (8 bytes one way between far cores, floor 133 ns: 255 ns instead
 * of 150). HotLayoutTest pins the layout.
 */
public final class ManyToOneInbox extends ManyToOneInboxConsumer {
    /** No message yet: an outcome of {@link #take}. */
    public static final int NOTHING = 0;

    /** The next message was taken: an outcome of {@link #take}. */
    public static final int TAKEN = 1;

    /** The next message does not match or has no immediate payload: an outcome of {@link #take}. */
    public static final int ANOTHER = 2;

    // Rules of thumb, not measured; the first chunk has 2 KiB.
    private static final int FIRST_CHUNK_CELLS = 16;
    private static final int POOLED_CHUNKS = 8;

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /**
     * Makes an empty inbox that is never flooded.
     *
     * @param context spins and yields
     * @param chunkCells cells in a chunk that is appended under load, a power of two; the first chunks have fewer
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     */
    public ManyToOneInbox(RuntimeContext context, int chunkCells, int immediateBytes) {
        this(context, chunkCells, immediateBytes, Long.MAX_VALUE);
    }

    /**
     * Makes an empty inbox.
     *
     * @param context spins and yields
     * @param chunkCells cells in a chunk that is appended under load, a power of two; the first chunks have fewer
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     * @param floodBudgetBytes bytes of unreceived messages beyond which the queue is flooded
     */
    public ManyToOneInbox(RuntimeContext context, int chunkCells, int immediateBytes, long floodBudgetBytes) {
        super(new InboxSettings(
                chunkCells,
                immediateBytes,
                new SpscVarHandleArrayQueue<>(POOLED_CHUNKS),
                new FloodGauge(floodBudgetBytes),
                context));
        if (Integer.bitCount(chunkCells) != 1) {
            throw new IllegalArgumentException("not a power of two: chunkCells=" + chunkCells);
        }
        InboxChunk first = new InboxChunk(Math.min(chunkCells, FIRST_CHUNK_CELLS), extensionBytes, 0, null);
        gauge.appended(first.bytes());
        begin(first);
        enter(first, 0);
    }

    /** Sets the bytes of kept unexpected messages. */
    void kept(long bytes) {
        gauge.kept(bytes);
        boolean wasFlooded = isFlooded(); // asked once: a producer may set it meanwhile
        if (wasFlooded ? gauge.isBelowHalf() : gauge.isOver()) {
            setFlooded(!wasFlooded);
        }
    }

    /** Returns the memory of the inbox in bytes. */
    long inboxBytes() {
        return gauge.inboxBytes();
    }

    /** Returns the memory of inbox and kept messages above which the endpoint is flooded. */
    long floodBudgetBytes() {
        return gauge.budgetBytes();
    }

    /** Returns the largest memory of inbox and kept messages so far, in bytes. */
    long mostBytes() {
        return gauge.mostBytes();
    }

    /**
     * Returns whether producers have claimed more than has been drained; then the consumer must not park.
     *
     * @return true when a message is there or on its way
     */
    public boolean hasClaimed() {
        return claimed() != position;
    }

    /**
     * Moves to the next message.
     *
     * @param envelope receives the envelope
     * @return true when there is one; look at its payload, then call {@link #advance}
     */
    public boolean peek(Envelope envelope) {
        if (!isReady()) {
            return false;
        }
        place = InboxCell.read(cells, cell, envelope);
        return true;
    }

    /** Returns whether the next message can be looked at. */
    boolean isReady() {
        return InboxCell.sequenceAcquire(cells, cell) == position + 1;
    }

    /**
     * Fast path: takes the next message if it is immediate and matches. Only when no receive is posted and no message
     * is kept, which would come first. Any other message stays for {@link #peek}.
     *
     * @param wanted which message
     * @param memory the memory that receives the message: a segment, or an array as {@link ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param status receives the outcome; may be null
     * @return {@link #NOTHING}, {@link #TAKEN} or {@link #ANOTHER}
     */
    int take(WantedMessage wanted, Object memory, int offset, Status status) {
        if (!isReady()) {
            return NOTHING;
        }
        long length = InboxCell.lengthBytes(cells, cell);
        long found = InboxCell.sourceAndTag(cells, cell);
        long signatureAndPlace = InboxCell.signatureAndPlace(cells, cell);
        if (!wanted.fits(InboxCell.kindAndContext(cells, cell), found, length)
                || !wanted.hasSignature(InboxCell.first(signatureAndPlace))) {
            return ANOTHER;
        }
        int placeFrom = InboxCell.second(signatureAndPlace);
        if (placeFrom == InboxCell.IN_CELL) {
            copyTo(memory, offset, OwnMemory.of(cells), cell + InboxCell.PAYLOAD, (int) length);
        } else if (placeFrom == InboxCell.IN_EXTENSION) {
            copyTo(memory, offset, consumerChunk.extensions(), consumerChunk.extension(position), (int) length);
        } else {
            return takeRemote(memory, offset, found, (int) length, placeFrom, status);
        }
        took(found, length, status);
        return TAKEN;
    }

    /** As {@link #take}, for a message of another process, whose credit is returned; a message by reference stays. */
    private int takeRemote(Object memory, int offset, long found, int length, int placeFrom, Status status) {
        if (InboxCell.placeOnly(placeFrom) >= InboxCell.BY_REFERENCE) {
            return ANOTHER;
        }
        if (InboxCell.placeOnly(placeFrom) == InboxCell.IN_CELL) {
            copyTo(memory, offset, OwnMemory.of(cells), cell + InboxCell.PAYLOAD, length);
        } else {
            copyTo(memory, offset, consumerChunk.extensions(), consumerChunk.extension(position), length);
        }
        took(found, length, status);
        returnCredit(InboxCell.processOf(placeFrom), length);
        return TAKEN;
    }

    /** Leaves a message that has been taken. */
    private void took(long found, long length, Status status) {
        next();
        if (status != null) {
            status.set(InboxCell.first(found), InboxCell.second(found), length, false);
        }
    }

    /**
     * As {@link #take}, for a message whose payload is that of a source in the table.
     *
     * @param wanted which message
     * @param status receives the outcome
     * @return the source, or null when nothing has been taken
     */
    PayloadSource takeByHandle(WantedMessage wanted, Status status) {
        if (!isReady()) {
            return null;
        }
        long length = InboxCell.lengthBytes(cells, cell);
        long found = InboxCell.sourceAndTag(cells, cell);
        if (!wanted.fits(InboxCell.kindAndContext(cells, cell), found, length)
                || InboxCell.second(InboxCell.signatureAndPlace(cells, cell)) != InboxCell.HANDLE) {
            return null;
        }
        handleWord = OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + InboxCell.PAYLOAD);
        PayloadSource source = sources.get((int) handleWord & Integer.MAX_VALUE);
        handleBytes = length;
        took(found, length, status);
        return source;
    }

    private PayloadSource byHandle() {
        long word = OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + InboxCell.PAYLOAD);
        return sources.get((int) word & Integer.MAX_VALUE);
    }

    /**
     * Returns the word given to {@link InboxProducer#offerByHandle} for the message last
     * taken by {@link #takeByHandle}.
     */
    long handleWord() {
        return handleWord;
    }

    /** Returns the length of that message. */
    long handleBytes() {
        return handleBytes;
    }

    /**
     * Sets the listener that returns credit to other processes. Before the inbox is used.
     *
     * @param credit called by the consumer
     */
    public void credit(RemoteCredit credit) {
        this.credit = credit;
    }

    /**
     * Sets the table of numbered sources. Before the inbox is used.
     *
     * @param table of the process
     */
    public void sources(SourceTable table) {
        this.sources = table;
    }

    /** Returns the credit of a message that has left the queue. Consumer only. */
    void returnCredit(int process, long lengthBytes) {
        if (process != InboxCell.FROM_HERE && credit != null) {
            credit.taken(process, lengthBytes);
        }
    }

    /** Returns the process that sent the current message, if it counts against a flow-control window. */
    int process() {
        return InboxCell.processOf(place);
    }

    static void copyTo(Object memory, int offset, MemorySegment from, long at, int length) {
        if (memory instanceof MemorySegment segment) {
            MemoryCopy.copy(from, at, segment, offset, length);
        } else {
            ArrayCopy.copyTo(from, at, memory, offset, length);
        }
    }

    /**
     * Spins until there is a message.
     *
     * @param rounds how long at most
     * @param context gives the spin hint
     * @param network polled in every round, since it may bring the message; null: not polled
     */
    boolean awaitMessage(int rounds, RuntimeContext context, WorkSource network) {
        MemorySegment in = cells;
        long at = cell;
        long sequence = position + 1;
        for (int i = 0; i < rounds; i++) {
            if (InboxCell.sequenceAcquire(in, at) == sequence) {
                return true;
            }
            if (network != null && network.doWork() > 0) {
                continue;
            }
            context.spin();
        }
        return false;
    }

    /** Returns the source of the current message's payload; null when it is in {@link #payload}. */
    public PayloadSource source() {
        return switch (InboxCell.placeOnly(place)) {
            case InboxCell.BY_REFERENCE ->
                (PayloadSource) consumerChunk.references[(int) consumerChunk.index(position)];
            case InboxCell.HANDLE -> byHandle();
            default -> null;
        };
    }

    /** Returns the memory of the inbox that holds the current message's payload, valid until {@link #advance}. */
    public MemorySegment payload() {
        return InboxCell.placeOnly(place) == InboxCell.IN_CELL ? cells : consumerChunk.extensions();
    }

    /** Returns the offset of the current message's payload in {@link #payload}, in bytes. */
    public long payloadOffset() {
        return InboxCell.placeOnly(place) == InboxCell.IN_CELL
                ? consumerChunk.index(position) * InboxCell.BYTES + InboxCell.PAYLOAD
                : consumerChunk.extension(position);
    }

    /** Ends the use of the current message. */
    public void advance() {
        if (InboxCell.placeOnly(place) == InboxCell.BY_REFERENCE) {
            consumerChunk.references[(int) consumerChunk.index(position)] = null;
        }
        next();
    }

    private void next() {
        if (++position == chunkEnd) {
            nextChunk();
        } else {
            cell = consumerChunk.cell(position);
        }
    }

    /** Moves the consumer to a chunk whose first position is given. */
    private void enter(InboxChunk chunk, long first) {
        consumerChunk = chunk;
        cells = chunk.cells;
        cell = chunk.cell(first);
        chunkEnd = first + chunk.capacity;
    }

    /**
     * Moves the consumer to the next chunk; waits until it is linked, unless the emptied one can be renewed in place.
     */
    private void nextChunk() {
        InboxChunk done = consumerChunk;
        InboxChunk next;
        for (int round = 1; (next = done.nextAcquire()) == null; round++) {
            if (renewInPlace(done)) {
                return;
            }
            awaitAppender(round); // the appender may have failed for lack of memory: then try to renew
        }
        next.forgetPrevious();
        enter(next, position);
        gauge.released(done.bytes());
        if (isFlooded() && gauge.isBelowHalf()) {
            setFlooded(false);
        }
        if (done.capacity == chunkCells) {
            emptied.offer(done); // a full pool leaves the chunk to the collector, as small chunks are
        }
    }

    /**
     * Reuses an emptied chunk as its own successor, if it is the last one and no producer is appending. A consumer that
     * keeps up thus stays in one chunk, whose lines stay in the first-level caches.
     *
     * <p>All cells of the chunk have been published and drained, so it is read only by producers that look for a later
     * position, and they wait until the chunk has been renewed. The right to append excludes appending producers.
     */
    private boolean renewInPlace(InboxChunk done) {
        long first = done.firstAcquire();
        if (!tryAppending(first)) {
            return false;
        }
        done.renew(position, null);
        gauge.holes.fill(done);
        endAppending(position);
        enter(done, position);
        return true;
    }
}

/** Read and written by the consumer only. */
abstract class ManyToOneInboxConsumer extends InboxProducer {
    long position;
    long chunkEnd; // the first position behind the chunk
    long cell; // offset of the position's cell, as InboxCell counts
    InboxChunk consumerChunk;
    MemorySegment cells; // of the chunk
    int place; // of the current message's payload, with the sending process
    RemoteCredit credit; // null: no credit is owed
    SourceTable sources; // null: there are none with numbers
    long handleWord; // of the message last taken by takeByHandle
    long handleBytes;

    ManyToOneInboxConsumer(InboxSettings settings) {
        super(settings);
    }
}
