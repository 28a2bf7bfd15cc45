package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** Errors of the calls that open a job of one endpoint in this process. */
@Deadline(seconds = 120)
@Core
class StartErrorsTest {
    private static void failsInEachProcess(String expected, int processes, String out) {
        assertEquals(
                processes, out.lines().filter(line -> line.contains(expected)).count(), out);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Job", "Qmp"})
    void severalEndpointsInTheProcessAreUnsupported(String api) {
        MultiJvmRun run = MultiJvmRun.of(StartErrorProgram.class, 2, 2, 60, api);
        failsInEachProcess(api + " failed: UNSUPPORTED: the program opens one endpoint", 2, run.out() + run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Job", "Qmp"})
    void aProcessWithoutTheSecretOfItsJobDoesNotStart(String api) {
        ChildJvm.Result result = new ChildJvm(StartErrorProgram.class)
                .arguments(api)
                .environment("SENNIT_JOB_PROCESS", "0")
                .environment("SENNIT_JOB_PROCESSES", "2")
                .environment("SENNIT_JOB_SERVER_PORT", "1") // not reached
                .run();
        failsInEachProcess(api + " failed: BOOTSTRAP: ", 1, result.out() + result.err());
    }

    @ParameterizedTest
    @NotCore
    @ValueSource(strings = {"Job", "Qmp"})
    void aNetworkThatCannotListenIsAnErrorOfTheNetwork(String api) {
        List<String> noFolder = List.of("-Djava.io.tmpdir=/proc/none", "-Dsennit.net.module=unix");
        MultiJvmRun run = MultiJvmRun.of(noFolder, StartErrorProgram.class, 2, 1, 60, api);
        failsInEachProcess(api + " failed: NETWORK: ", 2, run.out() + run.err());
    }
}
