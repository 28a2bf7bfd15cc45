package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.memory.ArrayCopy;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryCopy;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Delivers a matched message: checks its length and types, moves the bytes, completes the receive. Called by the thread
 * that drains the receiver's inbox.
 */
final class Delivery {
    private Delivery() {}

    static void fromMemory(
            ReceiveRequest r, MemorySegment from, long offset, int source, int tag, long lengthBytes, int signature) {
        if (lengthBytes > r.capacityBytes() && !hasRoom(r, null, source, tag, lengthBytes, signature)) {
            return;
        }
        if (signature != r.signature() && !r.accepts(signature, lengthBytes)) {
            r.failTypes(source, tag, lengthBytes, signature);
            return;
        }
        if (lengthBytes > 0) {
            try {
                try {
                    copy(r, from, offset, lengthBytes, signature == r.signature());
                } catch (WrongThreadException e) {
                    if (!r.stageIfConfinedElsewhere(lengthBytes)) {
                        throw e;
                    }
                    copy(r, from, offset, lengthBytes, signature == r.signature());
                }
            } catch (RuntimeException | InternalError e) { // InternalError: a mapped file was cut short
                r.failMemory(source, tag, lengthBytes, e);
                return;
            } catch (Error e) { // of this receive, not of the connection over which its message has come
                r.fail(source, tag, noRoom(r, source, tag, lengthBytes, e));
                return;
            }
        }
        r.completeOwn(source, tag, lengthBytes);
    }

    private static void copy(ReceiveRequest r, MemorySegment from, long offset, long lengthBytes, boolean isOfTypes) {
        Object array = r.array();
        if (array != null && isOfTypes) {
            ArrayCopy.copyTo(from, offset, array, (int) r.offset(), (int) lengthBytes);
        } else if (r.layout() == null) {
            MemoryCopy.copy(from, offset, r.memory(), r.offset(), lengthBytes);
        } else {
            LayoutCopy.copy(from, offset, null, r.memory(), r.offset(), r.layout(), 0, lengthBytes);
        }
    }

    static void fromSource(ReceiveRequest r, PayloadSource from, int source, int tag, long lengthBytes, int signature) {
        if (lengthBytes > r.capacityBytes() && !hasRoom(r, from, source, tag, lengthBytes, signature)) {
            return;
        }
        if (signature != r.signature() && !r.accepts(signature, lengthBytes)) {
            try {
                from.discard(lengthBytes);
            } finally {
                r.failTypes(source, tag, lengthBytes, signature);
            }
        } else {
            deliver(r, from, source, tag, lengthBytes);
        }
    }

    /** Asks a receive for memory; when there is none, the receive fails with the reason and the sender is released. */
    private static boolean hasRoom(
            ReceiveRequest r, PayloadSource from, int source, int tag, long lengthBytes, int signature) {
        Throwable cause = null;
        try {
            if (r.makeRoom(lengthBytes, from)) {
                return true;
            }
        } catch (RuntimeException | Error e) {
            cause = e;
        }
        try {
            if (from != null) {
                from.discard(lengthBytes);
            }
        } finally {
            if (cause == null && r.isOfAnotherCall(signature)) {
                r.failTypes(source, tag, lengthBytes, signature);
            } else if (cause == null) {
                r.failTruncated(source, tag, lengthBytes);
            } else {
                r.fail(source, tag, noRoom(r, source, tag, lengthBytes, cause));
            }
        }
        return false;
    }

    private static SennitException noRoom(ReceiveRequest r, int source, int tag, long lengthBytes, Throwable cause) {
        ErrorClass errorClass = cause instanceof SennitException known
                ? known.errorClass()
                : cause instanceof OutOfMemoryError ? ErrorClass.NO_MEM : ErrorClass.INTERN;
        return new SennitException(
                errorClass,
                "no room for the message: " + r.describe(source, tag) + " length=" + lengthBytes + " cause="
                        + cause.getMessage(),
                cause);
    }

    /**
     * Delivers a message to a receive. The receive is no longer in its queue, so every failure from here on must
     * complete it; otherwise its waiter would hang.
     */
    private static void deliver(ReceiveRequest r, PayloadSource from, int source, int tag, long lengthBytes) {
        try {
            r.stageIfConfinedElsewhere(lengthBytes);
            from.deliver(r, source, tag, lengthBytes);
        } catch (RuntimeException | Error e) {
            if (r.isComplete()) {
                throw e;
            } else {
                r.fail(
                        source,
                        tag,
                        e instanceof SennitException known
                                ? known
                                : new SennitException(
                                        ErrorClass.INTERN,
                                        "the message cannot be delivered: " + r.describe(source, tag) + " length="
                                                + lengthBytes + " cause=" + e,
                                        e));
            }
        }
    }
}
