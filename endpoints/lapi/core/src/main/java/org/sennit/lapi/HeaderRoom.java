package org.sennit.lapi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessages;

/**
 * Room for the header of a one-sided operation, one for each kind. Used by the thread that has taken it
 * from {@link HeaderRooms}, until the send has returned: by then the header has been copied, or its handler has run.
 */
final class HeaderRoom {
    static final int GET_BYTES = 2 * Long.BYTES + Integer.BYTES + Wire.ADDRESS_BYTES;
    static final int MODIFY_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES + Wire.ADDRESS_BYTES;

    /** Pieces of a vector in the header of one part of it. */
    static final int MOST_PIECES =
            (ActiveMessages.MAX_HEADER_BYTES - Wire.BEFORE_VECTOR - Wire.BEFORE_PIECES) / Wire.PIECE_BYTES;

    private final MemorySegment all = Arena.ofAuto().allocate(MODIFY_BYTES, Long.BYTES);
    private final MemorySegment ofPut = all.asSlice(0, Wire.ADDRESS_BYTES);
    private final MemorySegment ofGet = all.asSlice(0, GET_BYTES);
    private final MemorySegment ofId = all.asSlice(0, Long.BYTES);
    private final MemorySegment ofPrevious = all.asSlice(0, 2 * Long.BYTES);
    private final MemorySegment ofIdAndNumber = all.asSlice(0, Long.BYTES + Integer.BYTES);

    private MemorySegment vectorRoom = MemorySegment.NULL; // until a vector is described
    private MemorySegment ofVector = MemorySegment.NULL; // the slice of the last one

    /** Returns the header of a put; null is the address of no bytes. */
    MemorySegment put(RemoteAddress to) {
        Wire.putAddress(all, 0, to);
        return ofPut;
    }

    /** Returns the header of a get. */
    MemorySegment get(long id, int targetCounter, long bytes, RemoteAddress from) {
        Wire.putLong(all, 0, id);
        Wire.putInt(all, Long.BYTES, targetCounter);
        Wire.putLong(all, Long.BYTES + Integer.BYTES, bytes);
        Wire.putAddress(all, GET_BYTES - Wire.ADDRESS_BYTES, from);
        return ofGet;
    }

    /**
     * Writes the header of a read-modify-write, but for the id, which comes with {@link #modify}.
     *
     * @param bytes of the variable: 4 or 8
     * @param second the new value of COMPARE_AND_SWAP, whose first number is the expected one
     */
    void describe(RmwOperation operation, int bytes, RemoteAddress variable, long first, long second) {
        Wire.putInt(all, Long.BYTES, operation.ordinal());
        Wire.putInt(all, Long.BYTES + Integer.BYTES, bytes);
        Wire.putLong(all, 2 * Long.BYTES, first);
        Wire.putLong(all, 3 * Long.BYTES, second);
        Wire.putAddress(all, MODIFY_BYTES - Wire.ADDRESS_BYTES, variable);
    }

    /** Returns the header of the read-modify-write that has been described. */
    MemorySegment modify(long id) {
        Wire.putLong(all, 0, id);
        return all;
    }

    /** Returns the header of a message about an operation of that name. */
    MemorySegment id(long id) {
        Wire.putLong(all, 0, id);
        return ofId;
    }

    /** Returns the header of the answer to a read-modify-write. */
    MemorySegment previous(long id, long previous) {
        Wire.putLong(all, 0, id);
        Wire.putLong(all, Long.BYTES, previous);
        return ofPrevious;
    }

    /** Returns the header of a message about an operation of that name, and a number. */
    MemorySegment idAndNumber(long id, int number) {
        Wire.putLong(all, 0, id);
        Wire.putInt(all, Long.BYTES, number);
        return ofIdAndNumber;
    }

    /** Returns the header of a getv; null where the vector does not fit. */
    MemorySegment getv(long id, int targetCounter, RemoteVector vector) {
        MemorySegment header = vector(Wire.BEFORE_VECTOR, vector);
        if (header != null) {
            Wire.putLong(header, 0, id);
            Wire.putInt(header, Long.BYTES, targetCounter);
        }
        return header;
    }

    /** Returns a header that describes a vector behind some room; null where it does not fit. */
    MemorySegment vector(int before, RemoteVector vector) {
        long bytes = before + Wire.bytes(vector);
        if (bytes > ActiveMessages.MAX_HEADER_BYTES) {
            return null;
        }
        MemorySegment header = ofVector(bytes);
        Wire.putVector(header, before, vector);
        return header;
    }

    private MemorySegment ofVector(long bytes) {
        if (vectorRoom.byteSize() == 0) {
            vectorRoom = Arena.ofAuto().allocate(ActiveMessages.MAX_HEADER_BYTES, Long.BYTES);
        }
        if (ofVector.byteSize() != bytes) {
            ofVector = vectorRoom.asSlice(0, bytes);
        }
        return ofVector;
    }

    /** Returns the header of a message with a part of the vector of an operation, of {@link #MOST_PIECES} at most. */
    MemorySegment part(long id, int targetCounter, RemoteVector vector, int first, int pieces) {
        MemorySegment header = ofVector(Wire.BEFORE_VECTOR + Wire.BEFORE_PIECES + (long) pieces * Wire.PIECE_BYTES);
        Wire.putLong(header, 0, id);
        Wire.putInt(header, Long.BYTES, targetCounter);
        Wire.putPart(header, Wire.BEFORE_VECTOR, vector, first, pieces);
        return header;
    }
}
