package org.sennit.internal.runtime.trace;

/**
 * A call of the library in a user's program, and its place.
 *
 * @param operation the method that was called, such as {@code receive}
 * @param place the file and line of the call, such as {@code Ring.java:23}
 */
public record CallSite(String operation, String place) {
    /** A call that no user's code has made. */
    public static final CallSite NONE = new CallSite("-", "-");
}
