package org.sennit.internal.runtime.bootstrap.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.BootstrapSelection;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * Who leaves between the start and the end of a job is missed by others; at the start and at the end the fence reports
 * it.
 */
@Deadline(seconds = 60)
class LeaversTest {
    private static final byte[] SECRET = new byte[32];
    private static final long LONG_NS = Deadlines.ns(20);

    private final BlockingQueue<String> news = new LinkedBlockingQueue<>();
    private KeyValueServer server;

    @BeforeEach
    void open() throws Exception {
        server = new KeyValueServer(new int[] {2, 3}, SECRET, KeyValueServerTest.NO_EVENTS, RuntimeContext.system());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Bootstrap join(int process) {
        Options options = Options.defaults()
                .with(JobOptions.ID, "job", "test")
                .with(JobOptions.PROCESS, process, "test")
                .with(JobOptions.PROCESSES, 2, "test")
                .with(JobOptions.HOST_PROCESSES, 2, "test")
                .with(JobOptions.SERVER_PORT, server.port(), "test")
                .with(JobOptions.SECRET, HexFormat.of().formatHex(SECRET), "test");
        return BootstrapSelection.join(options, RuntimeContext.system());
    }

    private static void meet(String step, Bootstrap zero, Bootstrap one) throws Exception {
        CompletableFuture<Void> other =
                CompletableFuture.runAsync(() -> one.space().fence(step, LONG_NS));
        zero.space().fence(step, LONG_NS);
        other.get();
    }

    @Test
    void tellsOfAProcessThatLeavesBeforeTheEnd() throws Exception {
        try (Bootstrap zero = join(0)) {
            zero.onDeath(new News());
            Bootstrap one = join(1);
            meet("start", zero, one);
            one.close();
            assertEquals("1 left: process 1 (ranks 2-4) has left the job before its end", news.take());
        }
    }

    @Test
    void tellsNothingOfAProcessThatLeavesAtTheEnd() throws Exception {
        try (Bootstrap zero = join(0)) {
            zero.onDeath(new News());
            Bootstrap one = join(1);
            meet("start", zero, one);
            meet(KeyValueSpace.LAST_STEP, zero, one);
            one.close();
            server.tellDied(1, "and this comes behind all that the server has told");
            assertEquals("1 died", news.take());
        }
    }

    private final class News implements DeathListener {
        @Override
        public void processDied(int process, String why) {
            news.add(process + " died");
        }

        @Override
        public void endpointFailed(int process, int endpoint, String why) {}

        @Override
        public void processLeft(int process, String why) {
            news.add(process + " left: " + why);
        }
    }
}
