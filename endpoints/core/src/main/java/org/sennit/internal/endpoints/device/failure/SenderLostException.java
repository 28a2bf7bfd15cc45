package org.sennit.internal.endpoints.device.failure;

/** The receiver's error when the memory of a message's sender is lost. */
public final class SenderLostException extends IllegalStateException {
    /** Begins the error of either side. */
    public static final String TEXT =
            "the sender's memory cannot be used any more (its arena is closed, or its file has become shorter)";

    private static final long serialVersionUID = 1;

    /** Makes a sender lost exception. */
    public SenderLostException() {
        super(TEXT);
    }
    /**
     * Makes a sender lost exception.
     *
     * @param cause what has happened
     */
    public SenderLostException(Throwable cause) {
        super(TEXT, cause);
    }
}
