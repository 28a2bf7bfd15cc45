package org.sennit.internal.runtime.trace;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What a program writes before the names of a class's methods, so that errors, traces and profiles name a call as it was
 * written: {@code nonblocking().send}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface CallPrefix {
    /** Before calls that start at once. */
    String NONBLOCKING = "nonblocking().";

    /** Before calls that make a persistent request. */
    String PERSISTENT = "persistent().";

    /** Returns the prefix. */
    String value();
}
