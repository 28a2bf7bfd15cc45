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

/** Tests the random programs with ownership: each fault that is put into pools and passing is found by some of them. */
@Deadline(seconds = 400)
@Tag("stress")
class BrokenOwnershipTest {
    private static final BrokenVariantRun RUN = new BrokenVariantRun(BrokenOwnershipProgram.class, 500, 3);
    private static final String POOL = "opi/core/src/main/java/org/sennit/internal/opi/pool/";
    private static final String OPI = "opi/core/src/main/java/org/sennit/ownership/";
    private static final String PASSING = "endpoints/core/src/main/java/org/sennit/internal/endpoints/ownership/";

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    static List<BrokenVariant> variants() {
        return List.of(
                new BrokenVariant(
                        "a free puts the buffer into the pool and keeps it",
                        POOL + "BlockPool.java",
                        "            push(block);\n            if (foreignBytes()",
                        "            push(block);\n            push(block);\n            if (foreignBytes()"),
                new BrokenVariant(
                        "a give keeps the buffer",
                        OPI + "Handover.java",
                        "            return ownership.startGive(block.passed(), length, destination, tag);",
                        "            Request given = ownership.startGive(block.passed(), length, destination, tag);\n"
                                + "            pool.blocks().adopt();\n            pool.blocks().free(block);\n"
                                + "            return given;"),
                new BrokenVariant(
                        "what has come home is taken in and stays in the list",
                        POOL + "ChainList.java",
                        "HEAD.getAndSet((ChainListHead) this, (Object) null)",
                        "HEAD.getAcquire((ChainListHead) this)"),
                new BrokenVariant(
                        "only the first that has come home is taken in",
                        POOL + "BlockPool.java",
                        "            cameHome++;\n            block = next;",
                        "            cameHome++;\n            block = null;"),
                new BrokenVariant(
                        "who receives a copy forgets the buffer",
                        PASSING + "OwnershipMemory.java",
                        "        tellTaken(lengthBytes);\n        returned();",
                        "        tellTaken(lengthBytes);"),
                new BrokenVariant(
                        "a batch on its way home is cut short",
                        POOL + "HomeBatches.java",
                        "                firsts.set(i, block);\n",
                        ""),
                new BrokenVariant(
                        "a buffer may be of the next smaller size",
                        POOL + "FreeLists.java",
                        "for (int c = sizeClass; c <= last; c++)",
                        "for (int c = Math.max(0, sizeClass - 1); c <= last; c++)"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void isFoundByRandomPrograms(BrokenVariant variant, @TempDir Path folder) throws Exception {
        RUN.assertFinds(variant, folder, Math.abs((long) random.nextInt()));
    }

    @Test
    void nothingIsFoundWhereNothingIsBroken(@TempDir Path empty) {
        RUN.assertNothingIsFound(empty, Math.abs((long) random.nextInt()), 24);
    }
}
