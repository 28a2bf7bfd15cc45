package org.sennit.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.MemoryCopy;

/**
 * The end of a message's way: checks that it fits, moves the bytes, completes the receive. Called by the thread that
 * drains the receiver's inbox.
 */
final class Delivery {
    private Delivery() {}

    static void fromMemory(ReceiveRequest r, MemorySegment from, long offset, int source, int tag, long lengthBytes) {
        if (lengthBytes > r.capacityBytes()) {
            r.failTruncated(source, tag, lengthBytes);
            return;
        }
        if (lengthBytes > 0) {
            try {
                MemoryCopy.copy(from, offset, r.memory(), r.offset(), lengthBytes);
            } catch (IllegalStateException | WrongThreadException e) {
                r.fail(source, tag, receiverMemoryLost(r, source, tag, e));
                return;
            }
        }
        r.completeOwn(source, tag, lengthBytes);
    }

    static void fromSource(ReceiveRequest r, MessageSource from, int source, int tag, long lengthBytes) {
        if (lengthBytes > r.capacityBytes()) {
            from.discard(lengthBytes);
            r.failTruncated(source, tag, lengthBytes);
        } else {
            from.deliver(r, source, tag, lengthBytes);
        }
    }

    static SennitException receiverMemoryLost(ReceiveRequest r, int source, int tag, RuntimeException cause) {
        return new SennitException(
                ErrorClass.BUFFER,
                "the receiver's memory cannot be written (its arena is closed, or it is confined to another thread): "
                        + r.describe(source, tag),
                cause);
    }
}
