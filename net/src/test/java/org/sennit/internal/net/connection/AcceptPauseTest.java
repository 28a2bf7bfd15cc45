package org.sennit.internal.net.connection;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptPauseTest {
    private final EmbeddedChannel server = new EmbeddedChannel(new AcceptPause());

    @Test
    void aSocketThatCannotAcceptIsReadAgainAfterAWhile() {
        server.freezeTime();
        for (int i = 0; i < 3; i++) {
            server.pipeline().fireExceptionCaught(new IOException("Too many open files"));
            assertFalse(server.config().isAutoRead());
            server.pipeline().fireExceptionCaught(new IOException("Too many open files"));
            server.advanceTimeBy(AcceptPause.PAUSE_MS - 1, TimeUnit.MILLISECONDS);
            server.runScheduledPendingTasks();
            assertFalse(server.config().isAutoRead());
            server.advanceTimeBy(1, TimeUnit.MILLISECONDS);
            server.runScheduledPendingTasks();
            assertTrue(server.config().isAutoRead());
        }
        server.checkException(); // none has come through
    }
}
