package org.sennit.conformance.random;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.testkit.Deadline;

/**
 * Tests that each broken variant still fits its class and compiles, in every build: the variants themselves run seldom.
 */
@Deadline(seconds = 60)
class BrokenVariantTextsTest {
    static Stream<BrokenVariant> variants() {
        return Stream.of(
                        BrokenVariants.all(),
                        BrokenAccessTest.variants(),
                        BrokenOwnershipTest.variants(),
                        BrokenReturnInfoTest.variants())
                .flatMap(List::stream);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void fitsItsClass(BrokenVariant variant, @TempDir Path folder) throws IOException {
        variant.compileTo(folder);
    }
}
