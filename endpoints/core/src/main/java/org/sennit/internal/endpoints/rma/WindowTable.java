package org.sennit.internal.endpoints.rma;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.internal.endpoints.rma.lock.ControlWords;
import org.sennit.internal.endpoints.rma.lock.MemberLock;
import org.sennit.internal.endpoints.rma.memory.WindowPart;

/**
 * The state of a window that the members of one process share. Each member stores its own part before a collective of
 * the creation, whose signals publish it; the rest is made by the first that asks, under this object's lock.
 */
final class WindowTable {
    /** The least alignment of a window's memory, in bytes. */
    static final long ALIGNMENT = 64;

    // Plain: each element is stored by its member, or under this object's lock, before a collective of the creation,
    // and loaded after it.
    private final WindowPart[] parts;
    private final long[] sizes;
    private final int[] units;

    // Below guarded by this.
    private final Map<String, MemorySegment> regions = new HashMap<>(); // of other processes
    private MemorySegment cards;
    private MemoryCard[] read; // by rank
    private ControlWords words;
    private MemorySegment kept;
    private boolean isDivided;
    private boolean isByCalls;
    private final MemberLock[] locks; // by rank; of this process. lock() loads after a collective of the creation

    WindowTable(int members) {
        this.parts = new WindowPart[members];
        this.sizes = new long[members];
        this.units = new int[members];
        this.locks = new MemberLock[members];
    }

    void enter(int rank, WindowPart part) {
        parts[rank] = part;
    }

    /** Stores the size and the displacement unit of a member's part of a shared window. */
    void want(int rank, long bytes, int displacementUnit) {
        sizes[rank] = bytes;
        units[rank] = displacementUnit;
    }

    WindowPart[] parts() {
        return parts;
    }

    /** Returns the words of the locks where all members are in this process. */
    synchronized ControlWords words() {
        if (words == null) {
            words = new ControlWords(
                    Arena.ofAuto().allocate(ControlWords.bytes(parts.length), ALIGNMENT), parts.length);
        }
        return words;
    }

    /** Returns memory for the cards of all members, process by process. */
    synchronized MemorySegment cards() {
        if (cards == null) {
            cards = MemorySegment.ofArray(new long[Math.multiplyExact(parts.length, MemoryCard.BYTES / Long.BYTES)]);
        }
        return cards;
    }

    /** Reads the cards, once, when all have come. */
    synchronized void read(RankMap group, long[] begins) {
        if (read != null) {
            return;
        }
        MemoryCard[] all = new MemoryCard[parts.length];
        for (int p = 0; p < begins.length; p++) {
            long at = begins[p];
            for (int rank : group.ranksOf(p)) {
                all[rank] = MemoryCard.read(cards, at);
                want(rank, all[rank].bytes(), all[rank].displacementUnit());
                at += MemoryCard.BYTES;
            }
        }
        read = all;
    }

    /**
     * Maps the parts of the members of other processes, once; −1, or the rank of one whose memory cannot be mapped
     * here.
     */
    synchronized int open(HostExchange host) {
        for (int rank = 0; rank < parts.length; rank++) {
            if (parts[rank] == null) {
                MemorySegment memory = open(host, read[rank]);
                if (memory == null) {
                    return rank;
                }
                parts[rank] = WindowPart.own(rank, memory, read[rank].displacementUnit());
            }
        }
        return -1;
    }

    /**
     * Has the members of other processes accessed by calls, except for memory that can be mapped; the cards tell of
     * both.
     */
    synchronized void useCalls(RankMap group, boolean isDynamic, HostExchange host) {
        if (isByCalls) {
            return;
        }
        for (int rank : group.ownRanks()) {
            locks[rank] = new MemberLock();
        }
        for (int rank = 0; rank < parts.length; rank++) {
            if (locks[rank] == null) {
                parts[rank] = other(rank, read[rank], isDynamic, host);
            }
        }
        isByCalls = true; // last: else another endpoint of the process would go on with the rest
    }

    private WindowPart other(int rank, MemoryCard card, boolean isDynamic, HostExchange host) {
        MemorySegment mapped = card.region().isEmpty() ? null : open(host, card);
        return mapped == null
                ? WindowPart.remote(rank, card.bytes(), card.displacementUnit(), isDynamic)
                : WindowPart.mapped(rank, mapped, card.displacementUnit());
    }

    /** Returns the lock of a member of this process; null for others. */
    MemberLock lock(int rank) {
        return locks[rank];
    }

    /** Maps a memory; null when that is not possible. */
    synchronized MemorySegment open(HostExchange host, MemoryCard card) {
        if (card.bytes() == 0) {
            return MemorySegment.NULL;
        }
        MemorySegment region = host.module() == null
                ? null
                : regions.computeIfAbsent(card.region(), name -> host.module().open(name));
        return region == null ? null : region.asSlice(card.offset(), card.bytes());
    }

    /** Keeps the memory of a shared window for the other members of this process, when all are in it. */
    synchronized void keep(MemorySegment memory) {
        kept = memory;
    }

    synchronized MemorySegment kept() {
        return kept;
    }

    /**
     * Returns the bytes that all members want: those of consecutive ranks lie one behind the other.
     *
     * @param alignment of each part, in bytes, a power of two
     */
    long totalBytes(long alignment) {
        long total = 0;
        for (long size : sizes) {
            total = Math.addExact(total, room(size, alignment));
        }
        return total;
    }

    private static long room(long size, long alignment) {
        return Math.addExact(size, alignment - 1) & -alignment;
    }

    /** Divides the memory of a shared window among the members, once. */
    synchronized void divide(MemorySegment memory, long alignment) {
        if (isDivided) {
            return;
        }
        long at = 0;
        for (int rank = 0; rank < parts.length; rank++) {
            parts[rank] = WindowPart.own(rank, memory.asSlice(at, sizes[rank]), units[rank]);
            at += room(sizes[rank], alignment);
        }
        isDivided = true; // last, as above
    }
}
