package org.sennit.internal.endpoints.ownership;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.sennit.internal.endpoints.device.remote.OwnershipPackets;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.SharedMemoryName;

/**
 * The name of passed memory between processes of one host: the payload of PASS, little endian. To a process that has
 * had it before only the first 24 bytes go: with them the packet fits into one cache line of a ring in mapped memory.
 *
 * <pre>
 *   0          4          8            16          24           32
 *   +----------+----------+------------+-----------+------------+----------------------------+
 *   | home     | number   | region id  | offset    | capacity   | region, UTF-8, to the end  |
 *   +----------+----------+------------+-----------+------------+----------------------------+
 * </pre>
 */
final class MemoryName {
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int CAPACITY = OwnershipPackets.SHORT_NAME_BYTES;
    private static final int TEXT = CAPACITY + Long.BYTES;

    private MemoryName() {}

    static MemorySegment write(int home, int number, SharedMemoryName name, long capacityBytes) {
        byte[] text = name.region().getBytes(StandardCharsets.UTF_8);
        MemorySegment to = Arena.ofAuto().allocate(TEXT + text.length, Long.BYTES);
        to.set(INT, 0, home);
        to.set(INT, 4, number);
        to.set(LONG, 8, name.regionId());
        to.set(LONG, 16, name.offset());
        to.set(LONG, CAPACITY, capacityBytes);
        MemorySegment.copy(text, 0, to, ValueLayout.JAVA_BYTE, TEXT, text.length);
        return to;
    }

    /** Checks that all fields are present and plausible, without the memory; throws NETWORK. */
    static void check(MemorySegment name, long lengthBytes) {
        if (name.byteSize() < TEXT && !isShort(name)) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not the name of passed memory: too short, bytes=" + name.byteSize());
        }
        if (home(name) < 0 || number(name) < 0) {
            throw bad("length=" + lengthBytes, name);
        }
        if (!isShort(name)) {
            checkCapacity(name, name, lengthBytes);
        }
    }

    /**
     * Checks what a short name leaves to the whole one: that the message is not longer than the memory; throws NETWORK.
     */
    static void checkCapacity(MemorySegment whole, MemorySegment name, long lengthBytes) {
        if (lengthBytes > capacity(whole)) {
            throw bad("length=" + lengthBytes, name);
        }
    }

    /** Returns the error that ends a connection. */
    static SennitException bad(String why, MemorySegment name) {
        return new SennitException(
                ErrorClass.NETWORK,
                "not the name of passed memory: " + why + " home=" + home(name) + " number=" + number(name) + " offset="
                        + offset(name) + (isShort(name) ? "" : " capacity=" + capacity(name)));
    }

    /** Returns the name for a process that has had the memory before. */
    static MemorySegment shortened(MemorySegment name) {
        return name.asSlice(0, CAPACITY);
    }

    static boolean isShort(MemorySegment name) {
        return name.byteSize() == CAPACITY;
    }

    /** Returns whether two names, one of them perhaps short, are of the same memory. */
    static boolean isSame(MemorySegment one, MemorySegment other) {
        return number(one) == number(other)
                && regionId(one) == regionId(other)
                && offset(one) == offset(other)
                && (isShort(one) || isShort(other) || capacity(one) == capacity(other))
                && home(one) == home(other);
    }

    /** Returns whether a name equals a short one in a packet. */
    static boolean isSame(MemorySegment one, ByteBuffer packet, int at) {
        return number(one) == packet.getInt(at + 4)
                && regionId(one) == packet.getLong(at + 8)
                && offset(one) == packet.getLong(at + 16)
                && home(one) == packet.getInt(at);
    }

    /** Returns whether a name equals a short one that lies in memory of the runtime. */
    static boolean isSame(MemorySegment one, MemorySegment memory, long at) {
        return one.get(LONG, 0) == memory.get(LONG, at)
                && regionId(one) == memory.get(LONG, at + 8)
                && offset(one) == memory.get(LONG, at + 16);
    }

    static int homeIn(MemorySegment memory, long at) {
        return memory.get(INT, at);
    }

    static int numberIn(MemorySegment memory, long at) {
        return memory.get(INT, at + 4);
    }

    static int home(MemorySegment name) {
        return name.get(INT, 0);
    }

    static int number(MemorySegment name) {
        return name.get(INT, 4);
    }

    static long regionId(MemorySegment name) {
        return name.get(LONG, 8);
    }

    static long offset(MemorySegment name) {
        return name.get(LONG, 16);
    }

    static long capacity(MemorySegment name) {
        return name.get(LONG, CAPACITY);
    }

    static String region(MemorySegment name) {
        return new String(name.asSlice(TEXT).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
