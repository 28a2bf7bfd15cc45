package org.sennit.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

/** A job of several JVMs that hangs is stopped, with the stacks of all of them. */
@Tag("stress") // waits for a deadline
@Deadline(seconds = 120)
class MultiJvmRunTest {

    static final class Hanging {
        private Hanging() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> waitForEver());
        }

        private static void waitForEver() throws InterruptedException {
            new CountDownLatch(1).await();
        }
    }

    @Test
    void showsTheStacksOfAllJvmsAtItsDeadline() {
        MultiJvmRun run = MultiJvmRun.of(Hanging.class, 2, 1, 10);
        assertEquals(-1, run.exitStatus(), run::err);
        long stacks =
                run.err().lines().filter(line -> line.contains("waitForEver(")).count();
        assertEquals(2, stacks, run::err);
    }
}
