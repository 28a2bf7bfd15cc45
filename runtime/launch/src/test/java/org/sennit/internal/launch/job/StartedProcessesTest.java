package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Processes of a launcher that is ended while it starts them, or while nothing reads its output. */
@EnabledOnOs(OS.LINUX)
@Deadline(seconds = 60)
class StartedProcessesTest {
    private static final OutputStream NONE = OutputStream.nullOutputStream();

    private final StartedProcesses processes = new StartedProcesses();

    /** A process that has ended. */
    private record FakeProcess(Runnable onAwait) implements LaunchedProcess {
        @Override
        public long pid() {
            return 0;
        }

        @Override
        public String host() {
            return "a";
        }

        @Override
        public String fate() {
            return null;
        }

        @Override
        public int await() {
            return 0;
        }

        @Override
        public boolean await(long timeoutNs) {
            onAwait.run();
            return true;
        }

        @Override
        public void awaitOutput(long timeoutNs) {}

        @Override
        public void end() {}

        @Override
        public void kill() {}
    }

    private static Process sleeper() throws IOException {
        return new ProcessBuilder("sleep", "1000").start();
    }

    @Test
    void areAddedWhileOthersAreWaitedFor() throws Exception {
        FakeProcess later = new FakeProcess(() -> {});
        processes.addHosted(List.of(new FakeProcess(() -> processes.addHosted(List.of(later)))));
        processes.await(0);
        assertEquals(2, processes.size());
    }

    @Test
    void areKilledWhereTheyComeBehindTheEnd() throws Exception {
        Process before = sleeper();
        Process behind = sleeper();
        try {
            processes.addOwn(before, NONE, NONE);
            processes.refuseMore();
            processes.addOwn(behind, NONE, NONE);
            assertTrue(behind.waitFor(Deadlines.ns(20), TimeUnit.NANOSECONDS));
            assertTrue(before.isAlive());
        } finally {
            before.destroyForcibly();
            behind.destroyForcibly();
        }
    }

    @Test
    void areLeftWithOutputThatNoReaderTakesInTime() throws Exception {
        CountDownLatch isWriting = new CountDownLatch(1);
        CountDownLatch isRead = new CountDownLatch(1);
        OutputStream stopped = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                isWriting.countDown();
                try {
                    isRead.await();
                } catch (InterruptedException stop) {
                    throw new IOException(stop);
                }
            }
        };
        processes.addOwn(new ProcessBuilder("echo", "a line").start(), stopped, NONE);
        isWriting.await();
        Thread waiting = Thread.ofPlatform().daemon().start(() -> {
            try {
                processes.awaitOutput(1);
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
            }
        });
        TimeUnit.NANOSECONDS.timedJoin(waiting, Deadlines.ns(20));
        boolean isWaiting = waiting.isAlive();
        isRead.countDown();
        assertFalse(isWaiting);
    }
}
