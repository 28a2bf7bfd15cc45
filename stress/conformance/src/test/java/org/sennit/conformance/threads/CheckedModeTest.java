package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.sennit.endpoints.api.Communicator;
import org.sennit.endpoints.api.Job;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.memory.DataLayout;
import org.sennit.runtime.progress.SoleUse;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** What checked mode finds: a second thread in an endpoint, and a ready send without a receive. */
@Deadline(seconds = 60)
class CheckedModeTest {
    private static final Options CHECKED = Options.fromEnvironment().with(SoleUse.CHECKED, true, "test");

    @Test
    void aSecondThreadGetsAnErrorThatNamesBothAndTheFirstGoesOn() {
        CountDownLatch isOver = new CountDownLatch(1);
        Job.run(2, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[1];
            if (world.rank() == 1) {
                isOver.await();
                world.send(new int[] {7}, 0, 1);
                return;
            }
            Thread first = Thread.currentThread();
            Thread second = Thread.ofPlatform().name("intruder").daemon(true).start(() -> {
                while (first.getState() != Thread.State.WAITING) { // it is in its receive
                    Thread.onSpinWait();
                }
                SennitException error = assertThrows(SennitException.class, () -> world.send(new int[] {8}, 1, 3));
                assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
                String text = error.getMessage();
                assertTrue(text.contains("thread=endpoint-0 operation=(operation=receive"), text);
                assertTrue(text.contains("thread=intruder operation=(send)"), text);
                error = assertThrows(SennitException.class, () -> world.probeNonblocking(1, 1, null));
                assertTrue(error.getMessage().contains("operation=(probe)"), error::getMessage);
                isOver.countDown();
            });
            world.receive(memory, 1, 1);
            assertEquals(7, memory[0]);
            second.join();
        });
    }

    @Test
    void threadsThatTakeTurnsAreWelcome() {
        Job.run(1, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            for (int i = 0; i < 20; i++) {
                int value = i;
                Thread turn = Thread.ofPlatform().daemon(true).start(() -> {
                    world.sendNonblocking(new int[] {value}, 0, 1);
                    int[] memory = new int[1];
                    world.receive(memory, 0, 1);
                    assertEquals(value, memory[0]);
                });
                turn.join();
                world.probeNonblocking(0, 1, null);
            }
        });
    }

    @Test
    void aReadySendWithoutAReceiveIsReported() {
        ChildJvm.Result result = new ChildJvm(ReadyProgram.class)
                .options("-Dsennit.checked=true")
                .run();
        assertEquals(
                "sennit: a ready send found no posted receive: operation=sendReady rank=0 tag=2 length=4",
                result.err().strip());
        assertEquals(0, result.exitStatus());
        assertEquals("", new ChildJvm(ReadyProgram.class).run().err());
    }

    /** One ready send after its receive, one before it. */
    static final class ReadyProgram {
        private ReadyProgram() {}

        public static void main(String[] args) {
            Job.run(1, endpoint -> {
                Communicator world = endpoint.world();
                int[] memory = new int[1];
                var posted = world.receiveNonblocking(memory, 0, 1);
                world.sendReady(memory, DataLayout.INT, 0, 1);
                posted.await();
                world.sendReady(memory, DataLayout.INT, 0, 2);
                world.receive(memory, 0, 2);
            });
        }
    }
}
