package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.runtime.memory.Memcpy;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.internal.shm.mapped.memory.CollectionCount;
import org.sennit.internal.shm.mapped.memory.EternalMemory;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.internal.shm.mapped.memory.SharedHeap;
import org.sennit.internal.shm.mapped.memory.SharedRegion;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * The access to one side's memory of a message from the other process, as it stands in a cookie. Both are on one host,
 * so numbers are in the machine's order. Filled for one message after the other.
 *
 * <pre>
 *   NONE      0
 *   ADDRESS   1 | pid | address of the offering process's nonce | address
 *   REGION    2 | id  | 0                                       | offset  | text of the region's file, to the end
 *   ARRAY     3 | pid | address of the offering process's nonce | address | collections when it lay there
 *   CLOSEABLE 4 | pid | address of the offering process's nonce | address
 *   8 bytes each
 * </pre>
 */
final class MemoryOffer {
    /** The access that the other process has to the memory. */
    enum Kind {
        /** Not at all: it has gaps, or the kernel does not help. */
        NONE,
        /** By a copy that the kernel makes. */
        ADDRESS,
        /** By mapping it. */
        REGION,
        /** By a copy that the kernel makes, until the collector moves it. */
        ARRAY,
        /** By a copy that the kernel makes, until its arena is closed, which the owner alone knows. Only to be read. */
        CLOSEABLE
    }

    private static final Kind[] KINDS = Kind.values();
    private static final long PID = ProcessHandle.current().pid();
    private static final byte[] NO_TEXT = {};

    /** Null where arrays cannot be offered. */
    private static final CollectionCount OWN_COLLECTIONS =
            KernelCopy.INSTANCE == null || OwnMemory.EVERYTHING == null ? null : CollectionCount.of(PID);

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final int WORDS_BYTES = 4 * Long.BYTES;

    private Kind kind = Kind.NONE;
    private long owner; // pid, or id of the region
    private long nonceAddress; // where the offering process has mapped the nonce of its outgoing area; 0 for a region
    private long place; // address, or offset in the region
    private long collections; // of the offering process when an array lay at the address
    private byte[] regionText = NO_TEXT; // of this side's region: how to open it
    private MemorySegment cookie; // in which the other side's offer stands, during the call that has brought it
    private long regionTextOffset; // in that

    Kind kind() {
        return kind;
    }

    long owner() {
        return owner;
    }

    long nonceAddress() {
        return nonceAddress;
    }

    long place() {
        return place;
    }

    long collections() {
        return collections;
    }

    /** Returns how to open the other side's region, which is read in the call that has brought the cookie. */
    String text() {
        byte[] bytes = new byte[(int) (cookie.byteSize() - regionTextOffset)];
        MemorySegment.copy(cookie, ValueLayout.JAVA_BYTE, regionTextOffset, bytes, 0, bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Sets kind NONE: the memory is not offered; returns this. */
    MemoryOffer nothing() {
        return set(Kind.NONE, 0, 0, 0, NO_TEXT);
    }

    /** Offers an array where it lies now; nothing, if the collector moves it at this moment. */
    private MemoryOffer array(MemorySegment memory, MemorySegment outgoing) {
        long before = OWN_COLLECTIONS.value();
        long address = Memcpy.addressOf(memory);
        if (OWN_COLLECTIONS.value() != before) {
            return nothing();
        }
        set(Kind.ARRAY, PID, outgoing.address(), address, NO_TEXT);
        collections = before;
        return this;
    }

    private MemoryOffer set(Kind what, long who, long nonce, long where, byte[] how) {
        kind = what;
        owner = who;
        nonceAddress = nonce;
        place = where;
        regionText = how;
        cookie = null;
        return this;
    }

    /** Offers the memory of an operation. */
    MemoryOffer of(LargeMessageOperation operation, SharedHeap heap, MemorySegment outgoing) {
        MemorySegment memory = operation.memory();
        if (memory == null) {
            return nothing();
        }
        boolean isToBeRead = operation.isSend() && LibraryCopy.suits(memory);
        if (!memory.isNative()) {
            return OWN_COLLECTIONS != null && isToBeRead ? array(memory, outgoing) : nothing();
        }
        SharedRegion region = heap.find(memory);
        if (region != null) {
            return set(
                    Kind.REGION,
                    region.id(),
                    0,
                    region.offsetOf(memory),
                    region.file().textBytes());
        }
        boolean isEternal = EternalMemory.is(memory);
        if (KernelCopy.INSTANCE == null || !isEternal && !isToBeRead) {
            return nothing();
        }
        return set(isEternal ? Kind.ADDRESS : Kind.CLOSEABLE, PID, outgoing.address(), memory.address(), NO_TEXT);
    }

    /** Returns the length of {@link #write}. */
    int lengthBytes() {
        return switch (kind) {
            case NONE -> Long.BYTES;
            case ADDRESS, CLOSEABLE -> WORDS_BYTES;
            case REGION -> WORDS_BYTES + regionText.length;
            case ARRAY -> WORDS_BYTES + Long.BYTES;
        };
    }

    /** Writes it to a cookie. */
    void write(MemorySegment to, long at) {
        to.set(WORD, at, kind.ordinal());
        if (kind == Kind.ARRAY) {
            to.set(WORD, at + WORDS_BYTES, collections);
        }
        if (kind != Kind.NONE) {
            to.set(WORD, at + Long.BYTES, owner);
            to.set(WORD, at + 2 * Long.BYTES, nonceAddress);
            to.set(WORD, at + 3 * Long.BYTES, place);
            MemorySegment.copy(regionText, 0, to, ValueLayout.JAVA_BYTE, at + WORDS_BYTES, regionText.length);
        }
    }

    /** Reads an offer out of a cookie; one that is null or has no room offers nothing. */
    MemoryOffer read(MemorySegment from, long at) {
        long bytes = from == null ? 0 : from.byteSize() - at;
        if (bytes < Long.BYTES || from.get(WORD, at) == Kind.NONE.ordinal()) {
            return nothing();
        }
        long number = from.get(WORD, at);
        if (number < 0 || number >= KINDS.length || bytes < leastBytes(number)) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not an offer of memory: kind=" + number + " length=" + bytes);
        }
        set(
                KINDS[(int) number],
                from.get(WORD, at + Long.BYTES),
                from.get(WORD, at + 2 * Long.BYTES),
                from.get(WORD, at + 3 * Long.BYTES),
                NO_TEXT);
        if (kind == Kind.ARRAY) {
            collections = from.get(WORD, at + WORDS_BYTES);
        }
        cookie = from;
        regionTextOffset = at + WORDS_BYTES;
        return this;
    }

    private static int leastBytes(long kind) {
        return kind == Kind.ARRAY.ordinal() ? WORDS_BYTES + Long.BYTES : WORDS_BYTES;
    }
}
