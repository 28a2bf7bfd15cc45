package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.jctools.queues.varhandle.SpscVarHandleArrayQueue;
import org.sennit.runtime.concurrent.FrontPadding;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.ArrayCopy;
import org.sennit.runtime.memory.BufferCopy;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.memory.LayoutCopy;
import org.sennit.runtime.memory.MemoryCopy;
import org.sennit.runtime.memory.OwnMemory;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.progress.WorkSource;
import org.sennit.runtime.request.Status;

/**
 * The inbox of an endpoint: many producers, one consumer, unbounded. A producer claims a place with one atomic
 * fetch-and-add, writes its message there and publishes it; messages are drained in the order of the claims, so each
 * producer's stay in order, and no producer ever waits for a slow consumer: when a chunk of cells is full the next one
 * is linked. The first chunk is small, each further one twice as large up to a limit, so that an endpoint that keeps up
 * with its messages needs little memory.
 *
 * <p>The list of chunks is grown as in JCTools' {@code MpscUnboundedXaddArrayQueue}: the right to append goes round by
 * a compare-and-set on the first position of the last chunk, and emptied chunks come back through a small pool. A
 * producer that needs a chunk which another is just appending waits for that producer, not for the consumer.
 *
 * <p>{@code offer} may be called by any thread; everything else belongs to the consumer, except {@link #hasClaimed},
 * which the consumer asks before it parks. What producers read at every message, what they write, and what the consumer
 * writes lie on lines apart: a word of the producers on a line of the consumer costs another crossing for each message.
 * (8 bytes one way, far, floor 133 ns: 255 ns with one such word, 150 without. The layout is pinned by HotLayoutTest.)
 */
public final class ManyToOneInbox extends ManyToOneInboxConsumer {
    /** No message yet: an outcome of {@link #take}. */
    public static final int NOTHING = 0;

    /** The next message was taken: an outcome of {@link #take}. */
    public static final int TAKEN = 1;

    /** There is a message, but not one that may be taken so: an outcome of {@link #take}. */
    public static final int ANOTHER = 2;

    private static final long APPENDING = -2;
    private static final int FIRST_CHUNK_CELLS = 16;
    private static final int POOLED_CHUNKS = 8;

    /** Rounds of 25 ns that wait for an appender before each yield: 3 µs, about what a fresh chunk takes. */
    private static final int SPINS_BEFORE_YIELD = 128;

    private static final VarHandle CLAIMED;
    private static final VarHandle LAST_FIRST;
    private static final VarHandle LAST_CHUNK;
    private static final VarHandle FLOODED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            CLAIMED = lookup.findVarHandle(ManyToOneInboxProducers.class, "claimed", long.class)
                    .withInvokeExactBehavior();
            LAST_FIRST = lookup.findVarHandle(ManyToOneInboxRight.class, "lastFirst", long.class);
            LAST_CHUNK = lookup.findVarHandle(ManyToOneInboxAppender.class, "lastChunk", InboxChunk.class);
            FLOODED = lookup.findVarHandle(ManyToOneInboxAppender.class, "flooded", int.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("unused")
    private long q00, q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15;

    /**
     * Makes an empty inbox that is never flooded.
     *
     * @param chunkCells cells in a chunk that is appended under load, a power of two; the first chunks have fewer
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     */
    public ManyToOneInbox(int chunkCells, int immediateBytes) {
        this(chunkCells, immediateBytes, Long.MAX_VALUE);
    }

    /**
     * Makes an empty inbox.
     *
     * @param chunkCells cells in a chunk that is appended under load, a power of two; the first chunks have fewer
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     * @param floodBudgetBytes beyond so many bytes of messages that are not received it is flooded
     */
    public ManyToOneInbox(int chunkCells, int immediateBytes, long floodBudgetBytes) {
        super(
                chunkCells,
                immediateBytes,
                new SpscVarHandleArrayQueue<>(POOLED_CHUNKS),
                new FloodGauge(floodBudgetBytes));
        if (Integer.bitCount(chunkCells) != 1) {
            throw new IllegalArgumentException("not a power of two: chunkCells=" + chunkCells);
        }
        InboxChunk first = new InboxChunk(Math.min(chunkCells, FIRST_CHUNK_CELLS), extensionBytes, 0, null);
        gauge.appended(bytesOf(first));
        LAST_CHUNK.setVolatile(this, first);
        LAST_FIRST.setVolatile(this, 0L);
        enter(first, 0);
    }

    /**
     * What a cell takes of off-heap memory, with what lies beside it.
     *
     * @param immediateBytes the longest payload that is copied into the inbox, in bytes
     * @return bytes
     */
    public static int bytesOfCell(int immediateBytes) {
        return InboxCell.BYTES + (immediateBytes <= InboxCell.PAYLOAD_BYTES ? 0 : immediateBytes + 7 & ~7);
    }

    /**
     * The longest payload that fits the inbox.
     *
     * @return bytes
     */
    public int immediateBytes() {
        return immediateBytes;
    }

    /**
     * Whether so much waits here, or is kept unexpected, that senders are to keep their payloads. Asked by senders before
     * each message; a hint, on the line that they read anyway.
     *
     * @return true when only references should be put here
     */
    public boolean isFlooded() {
        return (int) FLOODED.getOpaque((ManyToOneInboxAppender) this) != 0;
    }

    private void setFlooded(boolean isFlooded) {
        if (isFlooded() != isFlooded) {
            FLOODED.setOpaque((ManyToOneInboxAppender) this, isFlooded ? 1 : 0);
        }
    }

    /** What unexpected messages occupy now; by the consumer. */
    void kept(long bytes) {
        gauge.kept(bytes);
        if (isFlooded() ? gauge.isBelowHalf() : gauge.isOver()) {
            setFlooded(!isFlooded());
        }
    }

    /** What the inbox itself occupies, in bytes. */
    long inboxBytes() {
        return gauge.inboxBytes();
    }

    /** What the inbox and the kept messages may occupy before it is flooded. */
    long floodBudgetBytes() {
        return gauge.budgetBytes();
    }

    /** The most that the inbox and the kept messages have occupied, in bytes. */
    long mostBytes() {
        return gauge.mostBytes();
    }

    private long bytesOf(InboxChunk chunk) {
        return (long) chunk.capacity * (InboxCell.BYTES + extensionBytes + Long.BYTES);
    }

    /**
     * Puts a message with its payload into the inbox; the payload's memory is free again on return.
     *
     * @param envelope the envelope, copied
     * @param payload the memory of the payload
     * @param offset where the payload begins, in bytes
     * @param layout how its elements lie, or null when they lie side by side
     */
    public void offer(Envelope envelope, MemorySegment payload, long offset, DataLayout layout) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        boolean isCopied = false;
        try {
            int length = (int) envelope.lengthBytes;
            if (length <= InboxCell.PAYLOAD_BYTES && layout == null) {
                MemoryCopy.copy(payload, offset, OwnMemory.of(chunk.cells), cell + InboxCell.PAYLOAD, length);
            } else {
                place = copyElsewhere(chunk, position, payload, offset, layout, length);
            }
            isCopied = true;
        } finally {
            if (!isCopied) { // the memory was closed under us: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
        InboxCell.write(chunk.cells, cell, envelope, place);
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /**
     * Puts a message into the inbox whose payload lies in an array: the shortest way.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank
     * @param tag the tag
     * @param signature the type signature
     * @param array as {@link ArrayCopy} takes it
     * @param offset where the payload begins, in bytes
     * @param length of the payload, in bytes; not checked here
     */
    public void offerArray(
            int contextId, int sourceRank, int tag, int signature, Object array, int offset, int length) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        MemorySegment memory = OwnMemory.of(chunk.cells);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        if (length <= InboxCell.PAYLOAD_BYTES) {
            ArrayCopy.copyFrom(array, offset, memory, cell + InboxCell.PAYLOAD, length);
        } else {
            place = InboxCell.IN_EXTENSION;
            copyBeside(chunk, position, array, offset, length);
        }
        InboxCell.write(
                memory,
                cell,
                InboxCell.pair(Envelope.SEND, contextId),
                InboxCell.pair(sourceRank, tag),
                InboxCell.pair(signature, place),
                length);
        InboxCell.sequenceRelease(memory, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /**
     * Puts a message into the inbox whose payload lies in a buffer: the shortest way of one that has come from elsewhere.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank
     * @param tag the tag
     * @param signature the type signature
     * @param bytes the buffer
     * @param at where the payload begins in it, not before its position
     * @param length of the payload, in bytes; not checked here
     * @param process from which process it came
     */
    public void offerBuffer(
            int contextId, int sourceRank, int tag, int signature, ByteBuffer bytes, int at, int length, int process) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        MemorySegment memory = OwnMemory.of(chunk.cells);
        long cell = chunk.cell(position);
        int place = InboxCell.IN_CELL;
        boolean isCopied = false;
        try {
            if (length <= InboxCell.PAYLOAD_BYTES) {
                BufferCopy.copyFrom(bytes, at, memory, cell + InboxCell.PAYLOAD, length);
            } else {
                place = InboxCell.IN_EXTENSION;
                BufferCopy.copyFrom(bytes, at, chunk.extensions(), chunk.extension(position), length);
            }
            isCopied = true;
        } finally {
            if (!isCopied) { // no memory: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
        InboxCell.write(
                memory,
                cell,
                InboxCell.pair(Envelope.SEND, contextId),
                InboxCell.pair(sourceRank, tag),
                InboxCell.pair(signature, InboxCell.placeFrom(place, process)),
                length);
        InboxCell.sequenceRelease(memory, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    private static void copyBeside(InboxChunk chunk, long position, Object array, int offset, int length) {
        boolean isCopied = false;
        try {
            ArrayCopy.copyFrom(array, offset, chunk.extensions(), chunk.extension(position), length);
            isCopied = true;
        } finally {
            if (!isCopied) { // no memory: the claimed cell must not stay a hole
                publishVoid(chunk, position);
            }
        }
    }

    private static void publishVoid(InboxChunk chunk, long position) {
        InboxCell.write(chunk.cells, chunk.cell(position), VOID, InboxCell.IN_CELL);
        InboxCell.sequenceRelease(chunk.cells, chunk.cell(position), position + 1);
    }

    /** A payload that is longer than a cell, or has gaps at its source. */
    private static int copyElsewhere(
            InboxChunk chunk, long position, MemorySegment payload, long offset, DataLayout layout, int length) {
        boolean isInCell = length <= InboxCell.PAYLOAD_BYTES;
        MemorySegment to = isInCell ? chunk.cells : chunk.extensions();
        long toOffset =
                isInCell ? chunk.index(position) * InboxCell.BYTES + InboxCell.PAYLOAD : chunk.extension(position);
        if (layout == null) {
            MemoryCopy.copy(payload, offset, to, toOffset, length);
        } else {
            LayoutCopy.copy(payload, offset, layout, to, toOffset, null, 0, length);
        }
        return isInCell ? InboxCell.IN_CELL : InboxCell.IN_EXTENSION;
    }

    /**
     * Puts a message into the inbox whose payload is still with its source.
     *
     * @param envelope the envelope, copied
     * @param source what will deliver the payload when the message is matched
     */
    public void offer(Envelope envelope, MessageSource source) {
        offer(envelope, source, InboxCell.FROM_HERE);
    }

    /**
     * Puts a message of another process into the inbox whose payload is with its source.
     *
     * @param envelope the envelope, copied
     * @param source what will deliver the payload when the message is matched
     * @param process from which process it came, when it counts against that one's window; else −1
     */
    public void offer(Envelope envelope, MessageSource source, int process) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        long cell = chunk.cell(position);
        chunk.references[(int) chunk.index(position)] = source;
        InboxCell.write(chunk.cells, cell, envelope, InboxCell.placeFrom(InboxCell.BY_REFERENCE, process));
        InboxCell.sequenceRelease(chunk.cells, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    /**
     * Puts a message into the inbox whose payload is with a source of the {@link SourceTable}.
     *
     * @param contextId the communicator's context id
     * @param sourceRank the sender's rank
     * @param tag the tag
     * @param signature the type signature
     * @param lengthBytes the length of the message
     * @param number of the source
     */
    public void offerListed(int contextId, int sourceRank, int tag, int signature, long lengthBytes, int number) {
        long position = (long) CLAIMED.getAndAdd((ManyToOneInboxProducers) this, 1L);
        InboxChunk chunk = chunkFor(position);
        MemorySegment memory = OwnMemory.of(chunk.cells);
        long cell = chunk.cell(position);
        memory.set(ValueLayout.JAVA_LONG_UNALIGNED, cell + InboxCell.PAYLOAD, number);
        InboxCell.write(
                memory,
                cell,
                InboxCell.pair(Envelope.GIVE, contextId),
                InboxCell.pair(sourceRank, tag),
                InboxCell.pair(signature, InboxCell.LISTED),
                lengthBytes);
        InboxCell.sequenceRelease(memory, cell, position + 1);
        Reference.reachabilityFence(chunk);
    }

    private InboxChunk chunkFor(long position) {
        InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
        return isIn(position, chunk.firstAcquire(), chunk) ? chunk : findChunk(position);
    }

    private static boolean isIn(long position, long first, InboxChunk chunk) {
        return Long.compareUnsigned(position - first, chunk.capacity) < 0;
    }

    private InboxChunk findChunk(long position) {
        for (int round = 1; ; round++) {
            InboxChunk chunk = (InboxChunk) LAST_CHUNK.getAcquire(this);
            long first = chunk.firstAcquire();
            if (position < first + chunk.capacity) {
                InboxChunk found = chunk;
                // Ours is still in the list, and so are all after it: its cell is not published yet.
                for (; position < first; first = found.firstAcquire()) {
                    found = found.previousAcquire();
                }
                return found;
            }
            if ((long) LAST_FIRST.getVolatile(this) == first && LAST_FIRST.compareAndSet(this, first, APPENDING)) {
                append(chunk, first, position);
            } else {
                awaitAppender(round);
            }
        }
    }

    /** The appender needs some microseconds, unless it has lost its processor: to us, perhaps. */
    private static void awaitAppender(int round) {
        if (round % SPINS_BEFORE_YIELD != 0) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    /** Only one producer at a time is here: the one that has turned lastFirst into APPENDING. */
    private void append(InboxChunk last, long lastFirst, long position) {
        InboxChunk chunk = last;
        long first = lastFirst;
        try {
            while (position >= first + chunk.capacity) {
                long nextFirst = first + chunk.capacity;
                InboxChunk fresh = emptied.poll();
                if (fresh != null) {
                    fresh.renew(nextFirst, chunk);
                } else {
                    int cells = Math.min(chunk.capacity * 2, chunkCells);
                    fresh = new InboxChunk(cells, extensionBytes, nextFirst, chunk);
                }
                gauge.holes.fill(fresh);
                LAST_CHUNK.setRelease(this, fresh);
                chunk.nextRelease(fresh);
                chunk = fresh;
                first = nextFirst;
                gauge.appended(bytesOf(fresh));
            }
            if (gauge.isOver()) {
                setFlooded(true);
            }
        } catch (OutOfMemoryError e) {
            gauge.holes.add(position);
            throw new SennitException(
                    ErrorClass.NO_MEM, "no memory for a message in the receiver's inbox: operation=send cause=" + e, e);
        } finally {
            LAST_FIRST.setRelease(this, first); // also when memory has run out, so that nobody hangs
        }
    }

    /**
     * Whether producers have claimed more than has been drained; then the consumer must not park.
     *
     * @return true when a message is there or on its way
     */
    public boolean hasClaimed() {
        return (long) CLAIMED.getVolatile((ManyToOneInboxProducers) this) != position;
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

    private boolean isReady() {
        return InboxCell.sequenceAcquire(cells, cell) == position + 1;
    }

    /**
     * Takes the next message if it is an immediate one that fits: for a receive that knows of no other receive and no
     * other message that it must stand behind. Anything else stays for {@link #peek}.
     *
     * @param kindAndContext as {@link InboxCell#pair} joins them
     * @param sourceAndTag as {@link InboxCell#pair} joins them
     * @param wanted ones where source and tag must be the same
     * @param signature the type signature, which must be the same
     * @param memory where the message goes: a segment, or an array as {@link ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param capacityBytes the longest message that fits, in bytes
     * @param status receives the outcome; may be null
     * @return {@link #NOTHING}, {@link #TAKEN} or {@link #ANOTHER}
     */
    int take(
            long kindAndContext,
            long sourceAndTag,
            long wanted,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        if (!isReady()) {
            return NOTHING;
        }
        long length = InboxCell.lengthBytes(cells, cell);
        long found = InboxCell.sourceAndTag(cells, cell);
        long signatureAndPlace = InboxCell.signatureAndPlace(cells, cell);
        if (((found ^ sourceAndTag) & wanted) != 0
                || InboxCell.kindAndContext(cells, cell) != kindAndContext
                || InboxCell.first(signatureAndPlace) != signature
                || length > capacityBytes) {
            return ANOTHER;
        }
        if (InboxCell.second(signatureAndPlace) == InboxCell.IN_CELL) {
            copyTo(memory, offset, OwnMemory.of(cells), cell + InboxCell.PAYLOAD, (int) length);
        } else if (InboxCell.second(signatureAndPlace) == InboxCell.IN_EXTENSION) {
            copyTo(memory, offset, consumerChunk.extensions(), consumerChunk.extension(position), (int) length);
        } else {
            return takeRemote(memory, offset, (int) length, status);
        }
        next();
        if (status != null) {
            status.set(InboxCell.first(found), InboxCell.second(found), length, false);
        }
        return TAKEN;
    }

    /**
     * Takes the next message if its payload is with a source of the table, for a receive that knows of no other receive and
     * no other message that it must stand behind.
     *
     * @param kindAndContext as {@link InboxCell#pair} joins them
     * @param sourceAndTag as {@link InboxCell#pair} joins them
     * @param wanted ones where source and tag must be the same
     * @param mostBytes the longest message that is wanted, in bytes
     * @param status receives the outcome
     * @return the source, or null when nothing has been taken
     */
    MessageSource takeListed(long kindAndContext, long sourceAndTag, long wanted, long mostBytes, Status status) {
        if (!isReady()) {
            return null;
        }
        long length = InboxCell.lengthBytes(cells, cell);
        long found = InboxCell.sourceAndTag(cells, cell);
        if (((found ^ sourceAndTag) & wanted) != 0
                || InboxCell.kindAndContext(cells, cell) != kindAndContext
                || InboxCell.second(InboxCell.signatureAndPlace(cells, cell)) != InboxCell.LISTED
                || length > mostBytes) {
            return null;
        }
        MessageSource source = listed();
        next();
        status.set(InboxCell.first(found), InboxCell.second(found), length, false);
        return source;
    }

    private MessageSource listed() {
        return sources.get((int) OwnMemory.of(cells).get(ValueLayout.JAVA_LONG_UNALIGNED, cell + InboxCell.PAYLOAD));
    }

    /** The same for a message of another process, whose sender is owed room; a payload that is elsewhere stays. */
    private int takeRemote(Object memory, int offset, int length, Status status) {
        int placeFrom = InboxCell.second(InboxCell.signatureAndPlace(cells, cell));
        if (InboxCell.placeOnly(placeFrom) >= InboxCell.BY_REFERENCE) {
            return ANOTHER;
        }
        long found = InboxCell.sourceAndTag(cells, cell);
        if (InboxCell.placeOnly(placeFrom) == InboxCell.IN_CELL) {
            copyTo(memory, offset, OwnMemory.of(cells), cell + InboxCell.PAYLOAD, length);
        } else {
            copyTo(memory, offset, consumerChunk.extensions(), consumerChunk.extension(position), length);
        }
        next();
        if (status != null) {
            status.set(InboxCell.first(found), InboxCell.second(found), length, false);
        }
        owe(InboxCell.processOf(placeFrom), length);
        return TAKEN;
    }

    /**
     * Says who is told of messages of other processes that are taken; before the inbox is used.
     *
     * @param credit told by the consumer
     */
    public void credit(RemoteCredit credit) {
        this.credit = credit;
    }

    /**
     * Says where sources with a number are; before the inbox is used.
     *
     * @param table of the process
     */
    public void sources(SourceTable table) {
        this.sources = table;
    }

    /** A message has left the queue; by the consumer. */
    void owe(int process, long lengthBytes) {
        if (process != InboxCell.FROM_HERE && credit != null) {
            credit.taken(process, lengthBytes);
        }
    }

    /** The process from which the current message came, where it counts against a window. */
    int process() {
        return InboxCell.processOf(place);
    }

    private static void copyTo(Object memory, int offset, MemorySegment from, long at, int length) {
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
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return true when there is one
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

    /**
     * Where the payload of the current message is.
     *
     * @return its source, or null when it is in {@link #payload}
     */
    public MessageSource source() {
        return switch (InboxCell.placeOnly(place)) {
            case InboxCell.BY_REFERENCE ->
                (MessageSource) consumerChunk.references[(int) consumerChunk.index(position)];
            case InboxCell.LISTED -> listed();
            default -> null;
        };
    }

    /**
     * The memory that holds the current message's payload.
     *
     * @return memory of the inbox, valid until {@link #advance}
     */
    public MemorySegment payload() {
        return InboxCell.placeOnly(place) == InboxCell.IN_CELL ? cells : consumerChunk.extensions();
    }

    /**
     * Where in {@link #payload} the current message's payload begins.
     *
     * @return bytes
     */
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

    /** The consumer's place in a chunk whose first position is the current one. */
    private void enter(InboxChunk chunk, long first) {
        consumerChunk = chunk;
        cells = chunk.cells;
        cell = chunk.cell(first);
        chunkEnd = first + chunk.capacity;
    }

    /** The consumer needs the next chunk only when something may be in it; until then it waits here for its link. */
    private void nextChunk() {
        InboxChunk done = consumerChunk;
        InboxChunk next;
        for (int round = 1; (next = done.nextAcquire()) == null; round++) {
            if (renewInPlace(done)) {
                return;
            }
            awaitAppender(round); // it may have failed for lack of memory: then it is our turn
        }
        next.forgetPrevious();
        enter(next, position);
        gauge.released(bytesOf(done));
        if (isFlooded() && gauge.isBelowHalf()) {
            setFlooded(false);
        }
        if (done.capacity == chunkCells) {
            emptied.offer(done); // when the pool is full the chunk goes to the collector, as small ones do
        }
    }

    /**
     * Puts an emptied chunk that is still the last behind itself, as long as no producer is appending one. So a consumer
     * that keeps up goes round and round in one chunk, whose lines stay in the first-level caches.
     *
     * <p>All cells of the chunk have been published and drained, so no producer looks at it but those that want the next
     * position, and they wait until it has that. Who holds the right to append is decided as among producers.
     */
    private boolean renewInPlace(InboxChunk done) {
        long first = done.firstAcquire();
        // Volatile compare-and-set: pairs with the same in findChunk. It fails when another chunk is or was appended.
        if (!LAST_FIRST.compareAndSet(this, first, APPENDING)) {
            return false;
        }
        done.renew(position, null);
        gauge.holes.fill(done);
        LAST_FIRST.setRelease(this, position);
        enter(done, position);
        return true;
    }
}

/** What producers write at every message. */
abstract class ManyToOneInboxProducers extends FrontPadding {
    // Fetch-and-add by producers; volatile load by the consumer before it parks, paired with its parked flag.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long claimed;
}

/** Padding. */
abstract class ManyToOneInboxPad1 extends ManyToOneInboxProducers {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** What producers read at every message and write when they append. */
abstract class ManyToOneInboxAppender extends ManyToOneInboxPad1 {
    // Release store by the appender, acquire load by producers; the chunk's own first position says whether it is the
    // right one.
    @SuppressWarnings("unused")
    InboxChunk lastChunk;

    // Read only, and seldom.
    final int chunkCells;
    final int immediateBytes;
    final int extensionBytes;
    final SpscVarHandleArrayQueue<InboxChunk> emptied;
    final FloodGauge gauge;

    // 1 or 0; opaque, by the appender and the consumer; opaque load by senders. A hint: see FloodGauge.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    int flooded;

    ManyToOneInboxAppender(
            int chunkCells, int immediateBytes, SpscVarHandleArrayQueue<InboxChunk> emptied, FloodGauge gauge) {
        this.gauge = gauge;
        this.chunkCells = chunkCells;
        this.immediateBytes = immediateBytes;
        this.extensionBytes = ManyToOneInbox.bytesOfCell(immediateBytes) - InboxCell.BYTES;
        this.emptied = emptied;
    }
}

/** Padding; with its int the short fields before it leave no gap for one of a subclass. */
abstract class ManyToOneInboxPad2 extends ManyToOneInboxAppender {
    @SuppressWarnings("unused")
    private int r;

    @SuppressWarnings("unused")
    private long r00, r01, r02, r03, r04, r05, r06, r07, r08, r09, r10, r11, r12, r13, r14, r15;

    ManyToOneInboxPad2(
            int chunkCells, int immediateBytes, SpscVarHandleArrayQueue<InboxChunk> emptied, FloodGauge gauge) {
        super(chunkCells, immediateBytes, emptied, gauge);
    }
}

/** The right to append; the consumer takes it when it goes round, producers seldom: so it lies with the consumer's. */
abstract class ManyToOneInboxRight extends ManyToOneInboxPad2 {
    // Compare-and-set by whoever wants to append or renew a chunk, release store when that is done.
    @SuppressWarnings({"unused", "FieldMayBeFinal"})
    long lastFirst;

    ManyToOneInboxRight(
            int chunkCells, int immediateBytes, SpscVarHandleArrayQueue<InboxChunk> emptied, FloodGauge gauge) {
        super(chunkCells, immediateBytes, emptied, gauge);
    }
}

/** What the consumer alone reads and writes. */
abstract class ManyToOneInboxConsumer extends ManyToOneInboxRight {
    /** The envelope of a message whose sender failed while it wrote: matches nothing. */
    static final Envelope VOID = new Envelope();

    static {
        VOID.kind = -1;
    }

    long position;
    long chunkEnd; // the first position behind the chunk
    long cell; // of the position, as InboxCell counts
    InboxChunk consumerChunk;
    MemorySegment cells; // of the chunk
    int place; // of the current message's payload, and whence it came
    RemoteCredit credit; // null: nobody is owed anything
    SourceTable sources; // null: there are none with numbers

    ManyToOneInboxConsumer(
            int chunkCells, int immediateBytes, SpscVarHandleArrayQueue<InboxChunk> emptied, FloodGauge gauge) {
        super(chunkCells, immediateBytes, emptied, gauge);
    }
}
