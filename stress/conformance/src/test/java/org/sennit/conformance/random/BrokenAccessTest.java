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

/** Tests the random programs of several processes: each fault that is put into windows or active messages is found
 * by some of them. */
@Deadline(seconds = 400)
@Tag("stress")
class BrokenAccessTest {
    private static final BrokenVariantRun RUN = new BrokenVariantRun(BrokenAccessProgram.class, 3000, 20);
    private static final String WINDOWS = "endpoints/core/src/main/java/org/sennit/internal/endpoints/rma/";

    private static final String MESSAGES = "endpoints/core/src/main/java/org/sennit/internal/endpoints/am/";

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    static List<BrokenVariant> variants() {
        return List.of(
                new BrokenVariant(
                        "a displacement counts in the unit of the origin",
                        WINDOWS + "AccessArguments.java",
                        "long unit = part.displacementUnit();",
                        "long unit = window.parts()[window.comm().rank()].displacementUnit();"),
                new BrokenVariant(
                        "the last access of a batch is not made",
                        WINDOWS + "call/CallExecution.java",
                        "entry < batch.records(); entry++",
                        "entry < Math.max(1, batch.records() - 1); entry++"),
                new BrokenVariant(
                        "elements with gaps are read to one place",
                        WINDOWS + "call/CallExecution.java",
                        "MemorySegment.copy(part, first + at, packed, packedFirst + packedAt, bytes)",
                        "MemorySegment.copy(part, first + at, packed, packedFirst, bytes)"),
                new BrokenVariant(
                        "data of a long active message is read from its first piece",
                        MESSAGES + "remote/VectorCursor.java",
                        "memory.asSlice(vector.offsetBytes(piece) + at, length)",
                        "memory.asSlice(vector.offsetBytes(0) + at, length)"),
                new BrokenVariant(
                        "each fragment of an active message begins at the beginning of a piece",
                        MESSAGES + "remote/Landing.java",
                        "target.memory(piece), target.offsetBytes(piece) + at, (int) step",
                        "target.memory(piece), target.offsetBytes(piece), (int) step"),
                new BrokenVariant(
                        "what a header handler throws is lost",
                        MESSAGES + "endpoint/EndpointScope.java",
                        "message.failed(thrown(\"header\", describe(message), e));",
                        "message.failed(null);"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void isFoundByRandomPrograms(BrokenVariant variant, @TempDir Path folder) throws Exception {
        RUN.assertFinds(variant, folder, random.nextInt());
    }

    @Test
    void nothingIsFoundWhereNothingIsBroken(@TempDir Path empty) {
        RUN.assertNothingIsFound(empty, random.nextInt(), 200);
    }
}
