package org.sennit.conformance.random;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.ownership.OwnedBuffer;

/**
 * Who owns which memory, written down outside of the library: a buffer carries the number of its entry in its bytes.
 * For all ranks of a JVM; any thread.
 *
 * <p>Memory that two processes of this JVM have mapped has two addresses; there the bytes tell: they are no longer as
 * they were written when another owner has them, too.
 */
final class OwnershipLedger {
    /** Shorter messages carry no number. */
    static final long HEADER_BYTES = 32;

    private static final long STEP = 61; // of the bytes behind the header; a prime
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final AtomicLong last = new AtomicLong();
    private final Map<Long, Integer> owners = new ConcurrentHashMap<>(); // by address
    private final Map<Integer, OwnershipPlan.Parcel> presents = new ConcurrentHashMap<>(); // by number
    private final Map<Long, OwnershipPlan.Passing> underWay = new ConcurrentHashMap<>(); // by number

    /**
     * A buffer that has an owner.
     *
     * @param buffer the handle
     * @param address of its memory
     * @param number of its bytes' entry; 0 when they have none
     * @param bytes how many of them
     */
    record Held(OwnedBuffer buffer, long address, long number, long bytes) {}

    /** A rank has allocated a buffer. */
    Held allocated(int rank, OwnedBuffer buffer) {
        return write(own(rank, buffer), buffer.length());
    }

    private Held own(int rank, OwnedBuffer buffer) {
        long address = buffer.segment().address();
        Integer other = owners.putIfAbsent(address, rank);
        if (other != null) {
            throw new AssertionError("owned twice: rank " + rank + " has got what rank " + other + " owns: " + buffer);
        }
        return new Held(buffer, address, 0, 0);
    }

    /** Writes a new number, and bytes that follow from it. */
    Held write(Held held, long bytes) {
        MemorySegment memory = held.buffer().segment();
        if (bytes < HEADER_BYTES) {
            return new Held(held.buffer(), held.address(), 0, 0);
        }
        long number = last.incrementAndGet();
        memory.set(LONG, 0, number);
        memory.set(LONG, 8, bytes);
        for (long i = HEADER_BYTES; i < bytes; i += STEP) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (number + i));
        }
        return new Held(held.buffer(), held.address(), number, bytes);
    }

    /** Looks whether memory still is as it was written; the number in it. */
    static long check(MemorySegment memory, long bytes, String where) {
        long number = memory.get(LONG, 0);
        if (memory.get(LONG, 8) != bytes) {
            throw new AssertionError(
                    where + ": bytes of another buffer, length " + memory.get(LONG, 8) + " instead of " + bytes);
        }
        for (long i = HEADER_BYTES; i < bytes; i += STEP) {
            if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) (number + i)) {
                throw new AssertionError(where + ": byte " + i + " of " + bytes + " is not as it was written");
            }
        }
        return number;
    }

    /** Checks that a kept buffer is as it was. */
    void assertKept(Held held) {
        if (held.number() != 0
                && check(held.buffer().segment().asSlice(0, held.bytes()), held.bytes(), "kept") != held.number()) {
            throw new AssertionError("owned twice: somebody else has written another number into a kept buffer");
        }
    }

    /** Notes the bytes of a message that is about to leave; the buffer stays with who sends. */
    void leaves(Held held, OwnershipPlan.Passing message) {
        if (held.number() != 0) {
            underWay.put(held.number(), message);
        }
    }

    /** Its owner is about to give it away, or to free it. */
    void letGo(int rank, Held held) {
        assertKept(held);
        if (!owners.remove(held.address(), rank)) {
            throw new AssertionError("not owned by rank " + rank);
        }
    }

    /** It was given and did not go. */
    void notGone(int rank, Held held) {
        owners.put(held.address(), rank);
    }

    /** A rank has taken a buffer with a message of this length in it. */
    Held taken(int rank, OwnedBuffer buffer, long bytes) {
        Held held = own(rank, buffer);
        if (bytes < HEADER_BYTES) {
            return held;
        }
        return new Held(buffer, held.address(), check(buffer.segment(), bytes, "taken"), bytes);
    }

    /** The message whose bytes have arrived; once. Null when they carry no number. */
    OwnershipPlan.Passing arrived(long number) {
        if (number == 0) {
            return null;
        }
        OwnershipPlan.Passing message = underWay.remove(number);
        if (message == null) {
            throw new AssertionError("bytes " + number + " have arrived twice, or were never sent");
        }
        return message;
    }

    /** An object is about to be given away; null is nothing to remember. */
    void gives(OwnershipPlan.Present present, OwnershipPlan.Parcel parcel) {
        if (parcel != null) {
            presents.put(present.number(), parcel);
        }
    }

    /** It was refused, and is still the giver's. */
    void keeps(OwnershipPlan.Present present) {
        presents.remove(present.number());
    }

    /** An object has been taken: the very one that was given, once. */
    void got(OwnershipPlan.Present present, OwnershipPlan.Parcel parcel) {
        OwnershipPlan.Parcel given = presents.remove(present.number());
        if (given != parcel || parcel != null && !parcel.isOf(present.number())) {
            throw new AssertionError("another object than the one that was given: " + present);
        }
    }

    /** The message was refused as too long. */
    void refused(OwnershipPlan.Passing message) {
        if (message.lengthBytes() >= HEADER_BYTES && !underWay.values().remove(message)) {
            throw new AssertionError("refused, and arrived before: " + message);
        }
    }

    /** At the end of a program: nothing is under way, and no buffer has an owner. */
    void assertEmpty() {
        if (!underWay.isEmpty() || !owners.isEmpty() || !presents.isEmpty()) {
            throw new AssertionError(
                    "under way at the end: " + underWay + ", owned: " + owners + ", objects: " + presents.keySet());
        }
    }
}
