package org.sennit.internal.shm.mapped.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How often the collector of a JVM of this host has moved objects, by the counters that HotSpot keeps in a memory file
 * for jstat. An array whose address was taken between two equal counts lies there as long as the count stays the same.
 *
 * <p>Serial, parallel and G1 move objects only while all Java threads stand, and count a collection after they stand
 * and before the first object moves. Collectors that move objects beside the program have no such count.
 *
 * <p>Any thread.
 */
public final class CollectionCount {
    /** The values of sun.gc.policy.name whose collectors move objects only in the pauses that they count. */
    private static final Set<String> COUNTING = Set.of("Copy:MSC", "ParScav:MSC", "GarbageFirst");

    private static final Path OWN = Path.of("/proc/self");
    private static final String OWN_PID = Long.toString(ProcessHandle.current().pid());
    private static final String DIRECTORY = "/hsperfdata_";
    // /proc/PID/maps: addresses, rights, offset, device, inode, path
    private static final int MAPS_FIELDS = 6;
    private static final int MAPS_RIGHTS = 1;
    private static final int MAPS_INODE = 4;
    private static final int MAPS_PATH = 5;
    private static final String WRITABLE = "rw";

    private static final String POLICY = "sun.gc.policy.name";
    private static final String YOUNG = "sun.gc.collector.0.invocations";
    private static final String FULL = "sun.gc.collector.1.invocations";

    // The file: a head, then entries of a head, a name and a value. All numbers in the machine's order.
    private static final ValueLayout.OfInt MAGIC =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN); // the only one in a fixed order
    private static final int MAGIC_NUMBER = 0xcafec0c0;
    private static final int VERSION_OFFSET = 5;
    private static final int VERSION = 2;
    private static final int FIRST_ENTRY_OFFSET = 24;
    private static final int ENTRIES_OFFSET = 28;
    private static final int HEAD_BYTES = 32;
    private static final int ENTRY_HEAD_BYTES = 20;
    private static final int NAME_OFFSET = 4;
    private static final int VALUE_OFFSET = 16;

    private static final VarHandle COUNT = ValueLayout.JAVA_LONG.varHandle().withInvokeExactBehavior();

    private final MemorySegment file;
    private final long first; // no collection; of another file it is another number
    private final long young;
    private final long full;

    private CollectionCount(MemorySegment file, long inode, long young, long full) {
        this.file = file;
        this.first = inode << Integer.SIZE;
        this.young = young;
        this.full = full;
    }

    /**
     * Finds the count of a process.
     *
     * @param pid its number here
     * @return null where it has none: its collector moves objects beside the program, it is another kind of JVM or
     *     none, it runs with -XX:-UsePerfData, or its files may not be read
     */
    public static CollectionCount of(long pid) {
        try {
            if (!Files.readSymbolicLink(OWN).toString().equals(OWN_PID)) {
                return null; // numbers there are those of another name space
            }
            for (String line : Files.readAllLines(Path.of("/proc/" + pid + "/maps"))) {
                String[] fields = line.split(" +", MAPS_FIELDS);
                boolean isOwn = fields.length == MAPS_FIELDS && fields[MAPS_RIGHTS].startsWith(WRITABLE);
                if (isOwn && fields[MAPS_PATH].contains(DIRECTORY)) { // those of others it reads
                    return in(
                            Path.of("/proc/" + pid + "/root" + fields[MAPS_PATH]), Long.parseLong(fields[MAPS_INODE]));
                }
            }
            return null;
        } catch (IOException | UncheckedIOException | UnsupportedOperationException | IllegalArgumentException e) {
            return null; // not Linux, gone, or not to be read
        }
    }

    /** Reads the file of a path, if it is the one with the number. */
    private static CollectionCount in(Path path, long inode) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return Files.getAttribute(path, "unix:ino").equals(inode)
                    ? in(channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto()), inode)
                    : null; // another process's, which has the number of this one in another name space
        }
    }

    /** Reads the places of the counts; null where they are not there. */
    static CollectionCount in(MemorySegment file, long inode) {
        try {
            return found(file, inode);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            return null; // a name without an end
        }
    }

    private static CollectionCount found(MemorySegment file, long inode) {
        if (file.byteSize() < HEAD_BYTES
                || file.get(MAGIC, 0) != MAGIC_NUMBER
                || file.get(ValueLayout.JAVA_BYTE, VERSION_OFFSET) != VERSION) {
            return null;
        }
        Map<String, Long> places = new HashMap<>();
        long at = file.get(ValueLayout.JAVA_INT_UNALIGNED, FIRST_ENTRY_OFFSET);
        int entries = file.get(ValueLayout.JAVA_INT_UNALIGNED, ENTRIES_OFFSET);
        for (int i = 0; i < entries && at >= HEAD_BYTES && at <= file.byteSize() - ENTRY_HEAD_BYTES; i++) {
            int length = file.get(ValueLayout.JAVA_INT_UNALIGNED, at);
            long name = at + file.get(ValueLayout.JAVA_INT_UNALIGNED, at + NAME_OFFSET);
            long value = at + file.get(ValueLayout.JAVA_INT_UNALIGNED, at + VALUE_OFFSET);
            if (length < ENTRY_HEAD_BYTES || name < at || value < name || value > file.byteSize() - Long.BYTES) {
                return null;
            }
            places.put(file.getString(name, StandardCharsets.US_ASCII), value);
            at += length;
        }
        boolean isComplete = places.keySet().containsAll(Set.of(POLICY, YOUNG, FULL));
        return isComplete
                        && COUNTING.contains(file.getString(places.get(POLICY), StandardCharsets.US_ASCII))
                        && (places.get(YOUNG) | places.get(FULL)) % Long.BYTES == 0
                ? new CollectionCount(file, inode, places.get(YOUNG), places.get(FULL))
                : null;
    }

    /**
     * Returns the count, which never falls, and differs from those of other JVMs of the host. What the caller has read
     * before is older than the count.
     */
    public long value() {
        // Acquire, after a fence: pairs with the collector's threads, which move objects after the count has been
        // stored.
        VarHandle.acquireFence();
        return first + (long) COUNT.getAcquire(file, young) + (long) COUNT.getAcquire(file, full);
    }
}
