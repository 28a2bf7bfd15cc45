package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.Request;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** A whole job under a clock of the test's. */
@Deadline(seconds = 60)
@Core
class VirtualTimeTest {
    @Test
    void aProgramHasTheClockAndTheRandomNumbersOfItsJob() {
        VirtualTime time = new VirtualTime();
        try (Job job = Job.open(1, Options.fromEnvironment(), time)) {
            Endpoint endpoint = job.endpoint();
            long beforeNs = time.nanoTime();
            long ns = endpoint.nanoTime();
            assertTrue(
                    beforeNs <= ns && ns <= time.nanoTime(),
                    () -> "before=" + beforeNs + " endpoint=" + ns + " after=" + time.nanoTime());
            assertSame(time.random(), endpoint.random());
        }
    }

    @Test
    void aDeadlineOfADayPassesWithoutRealTime() throws Exception {
        VirtualTime time = new VirtualTime();
        int[] answer = {0};
        Thread other;
        try (Job job = Job.open(2, Options.fromEnvironment(), time)) {
            other = Thread.ofPlatform().daemon(true).start(() -> {
                Communicator world = job.endpoint(1).world();
                world.receive(new byte[1], 0, 1);
                world.send(new int[] {42}, 0, 2);
                job.end(1);
            });
            Communicator world = job.endpoint(0).world();
            Request arrival = world.nonblocking().receive(answer, 1, 2);
            long sinceNs = time.nanoTime();
            assertFalse(arrival.await(TimeUnit.DAYS.toNanos(1)), "nothing has been sent");
            assertTrue(time.nanoTime() - sinceNs >= TimeUnit.DAYS.toNanos(1), "it has waited for a day");
            world.send(new byte[1], 1, 1);
            arrival.await();
        }
        other.join();
        assertEquals(42, answer[0]);
    }
}
