package org.sennit.internal.runtime.trace;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The text that a program writes before the names of a class's methods, so that errors, traces and profiles name a call
 * as it was written: {@code nonblocking().send}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CallPrefix {
    /** The prefix of calls that start at once. */
    String NONBLOCKING = "nonblocking().";

    /** The prefix of calls that make a persistent request. */
    String PERSISTENT = "persistent().";

    /** Returns the prefix. */
    String value();
}
