package org.sennit.internal.endpoints.device;

/** The memory of a message's sender is lost, as its receiver is told. */
final class SenderLostException extends IllegalStateException {
    /** Begins the error of either side. */
    static final String TEXT =
            "the sender's memory cannot be used any more (its arena is closed, or its file has become shorter)";

    private static final long serialVersionUID = 1;

    SenderLostException() {
        super(TEXT);
    }

    SenderLostException(Throwable cause) {
        super(TEXT, cause);
    }
}
