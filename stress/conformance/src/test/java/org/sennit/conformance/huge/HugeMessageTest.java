package org.sennit.conformance.huge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.testkit.Deadline;

/** More than 2 GiB in one message, within a JVM and between two. */
@Deadline(seconds = 120)
@Tag("stress")
class HugeMessageTest {
    @ParameterizedTest
    @CsvSource({"1, 2, STANDARD", "2, 1, STANDARD", "1, 2, WITH_LAYOUT", "2, 1, WITH_LAYOUT", "1, 2, PARTITIONED"})
    void moreThanTwoGibibytesArriveWhole(int processes, int endpoints, String way) {
        moves(processes, endpoints, way);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, SYNCHRONOUS", "1, 2, BUFFERED", "1, 2, READY", "1, 2, PERSISTENT", "2, 1, PARTITIONED"})
    void moreThanTwoGibibytesArriveWholeInEveryMode(int processes, int endpoints, String way) {
        moves(processes, endpoints, way);
    }

    private static void moves(int processes, int endpoints, String way) {
        assumeTrue(freeBytes() > 4 * HugeMessageProgram.BYTES, "needs 8 GiB of free memory");
        MultiJvmRun run = MultiJvmRun.of(HugeMessageProgram.class, processes, endpoints, 100, way);
        assertEquals("", run.err());
        assertEquals("received " + HugeMessageProgram.BYTES + "\n", run.out());
        assertEquals(0, run.exitStatus());
    }

    private static long freeBytes() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getFreeMemorySize();
    }
}
