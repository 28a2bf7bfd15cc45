package org.sennit.internal.shm.match;

import static org.sennit.internal.shm.match.ReceiveRequest.ANY_SOURCE;
import static org.sennit.internal.shm.match.ReceiveRequest.ANY_TAG;

import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * The unexpected messages of an endpoint, in order of arrival. A search examines the few oldest; if none matches it
 * uses an index of its wildcard class. An index is made on first use and dropped when the queue is empty, so a message
 * enters each index at most once, and a queue that is used in order has none: every receive and probe takes amortised
 * constant time, whatever the number of messages.
 *
 * <p>Belongs to the thread that drains the endpoint's inbox.
 */
final class UnexpectedMessages {
    static final int CLASSES = 4;
    static final int SOURCE_IS_ANY = 1;
    static final int TAG_IS_ANY = 2;

    /** Messages examined before an index is used: each costs 1 ns, an index 10. */
    private static final int LOOKS = 4;

    /** Messages whose payloads share a block of memory, which is made with them. Rule of thumb, not measured. */
    private static final int BLOCK = 64;

    /** Most bytes of free payload memory kept for later messages. Rule of thumb, not measured. */
    private static final long MOST_FREE_BYTES = 256 << 10;

    /**
     * The share of the flood budget, in eighths, that free messages may occupy beyond the few, apart from what is left
     * to the inbox: less than half, so that an endpoint can come back from a flood.
     */
    private static final int FREE_EIGHTHS = 3;

    private static final long LEFT_TO_INBOX_BYTES = 8 << 20;

    private final List<MatchTable<MessageLink>> indices = // by class
            List.of(new MatchTable<>(), new MatchTable<>(), new MatchTable<>(), new MatchTable<>());
    private int indexed; // a bit for each class that has an index now
    private int firstIndexed; // the class of the first of them
    private UnexpectedMessage oldest;
    private UnexpectedMessage newest;
    private int size;
    private int most;
    private long keptBytes;
    private long mostKeptBytes;
    private final int mostFree;
    private UnexpectedMessage free;
    private int freeCount;
    private long freeBytes; // payloads of their own
    private final SpareCount spare = new SpareCount();
    private final MemorySegment scratch = MemorySegment.ofArray(new byte[UnexpectedMessage.INNER_BYTES]);

    /** Makes an empty store of an endpoint with a flood budget. */
    UnexpectedMessages(long budgetBytes) {
        long freeBytesAtMost = Math.max(0, budgetBytes - LEFT_TO_INBOX_BYTES) / 8 * FREE_EIGHTHS;
        mostFree =
                (int) Math.min(SpareCount.FEW + freeBytesAtMost / UnexpectedMessage.OVERHEAD_BYTES, Integer.MAX_VALUE);
    }

    /** Returns room for the shortest payload while it is copied. */
    MemorySegment scratch() {
        return scratch;
    }

    int size() {
        return size;
    }

    /** Returns the greatest size so far. */
    int most() {
        return most;
    }

    /** Returns the oldest message, or null. */
    UnexpectedMessage oldest() {
        return oldest;
    }

    /** Returns the memory of the messages that have been taken and not yet given back, in bytes. */
    long keptBytes() {
        return keptBytes;
    }

    /** Returns the most that they ever occupied. */
    long mostKeptBytes() {
        return mostKeptBytes;
    }

    /** Returns a message to fill and then {@link #add}. */
    UnexpectedMessage take() {
        if (free == null) {
            makeBlock();
        }
        UnexpectedMessage message = free;
        free = message.newer;
        message.newer = null;
        freeCount--;
        freeBytes -= message.ownBytes();
        spare.taken();
        return message;
    }

    private void makeBlock() {
        MemorySegment block = MemorySegment.ofArray(new byte[BLOCK * UnexpectedMessage.BLOCK_ROOM]);
        for (int i = BLOCK - 1; i >= 0; i--) {
            UnexpectedMessage message = new UnexpectedMessage(block, i * UnexpectedMessage.BLOCK_ROOM);
            message.newer = free;
            free = message;
        }
        freeCount += BLOCK;
    }

    void add(UnexpectedMessage m) {
        m.older = newest;
        if (newest == null) {
            oldest = m;
        } else {
            newest.newer = m;
        }
        newest = m;
        most = Math.max(most, ++size);
        keptBytes += UnexpectedMessage.OVERHEAD_BYTES + m.ownBytes();
        mostKeptBytes = Math.max(mostKeptBytes, keptBytes);
        if (indexed != 0) {
            for (int i = 0; i < CLASSES; i++) {
                if ((indexed & 1 << i) != 0) {
                    indices.get(i).add(m.newLink(i, i == firstIndexed));
                }
            }
        }
    }

    /** Returns the oldest message that a receive may take, or null; it stays here. */
    UnexpectedMessage find(int context, int source, int tag) {
        UnexpectedMessage m = oldest;
        for (int i = 0; i < LOOKS; i++) {
            if (m == null || m.matches(context, source, tag)) {
                return m;
            }
            m = m.newer;
        }
        return m == null ? null : findByIndex(context, source, tag);
    }

    private UnexpectedMessage findByIndex(int context, int source, int tag) {
        int wildcards = (source == ANY_SOURCE ? SOURCE_IS_ANY : 0) | (tag == ANY_TAG ? TAG_IS_ANY : 0);
        if ((indexed & 1 << wildcards) == 0) {
            makeIndex(wildcards);
        }
        MessageLink link = indices.get(wildcards).oldest(context, source, tag);
        return link == null ? null : link.message;
    }

    private void makeIndex(int wildcards) {
        if (indexed == 0) {
            firstIndexed = wildcards;
        }
        for (UnexpectedMessage m = oldest; m != null; m = m.newer) {
            indices.get(wildcards).add(m.newLink(wildcards, wildcards == firstIndexed));
        }
        indexed |= 1 << wildcards;
    }

    /** Takes a found message out; when its payload has been used it is given back by {@link #recycle}. */
    void remove(UnexpectedMessage m) {
        if (m.older == null) {
            oldest = m.newer;
        } else {
            m.older.newer = m.newer;
        }
        if (m.newer == null) {
            newest = m.older;
        } else {
            m.newer.older = m.older;
        }
        m.older = null;
        m.newer = null;
        size--;
        if (indexed != 0) {
            leaveIndices(m);
        }
    }

    private void leaveIndices(UnexpectedMessage m) {
        for (int i = 0; i < CLASSES; i++) {
            if ((indexed & 1 << i) != 0) {
                indices.get(i).remove(m.link(i, i == firstIndexed));
            }
        }
        if (size == 0) {
            indexed = 0;
        }
    }

    /** Recycles a message object. A flooded endpoint keeps only a few. */
    void recycle(UnexpectedMessage m, boolean isFlooded) {
        m.source = null;
        keptBytes -= UnexpectedMessage.OVERHEAD_BYTES + m.ownBytes();
        if (freeCount < (isFlooded ? SpareCount.FEW : mostFree)) {
            if (freeBytes + m.ownBytes() > MOST_FREE_BYTES) {
                m.forgetOwn();
            }
            freeBytes += m.ownBytes();
            m.newer = free;
            free = m;
            freeCount++;
        }
        for (int surplus = spare.givenBack(freeCount); surplus > 0; surplus--) {
            freeBytes -= free.ownBytes();
            free = free.newer;
            freeCount--;
        }
    }

    /** Returns the bytes that count against the flood budget: kept messages, and free ones beyond a few. */
    long occupiedBytes() {
        return keptBytes + (long) Math.max(0, freeCount - SpareCount.FEW) * UnexpectedMessage.OVERHEAD_BYTES;
    }

    /** Returns the number of free messages kept; for tests. */
    int freeCount() {
        return freeCount;
    }
}
