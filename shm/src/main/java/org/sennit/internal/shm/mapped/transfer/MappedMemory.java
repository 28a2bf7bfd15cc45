package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.SharedFile;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.PeerMemoryLostException;

/** Memory of the other side in a region that is mapped here, too. The mapping stays as long as this object. */
final class MappedMemory implements RemoteMemory {
    private final SharedFile file;
    private final MemorySegment memory;

    MappedMemory(SharedFile file, long offset, long bytes) {
        this.file = file;
        this.memory = file.segment().asSlice(offset, bytes);
    }

    @Override
    public void move(LargeMessageOperation operation, long at, long bytes) {
        if (operation.isSend()) {
            operation.read(at, memory, at, bytes);
        } else {
            operation.write(at, memory, at, bytes);
        }
    }

    @Override
    public void check() {
        if (file.isReleased()) {
            throw new PeerMemoryLostException("the peer's shared memory was freed while a message was copied");
        }
    }
}
