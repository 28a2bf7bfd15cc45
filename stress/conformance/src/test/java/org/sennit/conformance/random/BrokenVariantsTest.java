package org.sennit.conformance.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Tests the random programs: each fault that is put into the library is found by a few hundred of them. */
@Deadline(seconds = 60)
class BrokenVariantsTest {
    private static final int MOST_PROGRAMS = 300;

    /** Programs take milliseconds; some variants are found by a hang. */
    private static final int HANG_SECONDS = 2;

    /** Where nothing is broken a slow machine must not be found. */
    private static final int SOUND_HANG_SECONDS = 20;

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    static List<BrokenVariant> variants() {
        return BrokenVariants.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void isFoundByRandomPrograms(BrokenVariant variant, @TempDir Path folder) throws Exception {
        variant.compileTo(folder);
        ChildJvm.Result result = run(folder, HANG_SECONDS);
        assertTrue(
                result.exitStatus() == 1 && result.out().contains(BrokenVariantProgram.CAUGHT),
                () -> variant + " was not found by " + MOST_PROGRAMS + " programs: " + result);
        System.out.println(variant + ": " + result.out().lines().findFirst().orElse(""));
    }

    /** Else a variant could be found because nothing passes. */
    @Test
    void nothingIsFoundWhereNothingIsBroken(@TempDir Path empty) {
        ChildJvm.Result result = run(empty, SOUND_HANG_SECONDS);
        assertEquals(0, result.exitStatus(), result::toString);
    }

    private ChildJvm.Result run(Path first, int hangSeconds) {
        Stream<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
        return new ChildJvm(BrokenVariantProgram.class)
                .classPath(Stream.concat(Stream.of(first), classPath).toList())
                .arguments("" + random.nextInt(), "" + MOST_PROGRAMS, "" + hangSeconds)
                .deadline(Duration.ofSeconds(50))
                .run();
    }
}
