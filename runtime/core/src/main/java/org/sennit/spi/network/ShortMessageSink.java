package org.sennit.spi.network;

import java.lang.foreign.MemorySegment;

/**
 * Takes short messages that follow each other without a look at each: a module has it from
 * {@link NetworkUpcalls#shortMessageSink}, and uses it at once, in the same upcalls.
 */
public interface ShortMessageSink {
    /**
     * Takes an eager message that nothing waits for. Allocates nothing. By the thread of the upcalls. Throws what a
     * look at the memory throws, as an InternalError where a mapped file was cut; then it has taken nothing.
     *
     * @param contextId the communicator's context id
     * @param sourceAndTag the sender's rank in the lower half, the tag in the upper one
     * @param signature the type signature of the elements
     * @param memory off-heap memory in which the payload lies; the module's again on return
     * @param offset where it begins there, in bytes
     * @param lengthBytes its length
     * @return true when it has been taken; false when nothing has happened, and the sink is not to be used again
     */
    boolean add(int contextId, long sourceAndTag, int signature, MemorySegment memory, long offset, int lengthBytes);
}
