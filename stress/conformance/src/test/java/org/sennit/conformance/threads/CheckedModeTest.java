package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.Window;
import org.sennit.config.Options;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/** What checked mode finds: a second thread in an endpoint, and a ready send without a receive. */
@Deadline(seconds = 60)
class CheckedModeTest {
    private static final Options CHECKED = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");

    @Test
    void aSecondThreadGetsAnErrorThatNamesBothAndTheFirstGoesOn() {
        CountDownLatch isOver = new CountDownLatch(1);
        Job.run(2, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            int[] memory = new int[1];
            Window window = world.allocateWindow(8, 8);
            if (world.rank() == 1) {
                isOver.await();
                world.send(new int[] {7}, 0, 1);
                window.close();
                return;
            }
            window.lockAll();
            assertThrows(SennitException.class, () -> window.put(new long[1], 1, 1)); // a mistake is no second thread
            Thread first = Thread.currentThread();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread second = Thread.ofPlatform().name("intruder").daemon(true).start(() -> {
                while (!ThreadStates.isWaiting(first)) { // it is in its receive
                    Thread.onSpinWait();
                }
                try {
                    intrude(world, window);
                } catch (Throwable e) {
                    failure.set(e);
                }
                isOver.countDown();
            });
            world.receive(memory, 1, 1);
            assertEquals(7, memory[0]);
            second.join();
            if (failure.get() != null) {
                throw new AssertionError("in the second thread", failure.get());
            }
            window.unlockAll();
            window.close();
        });
    }

    private static void intrude(Communicator world, Window window) {
        SennitException error = assertThrows(SennitException.class, () -> world.send(new int[] {8}, 1, 3));
        assertEquals(ErrorClass.UNSUPPORTED, error.errorClass());
        String text = error.getMessage();
        assertTrue(text.contains("thread=endpoint-0 operation=(operation=receive"), text);
        assertTrue(text.contains("thread=intruder operation=(send)"), text);
        error = assertThrows(SennitException.class, () -> world.nonblocking().probe(1, 1, null));
        assertTrue(error.getMessage().contains("operation=(probe)"), error::getMessage);
        error = assertThrows(SennitException.class, () -> window.put(new long[1], 1, 0));
        assertTrue(error.getMessage().contains("thread=intruder operation=(put)"), error::getMessage);
    }

    /** Either thread may be the second one at any time; what goes out is what one of them has sent. */
    @Test
    void theSecondThreadChangesNothingOfTheFirstOnesMessage() {
        int rounds = 20_000;
        Job.run(2, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                byte[] memory = new byte[2_000];
                Status status = new Status();
                do {
                    world.receive(memory, 0, Communicator.ANY_TAG, status);
                    assertEquals(status.tag() * 500L, status.countBytes());
                    assertEquals(status.tag(), memory[0]);
                    assertEquals(status.tag(), memory[(int) status.countBytes() - 1]);
                } while (status.tag() != 3);
                return;
            }
            Thread second = Thread.ofPlatform().daemon(true).start(() -> sendAll(world, 2, rounds));
            sendAll(world, 1, rounds);
            second.join();
            sendAll(world, 3, 1);
        });
    }

    private static void sendAll(Communicator world, int tag, int rounds) {
        byte[] memory = new byte[500 * tag];
        Arrays.fill(memory, (byte) tag);
        for (int i = 0; i < rounds; i++) {
            try {
                world.send(memory, 1, tag);
            } catch (SennitException e) {
                assertEquals(ErrorClass.UNSUPPORTED, e.errorClass(), e::getMessage);
            }
        }
    }

    @Test
    void threadsThatTakeTurnsAreWelcome() {
        Job.run(1, CHECKED, endpoint -> {
            Communicator world = endpoint.world();
            for (int i = 0; i < 20; i++) {
                int value = i;
                Thread turn = Thread.ofPlatform().daemon(true).start(() -> {
                    world.nonblocking().send(new int[] {value}, 0, 1);
                    int[] memory = new int[1];
                    world.receive(memory, 0, 1);
                    assertEquals(value, memory[0]);
                });
                turn.join();
                world.nonblocking().probe(0, 1, null);
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
                var posted = world.nonblocking().receive(memory, 0, 1);
                world.sendReady(memory, DataLayout.INT, 0, 1);
                posted.await();
                world.sendReady(memory, DataLayout.INT, 0, 2);
                world.receive(memory, 0, 2);
            });
        }
    }
}
