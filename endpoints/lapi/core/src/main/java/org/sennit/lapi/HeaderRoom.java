package org.sennit.lapi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Room for the header of a one-sided operation, one for each kind, big-endian. Used by the thread that has taken it
 * from {@link HeaderRooms}, until the send has returned: by then the header has been copied, or its handler has run.
 */
final class HeaderRoom {
    static final int GET_BYTES = 2 * Long.BYTES + Integer.BYTES + Wire.ADDRESS_BYTES;
    static final int MODIFY_BYTES = 3 * Long.BYTES + 2 * Integer.BYTES + Wire.ADDRESS_BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment all = Arena.ofAuto().allocate(MODIFY_BYTES, Long.BYTES);
    private final MemorySegment ofPut = all.asSlice(0, Wire.ADDRESS_BYTES);
    private final MemorySegment ofGet = all.asSlice(0, GET_BYTES);
    private final MemorySegment ofId = all.asSlice(0, Long.BYTES);
    private final MemorySegment ofPrevious = all.asSlice(0, 2 * Long.BYTES);

    /** Returns the header of a put; null is the address of no bytes. */
    MemorySegment put(RemoteAddress to) {
        putAddress(0, to);
        return ofPut;
    }

    /** Returns the header of a get. */
    MemorySegment get(long id, int targetCounter, long bytes, RemoteAddress from) {
        all.set(LONG, 0, id);
        all.set(INT, Long.BYTES, targetCounter);
        all.set(LONG, Long.BYTES + Integer.BYTES, bytes);
        putAddress(GET_BYTES - Wire.ADDRESS_BYTES, from);
        return ofGet;
    }

    /** Returns the header of a read-modify-write. */
    MemorySegment modify(long id, ReadModifyWrite.Modification what) {
        all.set(LONG, 0, id);
        all.set(INT, Long.BYTES, what.operation().ordinal());
        all.set(INT, Long.BYTES + Integer.BYTES, what.bytes());
        all.set(LONG, 2 * Long.BYTES, what.first());
        all.set(LONG, 3 * Long.BYTES, what.second());
        putAddress(MODIFY_BYTES - Wire.ADDRESS_BYTES, what.variable());
        return all;
    }

    /** Returns the header of a message about an operation of that name. */
    MemorySegment id(long id) {
        all.set(LONG, 0, id);
        return ofId;
    }

    /** Returns the header of the answer to a read-modify-write. */
    MemorySegment previous(long id, long previous) {
        all.set(LONG, 0, id);
        all.set(LONG, Long.BYTES, previous);
        return ofPrevious;
    }

    private void putAddress(int at, RemoteAddress address) {
        all.set(INT, at, address == null ? 0 : address.region());
        all.set(LONG, at + Integer.BYTES, address == null ? 0 : address.offsetBytes());
    }

    /** Reads a number of a header that has arrived. */
    static int getInt(MemorySegment header, long at) {
        return header.get(INT, at);
    }

    /** Reads a number of a header that has arrived. */
    static long getLong(MemorySegment header, long at) {
        return header.get(LONG, at);
    }
}
