package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.conformance.MultiJvmRun;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpThreadLevel;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.NotCore;

/** Tests a program for QMP as a C program is: its main begins and ends QMP, each JVM is a node. */
@Core
@Deadline(seconds = 90)
class QmpProgramTest {

    /** Adds the node numbers, or with a code ends the job with it. */
    static final class Sum {
        private Sum() {}

        public static void main(String[] args) {
            Qmp qmp = Qmp.initMsgPassing(args, QmpThreadLevel.SINGLE);
            String[] rest = qmp.arguments();
            double[] sum = {qmp.getNodeNumber()};
            qmp.sumDouble(sum);
            qmp.info("sum %.0f on %s, left %s", sum[0], Arrays.toString(qmp.getAllocatedDimensions()), rest[0]);
            if (rest.length > 1 && qmp.getNodeNumber() == 1) {
                qmp.abortString(Integer.parseInt(rest[1]), "no convergence");
            }
            qmp.finalizeMsgPassing();
        }
    }

    @Test
    void beginsAndEndsInItsMain() {
        MultiJvmRun run = MultiJvmRun.of(Sum.class, 3, 1, 60, "-qmp-geom", "3", "1", "-qmp-nmpi", "3", "data");
        assertEquals(0, run.exitStatus(), run.err());
        for (int node = 0; node < 3; node++) {
            String line = "QMP node " + node + "@\\S+: sum 3 on \\[3, 1], left data";
            assertEquals(1, run.out().lines().filter(each -> each.matches(line)).count(), run.out());
        }
    }

    @Test
    @NotCore
    void endsTheJobWithACode() {
        MultiJvmRun run = MultiJvmRun.of(Sum.class, 2, 1, 60, "data", "7");
        assertEquals(7, run.exitStatus(), run.err());
        assertTrue(run.err().contains("no convergence"), run.err());
    }
}
