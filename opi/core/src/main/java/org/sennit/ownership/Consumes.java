package org.sennit.ownership;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method takes this argument over: after the call the caller owns it no more and must not touch it. On a method it
 * speaks of the object that the method is called on. Where the call throws, the caller cannot know, and counts the
 * argument as gone.
 *
 * <p>It changes nothing at run time. The check in {@code opi/check} reads it while javac compiles the callers and
 * rejects a use after the call, for Sennit's methods ({@code give}, {@code free}) and for the user's own. A method that
 * overrides one with this annotation takes the argument over too, whether it repeats it or not.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.PARAMETER, ElementType.METHOD})
public @interface Consumes {}
