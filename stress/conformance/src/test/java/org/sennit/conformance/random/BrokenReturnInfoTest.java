package org.sennit.conformance.random;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.testkit.Deadline;

/** Tests the behaviours of the return information of LAPI: each fault that is put into it is found by some of them. */
@Deadline(seconds = 400)
@Tag("stress")
class BrokenReturnInfoTest {
    private static final BrokenVariantRun RUN = new BrokenVariantRun(BrokenReturnInfoProgram.class, 1, 20);
    private static final String ACTIVE = "endpoints/core/src/main/java/org/sennit/internal/endpoints/am/endpoint/";
    private static final String LAPI = "endpoints/lapi/core/src/main/java/org/sennit/lapi/";

    static List<BrokenVariant> variants() {
        return List.of(
                new BrokenVariant(
                        "data is read where the header of its packet ends",
                        ACTIVE + "ArrivedMessage.java",
                        ".asSlice(dataAt, length)",
                        ".asSlice(dataAt - Math.min(8, dataAt), length)"),
                new BrokenVariant(
                        "data of several pieces is not joined",
                        ACTIVE + "ArrivedMessage.java",
                        "        VectorCopy.copy(vector, ActiveVector.of(joined));\n",
                        ""),
                new BrokenVariant(
                        "buried data is written",
                        LAPI + "AddressTable.java",
                        "header.isBuried() ? null : given",
                        "given"),
                new BrokenVariant(
                        "an inline handler runs in a thread of its own",
                        LAPI + "Completions.java",
                        "message.onCompletionInline(",
                        "message.onCompletion("),
                new BrokenVariant(
                        "an inline handler that sends gets another error",
                        ACTIVE + "EndpointWork.java",
                        "ErrorClass.UNSUPPORTED,\n                    \"not in a header handler",
                        "ErrorClass.OTHER,\n                    \"not in a header handler"),
                new BrokenVariant(
                        "what an inline handler throws is lost",
                        ACTIVE + "EndpointScope.java",
                        "            problem = e;",
                        "            problem = null;"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("variants")
    void isFoundByTheBehaviours(BrokenVariant variant, @TempDir Path folder) throws Exception {
        RUN.assertFinds(variant, folder, 0);
    }

    @Test
    void nothingIsFoundWhereNothingIsBroken(@TempDir Path empty) {
        RUN.assertNothingIsFound(empty, 0, 1);
    }
}
