package org.sennit.endpoints.passing;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.sennit.endpoints.device.PassedPackets;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.SharedMemoryName;

/**
 * How passed memory is named between processes of one host: the payload of PASS, little endian. Without the region to a process
 * that has had it before.
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
    private static final int TEXT = PassedPackets.SHORT_NAME_BYTES;

    private MemoryName() {}

    static MemorySegment write(int home, int number, SharedMemoryName name, long capacityBytes) {
        byte[] text = name.region().getBytes(StandardCharsets.UTF_8);
        MemorySegment to = Arena.ofAuto().allocate(TEXT + text.length, Long.BYTES);
        to.set(INT, 0, home);
        to.set(INT, 4, number);
        to.set(LONG, 8, name.regionId());
        to.set(LONG, 16, name.offset());
        to.set(LONG, 24, capacityBytes);
        MemorySegment.copy(text, 0, to, ValueLayout.JAVA_BYTE, TEXT, text.length);
        return to;
    }

    /** Checks that all fields are there, and what can be said of them without the memory; throws NETWORK. */
    static void check(MemorySegment name, long lengthBytes) {
        if (name.byteSize() < TEXT) {
            throw new SennitException(
                    ErrorClass.NETWORK, "not the name of passed memory: too short, bytes=" + name.byteSize());
        }
        if (home(name) < 0 || number(name) < 0 || capacity(name) < lengthBytes) {
            throw bad("length=" + lengthBytes, name);
        }
    }

    /** The error that ends a connection. */
    static SennitException bad(String why, MemorySegment name) {
        return new SennitException(
                ErrorClass.NETWORK,
                "not the name of passed memory: " + why + " home=" + home(name) + " number=" + number(name) + " offset="
                        + offset(name) + " capacity=" + capacity(name));
    }

    /** The name for a process that has had the memory before. */
    static MemorySegment shortened(MemorySegment name) {
        return name.asSlice(0, TEXT);
    }

    static boolean isShort(MemorySegment name) {
        return name.byteSize() == TEXT;
    }

    /** Whether two names, one of them perhaps short, are of the same memory. */
    static boolean isSame(MemorySegment one, MemorySegment other) {
        return number(one) == number(other)
                && regionId(one) == regionId(other)
                && offset(one) == offset(other)
                && capacity(one) == capacity(other)
                && home(one) == home(other);
    }

    /** The same for one that stands in a packet. */
    static boolean isSame(MemorySegment one, ByteBuffer packet, int at) {
        return number(one) == packet.getInt(at + 4)
                && regionId(one) == packet.getLong(at + 8)
                && offset(one) == packet.getLong(at + 16)
                && capacity(one) == packet.getLong(at + 24)
                && home(one) == packet.getInt(at);
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
        return name.get(LONG, 24);
    }

    static String region(MemorySegment name) {
        return new String(name.asSlice(TEXT).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
