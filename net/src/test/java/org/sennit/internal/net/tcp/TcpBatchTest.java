package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.contract.netmod.TestNetwork;
import org.sennit.contract.netmod.TestPackets;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.testkit.Deadline;

/** Small messages that may wait for each other: who sends them on. */
@Deadline(seconds = 60)
class TcpBatchTest {
    /** Longer than the test may take: nothing is sent for having waited too long. */
    private static final int FOR_EVER_US = 1_000_000_000;

    private static final int COUNT = 20;

    private static TestNetwork network(String transport, String unix, int delayUs) {
        TestNetwork two = new TestNetwork(
                2,
                new TcpModuleFactory(),
                Options.fromEnvironment()
                        .with(TcpOptions.TRANSPORT, transport, "test")
                        .with(TcpOptions.UNIX, unix, "test")
                        .with(TcpOptions.BATCH_DELAY, delayUs, "test"));
        two.process(0).start(1, 0, MemorySegment.NULL);
        two.pollUntil(() -> two.process(1).device().arrived() == 1);
        return two;
    }

    private static void sendBatch(TestNetwork two) {
        for (int i = 1; i <= COUNT; i++) {
            two.process(0).to(1).startBatched(TestPackets.header(0, i, 8), TestPackets.payload(Arena.ofAuto(), i, 8));
        }
    }

    private static void assertArrivedWithoutPollsOfTheSender(TestNetwork two) {
        while (two.process(1).device().arrived() <= COUNT) {
            two.process(1).poll();
            Thread.onSpinWait();
        }
        for (int i = 0; i <= COUNT; i++) {
            assertEquals(i, two.process(1).device().arrivals().get(i).number());
        }
    }

    @ParameterizedTest
    @CsvSource({"epoll, off", "epoll, on", "nio, off", "nio, on"})
    void goAfterAWhileThoughTheirSenderCallsNothingAnyMore(String transport, String unix) {
        try (TestNetwork two = network(transport, unix, 500)) {
            for (int round = 0; round < 3; round++) { // the thread that sees to it sleeps and wakes
                sendBatch(two);
            }
            while (two.process(1).device().arrived() <= 3 * COUNT) {
                two.process(1).poll();
            }
        }
    }

    @Test
    void goWithAPollOfTheirProcess() {
        try (TestNetwork two = network("auto", "off", FOR_EVER_US)) {
            sendBatch(two);
            two.process(0).poll();
            assertArrivedWithoutPollsOfTheSender(two);
        }
    }

    @Test
    void goBeforeTheirProcessSleeps() {
        try (TestNetwork two = network("auto", "off", FOR_EVER_US)) {
            sendBatch(two);
            two.process(0).module().await(() -> false, 1);
            assertArrivedWithoutPollsOfTheSender(two);
        }
    }

    @Test
    void goWithAMessageThatMayNotWait() {
        try (TestNetwork two = network("auto", "off", FOR_EVER_US)) {
            sendBatch(two);
            two.process(0).start(1, COUNT + 1, MemorySegment.NULL);
            assertArrivedWithoutPollsOfTheSender(two);
        }
    }

    @Test
    void goBeforeTheEndOfTheirConnection() {
        try (TestNetwork two = network("auto", "off", FOR_EVER_US)) {
            sendBatch(two);
            two.process(0).to(1, TerminableConnection.class).terminate();
            two.pollUntil(() -> two.process(1).device().eventCount() == 1);
            assertEquals(COUNT + 1, two.process(1).device().arrived());
        }
    }

    @Test
    void goBeforeTheEndOfTheirModule() throws InterruptedException {
        try (TestNetwork two = network("auto", "off", FOR_EVER_US)) {
            sendBatch(two);
            Thread closer = Thread.ofPlatform().start(two.process(0).module()::close);
            assertArrivedWithoutPollsOfTheSender(two);
            closer.join();
        }
    }
}
