package org.sennit.internal.shm.mapped.transfer;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.shm.mapped.memory.KernelCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageOperation;

/**
 * Off-heap memory of the other process, reached by the kernel. What is written here is memory that cannot be closed;
 * what is read here may be closed at any time, so it is asked after each copy whether it still was the user's.
 */
final class KernelMemory implements RemoteMemory {
    private long pid;
    private long address;

    /** Sets the memory of one message; returns this. */
    KernelMemory at(long process, long place) {
        pid = process;
        address = place;
        return this;
    }

    @Override
    public void move(LargeMessageOperation operation, long at, long bytes) {
        MemorySegment memory = operation.memory();
        boolean isSend = operation.isSend();
        boolean isDone = isSend
                ? KernelCopy.INSTANCE.write(pid, address + at, memory, at, bytes)
                : KernelCopy.INSTANCE.read(pid, address + at, memory, at, bytes);
        if (isSend && !memory.scope().isAlive()) {
            throw new IllegalStateException("Already closed");
        }
        if (!isDone) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "the kernel could not copy " + (isSend ? "to" : "from") + " the peer: pid=" + pid + " bytes="
                            + bytes);
        }
    }

    @Override
    public void check() {
        // the owner keeps the memory until it has received the end of the copy
    }
}
