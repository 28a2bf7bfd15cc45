package org.sennit.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that every build runs, whatever its module's share of time: without it a behaviour, a network, a placement or
 * a lock-free class would be left out. On a class it holds for each of its tests but those with {@link NotCore}. See
 * {@link ShareExtension}.
 *
 * <p>Core tests run before the others, so they should be those that find most in a second.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Tag(Core.TAG)
public @interface Core {
    /** The tag of core tests, for a run that leaves them out. */
    String TAG = "core";
}
