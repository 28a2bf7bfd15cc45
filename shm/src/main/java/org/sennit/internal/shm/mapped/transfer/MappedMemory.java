package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.internal.shm.mapped.memory.LibraryCopy;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.PeerMemoryLostException;

/** Memory of the other side in a region that is mapped here, too. The mapping stays until this forgets it. */
final class MappedMemory implements RemoteMemory {
    private static final int SLICE_SET_BITS = 7; // blocks of 50 MiB

    private final RecentSlices slices = new RecentSlices(SLICE_SET_BITS); // of the thread that runs the step
    private SharedFile file;
    private MemorySegment memory;
    private long offset;
    private boolean isLocalShared;

    /**
     * Sets the memory of one message.
     *
     * @param isFromSharedHeap whether this side's memory is of {@link org.sennit.internal.shm.mapped.memory.SharedHeap}
     * @return this
     */
    MappedMemory at(SharedFile region, long from, long bytes, boolean isFromSharedHeap) {
        MemorySegment all = region.segment();
        Objects.checkFromIndexSize(from, bytes, all.byteSize());
        file = region;
        memory = all;
        offset = from;
        isLocalShared = isFromSharedHeap;
        return this;
    }

    void forget() {
        file = null;
        memory = null;
    }

    @Override
    public void move(LargeMessageOperation operation, long at, long bytes) {
        MemorySegment local = operation.memory();
        if (LibraryCopy.suits(local, isLocalShared)) {
            moveByLibrary(operation.isSend(), local, at, bytes);
        } else if (operation.isSend()) {
            operation.read(at, memory, offset + at, bytes);
        } else {
            operation.write(at, memory, offset + at, bytes);
        }
    }

    private void moveByLibrary(boolean isSend, MemorySegment local, long at, long bytes) {
        if (isSend) {
            LibraryCopy.toShared(local, at, memory, offset + at, bytes, slices);
        } else {
            LibraryCopy.fromShared(memory, offset + at, local, at, bytes, slices);
        }
    }

    @Override
    public void check() {
        if (file.isReleased()) {
            throw new PeerMemoryLostException("the peer's shared memory was freed while a message was copied");
        }
    }
}
