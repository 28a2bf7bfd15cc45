package org.sennit.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The time after which a test hangs: then the stacks of all threads, virtual ones included, are printed and the test
 * fails. On a class it holds for each of its tests, factories of tests and life-cycle methods; on a
 * method it wins over the class.
 *
 * <p>A test under a deadline runs on a thread of its own, named after the test.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(DeadlineExtension.class)
public @interface Deadline {
    /**
     * Returns the deadline: what the test needs at most on a loaded machine. The build multiplies it; see {@link
     * Deadlines}.
     *
     * @return seconds from the start of the method
     */
    int seconds() default 60;
}
