package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;

/** Copies a message from staging memory to confined memory, when the confining thread completes the receive. */
final class StagedReceive implements Runnable {
    private final MemorySegment staging;
    private final MemorySegment memory;
    private final long offset;
    private final DataLayout layout;
    private final long lengthBytes;

    private boolean isWhole; // written before the request is seen complete

    StagedReceive(MemorySegment staging, MemorySegment memory, long offset, DataLayout layout, long lengthBytes) {
        this.staging = staging;
        this.memory = memory;
        this.offset = offset;
        this.layout = layout;
        this.lengthBytes = lengthBytes;
    }

    /** Notes that all bytes are in the staging memory. */
    void isWhole() {
        isWhole = true;
    }

    @Override
    public void run() {
        if (isWhole) {
            LayoutCopy.copy(staging, 0, null, memory, offset, layout, 0, lengthBytes);
        }
    }
}
