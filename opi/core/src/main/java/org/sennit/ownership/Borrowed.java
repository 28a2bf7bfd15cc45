package org.sennit.ownership;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method whose result is a view of the object that it is called on, as a segment is of its buffer: once the
 * object has been given away or freed, the view must not be used either.
 *
 * <p>It changes nothing at run time; see {@link Consumes} for the checker that reads it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.METHOD)
public @interface Borrowed {}
