package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * The memory of this task that others name by {@link RemoteAddress}, and the vectors of it that they describe. Any
 * thread.
 */
final class Regions {
    private static final int RECENT = 16; // a power of 2

    private final int task;
    private final DescribedVectors described;
    private final ArrivingVectors arriving = new ArrivingVectors();
    private final ConcurrentHashMap<Integer, Region> regions = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();

    // Those found last, by number, so that a look-up makes no key. Plain: a thread that finds another one, or none,
    // looks into the map; one that has been removed says so.
    private final Region[] recent = new Region[RECENT];

    @SuppressWarnings("this-escape") // into an object that uses it later
    Regions(int task) {
        this.task = task;
        this.described = new DescribedVectors(this, task);
    }

    /** Returns the vectors of this memory that others describe; always the same. */
    DescribedVectors described() {
        return described;
    }

    /** Returns the descriptions that have begun to come; always the same. */
    ArrivingVectors arriving() {
        return arriving;
    }

    RemoteAddress add(@Memory Object memory) {
        int region = last.incrementAndGet();
        regions.put(region, new Region(region, ActiveVector.of(memory).memory(0)));
        return new RemoteAddress(task, region, 0);
    }

    boolean remove(RemoteAddress address) {
        Region removed = regions.remove(address.region());
        if (removed == null) {
            return false;
        }
        removed.remove();
        described.clear();
        if (recent[removed.number() & RECENT - 1] == removed) {
            recent[removed.number() & RECENT - 1] = null; // the program may want its memory collected
        }
        return true;
    }

    /** @throws LapiException with one of the two when there is no such memory, or the bytes do not lie in it */
    ActiveVector piece(String operation, int number, long offset, long bytes, LapiStatus noMemory, LapiStatus outside) {
        if (bytes == 0) {
            return ActiveVector.EMPTY;
        }
        Region region = find(number);
        if (region == null) {
            throw noMemory(operation, new RemoteAddress(task, number, offset), noMemory);
        }
        try {
            return region.piece(offset, bytes);
        } catch (SennitException e) {
            throw new LapiException(outside, operation, e.getMessage());
        }
    }

    /** @throws LapiException TGT_VEC_ADDR when there is no such memory, or a piece does not lie in it */
    ActiveVector vector(String operation, RemoteVector vector) {
        Shape shape = vector.shape();
        try {
            if (shape.type() == VectorType.STRIDED) {
                RemoteAddress base = vector.address(0);
                return ActiveVector.strided(
                        memory(operation, base, LapiStatus.TGT_VEC_ADDR),
                        base.offsetBytes(),
                        shape.count(),
                        shape.block(),
                        shape.stride());
            }
            Object[] memories = new Object[shape.count()];
            long[] offsets = new long[shape.count()];
            long[] lengths = new long[shape.count()];
            for (int i = 0; i < memories.length; i++) {
                lengths[i] = shape.pieceBytes(i);
                if (lengths[i] == 0) {
                    memories[i] = new byte[0];
                } else {
                    memories[i] = memory(operation, vector.address(i), LapiStatus.TGT_VEC_ADDR);
                    offsets[i] = vector.address(i).offsetBytes();
                }
            }
            return shape.type() == VectorType.IOVECTOR
                    ? ActiveVector.iovector(memories, offsets, lengths)
                    : ActiveVector.generic(memories, offsets, lengths);
        } catch (LapiException e) {
            throw e;
        } catch (SennitException e) {
            throw new LapiException(LapiStatus.TGT_VEC_ADDR, operation, e.getMessage());
        }
    }

    /** Returns whether all memory of a vector is registered, which it has been before. */
    boolean has(RemoteVector vector) {
        Shape shape = vector.shape();
        int addresses = shape.type() == VectorType.STRIDED ? 1 : shape.count();
        for (int i = 0; i < addresses; i++) {
            if ((shape.type() == VectorType.STRIDED || shape.pieceBytes(i) > 0)
                    && find(vector.address(i).region()) == null) {
                return false;
            }
        }
        return true;
    }

    /** Returns the memory of an address; null when there is no such memory. */
    MemorySegment segment(RemoteAddress address) {
        return segment(address.region());
    }

    /** Returns the memory of a number; null when there is no such memory. */
    MemorySegment segment(int number) {
        Region region = find(number);
        return region == null ? null : region.memory();
    }

    /** Returns the memory of a number with what is known of it; null when there is no such memory. */
    Region find(int number) {
        int place = number & RECENT - 1;
        Region region = recent[place];
        if (region == null || region.number() != number) {
            region = regions.get(number);
            if (region != null) {
                recent[place] = region;
            }
        }
        return region == null || region.isRemoved() ? null : region;
    }

    private Object memory(String operation, RemoteAddress address, LapiStatus noMemory) {
        MemorySegment memory = segment(address);
        if (memory == null) {
            throw noMemory(operation, address, noMemory);
        }
        return memory;
    }

    private static LapiException noMemory(String operation, RemoteAddress address, LapiStatus status) {
        return new LapiException(status, operation, "address=" + address);
    }
}
