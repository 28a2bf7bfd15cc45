package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.PeerMemoryLostException;

/** Memory of the other side in a region that is mapped here, too. The mapping stays until this forgets it. */
final class MappedMemory implements RemoteMemory {
    private SharedFile file;
    private MemorySegment memory;
    private long offset;

    /** Sets the memory of one message; returns this. */
    MappedMemory at(SharedFile region, long from, long bytes) {
        MemorySegment all = region.segment();
        Objects.checkFromIndexSize(from, bytes, all.byteSize());
        file = region;
        memory = all;
        offset = from;
        return this;
    }

    void forget() {
        file = null;
        memory = null;
    }

    @Override
    public void move(LargeMessageOperation operation, long at, long bytes) {
        if (operation.isSend()) {
            operation.read(at, memory, offset + at, bytes);
        } else {
            operation.write(at, memory, offset + at, bytes);
        }
    }

    @Override
    public void check() {
        if (file.isReleased()) {
            throw new PeerMemoryLostException("the peer's shared memory was freed while a message was copied");
        }
    }
}
