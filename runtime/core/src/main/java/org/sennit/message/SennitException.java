package org.sennit.message;

import java.util.Objects;

/**
 * The one exception of Sennit: unchecked, with an {@link ErrorClass} for programs and a message of {@code name=value}
 * pairs for readers. Any thread may use it.
 */
public class SennitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The class of the error, never null. */
    private final ErrorClass errorClass;

    /** Whether an error handler has received it; accessed by the thread that throws it. */
    private transient boolean isReported;

    /**
     * Makes an exception.
     *
     * @param errorClass the class of the error, not null
     * @param message what happened, naming operation, rank, peer, tag and sizes where they are known
     */
    public SennitException(ErrorClass errorClass, String message) {
        this(errorClass, message, null);
    }

    /**
     * Makes an exception with a cause.
     *
     * @param errorClass the class of the error, not null
     * @param message what happened, naming operation, rank, peer, tag and sizes where they are known
     * @param cause what led to it, or null
     */
    public SennitException(ErrorClass errorClass, String message, Throwable cause) {
        super(message, cause);
        this.errorClass = Objects.requireNonNull(errorClass);
    }

    /**
     * Returns the class of the error.
     *
     * @return the class, never null
     */
    public ErrorClass errorClass() {
        return errorClass;
    }

    /**
     * Returns the text that stack traces begin with.
     *
     * @return the name of the type, the error class, by which the guide's table is ordered, and the message
     */
    @Override
    public String toString() {
        return getClass().getName() + ": " + errorClass + ": " + getLocalizedMessage();
    }

    /**
     * Marks the error as reported to its error handler.
     *
     * @return true the first time
     */
    public boolean markReported() {
        boolean isFirst = !isReported;
        isReported = true;
        return isFirst;
    }
}
