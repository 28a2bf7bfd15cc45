package org.sennit.internal.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 30)
class MainMethodTest {

    static final class WithArguments {
        public static void main(String[] args) {
            throw new IllegalStateException(String.join(",", args));
        }
    }

    static final class WithCircle {
        public static void main(String[] args) {
            IllegalStateException first = new IllegalStateException("first");
            throw new IllegalArgumentException("second", first.initCause(new IOException("third", first)));
        }
    }

    static final class OfInstance {
        void main() {
            throw new IllegalStateException("instance");
        }
    }

    static final class Without {
        private static void main(String[] args) {}

        static int main() {
            return 1;
        }
    }

    @Test
    void passesArguments() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> MainMethod.of(WithArguments.class).invoke(new String[] {"a", "b"}));
        assertEquals("a,b", thrown.getMessage());
    }

    @Test
    void cutsOurFramesFromTheStackTrace() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> MainMethod.of(WithArguments.class).invoke(new String[0]));
        assertEquals(1, thrown.getStackTrace().length);
        assertEquals("main", thrown.getStackTrace()[0].getMethodName());
    }

    @Test
    void causesMayFormACircle() {
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class,
                () -> MainMethod.of(WithCircle.class).invoke(new String[0]));
        assertEquals("first", thrown.getCause().getMessage());
        assertNull(ThreadLimit.explain(thrown));
    }

    @Test
    void runsAnInstanceMainMethod() {
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> MainMethod.of(OfInstance.class).invoke(new String[0]));
        assertEquals("instance", thrown.getMessage());
    }

    @Test
    void findsNothingWhereThereIsNoMainMethod() {
        assertNull(MainMethod.of(Without.class));
    }
}
