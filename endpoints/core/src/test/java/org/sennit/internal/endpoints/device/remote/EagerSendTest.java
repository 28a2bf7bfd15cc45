package org.sennit.internal.endpoints.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.flow.CreditWindow;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/** An eager message that had to wait for the network, and whose memory was closed meanwhile. */
class EagerSendTest {
    private static final int LENGTH = 100;

    private final CreditWindow window = new CreditWindow(CreditWindow.chargeOf(LENGTH));

    /** What the network has queued. */
    private static final class Queued extends NetworkSend {
        @Override
        protected boolean onDataAvailable(VirtualConnection vc) {
            return true;
        }

        @Override
        protected void onFailure(VirtualConnection vc, Throwable cause) {}
    }

    private static Progress idle() {
        return new Progress() {
            @Override
            public int poll() {
                return 0;
            }

            @Override
            public boolean await(Condition condition, long timeoutNs) {
                return condition.isMet();
            }

            @Override
            public void signal() {}
        };
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void givesItsRoomBackUnlessTheReceiverHasSeenAPart(boolean isSeen) {
        assertTrue(window.take(LENGTH));
        Queued operation = new Queued();
        operation.begin();
        OutgoingMessage message = new OutgoingMessage().to("world", null, 1);
        message.set(0, 0, 1, LENGTH, 0);
        EagerSend send = new EagerSend(idle(), null, message, operation, new FailedPeers(true), 1, window);
        IllegalStateException closed = new IllegalStateException("Already closed");
        if (isSeen) {
            operation.fail(null, closed);
        } else {
            operation.failUnsent(null, closed);
        }
        assertTrue(send.isComplete());
        assertEquals(!isSeen, window.hasRoom(LENGTH));
    }
}
