package org.sennit.conformance.random;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.SeededRandom;

/** Tests the random programs: each fault that is put into the library is found by some of them. */
@Deadline(seconds = 400)
@Tag("stress")
class BrokenVariantsTest {
    private static final BrokenVariantRun RUN = new BrokenVariantRun(BrokenVariantProgram.class, 5000, 6);

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    static List<BrokenVariant> variants() {
        return BrokenVariants.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void isFoundByRandomPrograms(BrokenVariant variant, @TempDir Path folder) throws Exception {
        RUN.assertFinds(variant, folder, random.nextInt());
    }

    @Test
    void nothingIsFoundWhereNothingIsBroken(@TempDir Path empty) {
        RUN.assertNothingIsFound(empty, random.nextInt(), 300);
    }
}
