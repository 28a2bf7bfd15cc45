package org.sennit.lapi;

/**
 * An error that only the target of an operation can see.
 *
 * @param status the code
 * @param operation the kind of the operation, as the origin has started it
 * @param origin the task that has made the call
 * @param details what does not fit
 * @param cause the exception of a handler, or null
 */
public record LapiError(LapiStatus status, LapiOperation operation, int origin, String details, Throwable cause) {
    @Override
    public String toString() {
        return operation + ": " + status.text() + ": origin=" + origin + " " + details
                + (cause == null ? "" : " cause=" + cause);
    }
}
