package org.sennit.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test in a {@link Core} class that is not core itself: it takes long, and others of the class find the same
 * mistakes, or it is of a rare case.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface NotCore {}
