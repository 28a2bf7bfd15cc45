package org.sennit.internal.endpoints.am.memory;

import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The errors of memory that an active message cannot use. */
public final class DeliveryErrors {
    private DeliveryErrors() {}

    /** Returns the error of a message that {@link VectorCopy#room} has none for. */
    public static SennitException withoutRoom(String where) {
        return new SennitException(
                ErrorClass.NO_MEM,
                "no memory for the copy that an active message needs whose memory is confined to a thread: " + where);
    }

    /** Returns the error of data that the thread of its memory could not copy. */
    public static SennitException notCopied(String where, Throwable cause) {
        return cause instanceof OutOfMemoryError ? withoutRoom(where) : unusable(where, cause);
    }

    public static SennitException unusable(String where, Throwable cause) {
        return new SennitException(
                ErrorClass.BUFFER,
                "the memory of an active message cannot be used (its arena is closed, its file is shorter, it is"
                        + " read-only, or confined to another thread): " + where + " cause=" + cause.getMessage(),
                cause);
    }
}
