package org.sennit.conformance.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadlines;

/**
 * Runs random programs in a JVM of their own, whose class path begins with a broken variant, or with nothing.
 *
 * @param program takes a seed, how many at most, and the seconds after which one is held to hang
 * @param most how many programs, or jobs of them
 * @param hangSeconds for variants, some of which are found by a hang: programs take milliseconds
 */
record BrokenVariantRun(Class<?> program, int most, int hangSeconds) {
    /** Where nothing is broken a slow machine must not be found. */
    private static final int SOUND_HANG_SECONDS = (int) TimeUnit.NANOSECONDS.toSeconds(Deadlines.ns(20));

    /** One of the programs fails. */
    void assertFinds(BrokenVariant variant, Path folder, long seed) throws IOException {
        variant.compileTo(folder);
        ChildJvm.Result result = run(folder, seed, most, hangSeconds);
        assertTrue(
                result.exitStatus() == 1 && result.out().contains(BrokenVariantProgram.CAUGHT),
                () -> variant + " was not found by " + most + ": " + result);
        System.out.println(variant + ": " + result.out().lines().findFirst().orElse(""));
    }

    /** Else a variant could be found because nothing passes. */
    void assertNothingIsFound(Path empty, long seed, int programs) {
        ChildJvm.Result result = run(empty, seed, programs, SOUND_HANG_SECONDS);
        assertEquals(0, result.exitStatus(), result::toString);
    }

    private ChildJvm.Result run(Path first, long seed, int programs, int seconds) {
        Stream<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
        return new ChildJvm(program)
                .classPath(Stream.concat(Stream.of(first), classPath).toList())
                .arguments("" + seed, "" + programs, "" + seconds)
                .deadline(Duration.ofSeconds(300))
                .run();
    }
}
