package org.sennit.internal.shm.mapped.memory;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The memory of this process that every process of the host can map, and the test whether an address is in it: the
 * shared heap of Friedley et al., Hybrid MPI, 2013, without its one address range for all. One object for each
 * process of a job; any thread.
 */
public final class SharedHeap {
    private static final Path MAPPINGS_LIMIT = Path.of("/proc/sys/vm/max_map_count");
    private static final int USUAL_MAPPINGS = 65_530;
    private static final int MAPPINGS_A_REGION = 2;

    private final SharedFilePlaces places;
    private final int mostRegions;
    private final AtomicLong lastId = new AtomicLong();

    // Sorted by address; replaced as a whole under this object's monitor, read by any thread (volatile).
    private volatile SharedRegion[] regions = {};

    /**
     * Makes an empty heap.
     *
     * @param places makes its memory
     */
    public SharedHeap(SharedFilePlaces places) {
        this(places, mostMappings() / 2 / MAPPINGS_A_REGION);
    }

    SharedHeap(SharedFilePlaces places, int mostRegions) {
        this.places = places;
        this.mostRegions = mostRegions;
    }

    /**
     * Returns the number of mappings that the kernel allows a process, half of which are left to the JVM: it ends when
     * it gets none.
     */
    private static int mostMappings() {
        // In one read: the kernel gives such a number only to a read from its beginning, and readString begins with one
        // byte.
        try (BufferedReader limit = Files.newBufferedReader(MAPPINGS_LIMIT)) {
            String line = limit.readLine();
            return line == null ? USUAL_MAPPINGS : Integer.parseInt(line.strip());
        } catch (IOException | NumberFormatException notSaid) {
            return USUAL_MAPPINGS;
        }
    }

    /**
     * Opens an arena whose memory is shared.
     *
     * @return an arena that any thread may use and close; its {@code allocate} throws NO_MEM when memory has run out
     */
    public Arena newArena() {
        return new SharedArena(this);
    }

    /**
     * Finds the region of some memory.
     *
     * @param segment any segment
     * @return the region that holds all of it, or null when it is not shared
     */
    public SharedRegion find(MemorySegment segment) {
        SharedRegion[] all = regions;
        if (all.length == 0 || !segment.isNative()) {
            return null;
        }
        long address = segment.address();
        int low = 0;
        int high = all.length - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (all[middle].address() <= address) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return all[low].holds(address, segment.byteSize()) ? all[low] : null;
    }

    SharedRegion allocate(long bytes, Arena arena) {
        if (regions.length >= mostRegions) {
            throw new SennitException(
                    ErrorClass.NO_MEM,
                    "too many pieces of shared memory, each takes " + MAPPINGS_A_REGION
                            + " of the process's mappings: bytes="
                            + bytes + " pieces=" + regions.length
                            + " (allocate larger pieces, free some, or raise vm.max_map_count)");
        }
        SharedFile file = places.create(bytes, arena);
        SharedRegion region =
                new SharedRegion(lastId.incrementAndGet(), file, file.segment().address(), bytes);
        remember(List.of(region));
        return region;
    }

    /** Adds regions, which are found from now on. */
    synchronized void remember(List<SharedRegion> mapped) {
        List<SharedRegion> all = new ArrayList<>(List.of(regions));
        all.addAll(mapped);
        all.sort(Comparator.comparingLong(SharedRegion::address));
        regions = all.toArray(SharedRegion[]::new);
    }

    /** Unlinks them; before the memory is unmapped. */
    synchronized void forget(List<SharedRegion> unmapped) {
        regions = List.of(regions).stream()
                .filter(region -> !unmapped.contains(region))
                .toArray(SharedRegion[]::new);
    }
}
