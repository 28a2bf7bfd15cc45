package org.sennit.conformance.large;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.TestJob;
import org.sennit.internal.launch.job.LaunchOptions;
import org.sennit.internal.runtime.network.NetworkOptions;
import org.sennit.internal.shm.mapped.transfer.TransferOptions;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.SeededRandom;

/** Arrays arrive whole however often the collectors of both JVMs move them, by the kernel and otherwise. */
@Deadline(seconds = 120)
class MovingArraysTest {
    private static final String SECONDS = "2";

    @RegisterExtension
    final SeededRandom random = new SeededRandom();

    @ParameterizedTest
    @CsvSource({"serial, get", "parallel, get", "g1, get", "z, get", "serial, auto", "g1, auto"})
    void arraysArriveWhole(String collector, String mode) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        List<String> flags = new ArrayList<>(Deadlines.flags());
        flags.add("-Xmx128m");
        if (!collector.equals("z")) {
            flags.add("-Xmn8m"); // a collection every few messages
        }
        int status = TestJob.builder()
                .processes(2)
                .endpoints(1)
                .classPath(System.getProperty("java.class.path"))
                .jvmOptions(flags)
                .main(MovingArraysProgram.class)
                .args(SECONDS, Long.toString(random.nextLong()))
                .option(NetworkOptions.MODULE, NetworkOptions.MAPPED)
                .option(LaunchOptions.COLLECTOR, collector)
                .option(TransferOptions.LARGE, mode)
                .out(out)
                .err(err)
                .build()
                .run();
        assertEquals(0, status, () -> out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("all whole"), out::toString);
    }
}
