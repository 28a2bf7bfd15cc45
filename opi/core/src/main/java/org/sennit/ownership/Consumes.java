package org.sennit.ownership;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method takes ownership of this argument: after the call the caller must not use it. On a method it applies to the
 * object that the method is called on. If the call throws, the caller must assume that the argument is gone.
 *
 * <p>It changes nothing at run time. The check in {@code opi/check} reads it while javac compiles the callers and
 * rejects a use after the call, for Sennit's methods ({@code give}, {@code free}) and for the user's own. A method that
 * overrides one with this annotation inherits it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.METHOD})
public @interface Consumes {}
