package org.sennit.internal.launch;

/** The user has mistyped something: its message is one line for standard error, and the exit status is 2. */
final class CommandLineMistake extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CommandLineMistake(String message) {
        super(message, null, false, false);
    }
}
