package org.sennit.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Names the behaviours that a test, or the tests of a class, hold: their numbers in {@code
 * stress/conformance/BEHAVIOURS.md}. A test of the build fails when a behaviour has no test, or a test names a
 * behaviour that is not listed.
 */
@Documented
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface Behaviours {
    /**
     * Returns the numbers of the behaviours.
     *
     * @return at least one
     */
    int[] value();
}
