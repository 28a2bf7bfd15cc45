package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** Jobs of plain {@code java} processes, which meet at the key-value server of process 0. */
@Deadline(seconds = 180)
class WithoutLauncherTest {
    private static final String SECRET = "00112233445566778899aabbccddeeff";

    @TempDir
    Path folder;

    private List<ChildJvm.Result> run(int processes, String... arguments) {
        return run(processes, p -> "9", arguments);
    }

    private List<ChildJvm.Result> run(int processes, IntFunction<String> manyJvms, String... arguments) {
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<CompletableFuture<ChildJvm.Result>> ends = new ArrayList<>();
            for (int p = 0; p < processes; p++) {
                ChildJvm child = new ChildJvm(OpenJobProgram.class)
                        .arguments(arguments)
                        .environment("SENNIT_JOB_PROCESS", Integer.toString(p))
                        .environment("SENNIT_JOB_PROCESSES", Integer.toString(processes))
                        .environment("SENNIT_JOB_SECRET", SECRET)
                        .environment("SENNIT_COLLECTIVES_MANY_JVMS", manyJvms.apply(p))
                        .environment(
                                "SENNIT_BOOTSTRAP_FILE",
                                folder.resolve("address").toString());
                ends.add(CompletableFuture.supplyAsync(child::run, threads));
            }
            return ends.stream().map(CompletableFuture::join).toList();
        }
    }

    @Test
    void threeProcessesRunTwoJobsOneAfterTheOther() {
        List<ChildJvm.Result> results = run(3);
        results.forEach(ChildJvm.Result::assertSilentSuccess);
        assertEquals(
                2, results.get(0).out().lines().filter("went round: 3"::equals).count());
    }

    @Test
    void anAbortEndsAllProcesses() {
        List<ChildJvm.Result> results = run(3, "77");
        for (ChildJvm.Result result : results) {
            assertNotEquals(0, result.exitStatus(), result::out);
            assertTrue(result.err().contains("on purpose"), result::err);
        }
    }

    /** Members would choose other algorithms for the same collective, and wait for each other's messages. */
    @Test
    void anOptionThatDiffersEndsTheJobAtItsStart() {
        List<ChildJvm.Result> results = run(2, p -> p == 0 ? "9" : "2");
        for (ChildJvm.Result result : results) {
            assertNotEquals(0, result.exitStatus(), result::out);
            assertTrue(
                    result.err()
                            .contains("an option must be the same in all processes of a job:"
                                    + " option=collectives.many.jvms process=0 value=9 process=1 value=2"),
                    result::err);
        }
    }
}
