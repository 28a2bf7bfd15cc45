package org.sennit.internal.endpoints.device.rendezvous;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

class RendezvousSendTest {
    private static final int LENGTH = 100_000;

    private final TransferTable transfers = new TransferTable(new FailedPeers(true));
    private final Connection vc = new Connection();
    private final RendezvousSend send = new RendezvousSend(idle(), transfers, 0, null);

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

    /** Keeps what is sent, or takes it during the call, as a socket does that has room. */
    private final class Connection implements VirtualConnection {
        private final List<NetworkSend> sent = new ArrayList<>();
        private boolean takesAtOnce;
        private boolean wasCompleteInside;
        private boolean wasIdleInside;

        @Override
        public int process() {
            return 1;
        }

        @Override
        public Object attachment() {
            return null;
        }

        @Override
        public void attach(Object object) {}

        @Override
        public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
            return null;
        }

        @Override
        public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
            operation.begin();
            sent.add(operation);
            if (takesAtOnce) {
                operation.batchSent(this);
                wasCompleteInside = send.isComplete();
                wasIdleInside = send.isIdle();
            }
        }

        @Override
        public int eagerLimitBytes() {
            return 1 << 16;
        }
    }

    private long begin(int bytes) {
        Peer peer = new Peer(new EndpointAddress(1, 0, 0), null, null);
        MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);
        OutgoingMessage message = new OutgoingMessage().to("world", peer, 1).from(memory, 0, null);
        message.set(0, 0, 5, bytes, 0);
        return send.begin(vc, message);
    }

    @Test
    void mayNotBeUsedAgainWhileItsDataIsBeingSentAlthoughItIsComplete() {
        vc.takesAtOnce = true;
        send.clearToSend(begin(LENGTH), 7);
        assertTrue(vc.wasCompleteInside);
        assertFalse(vc.wasIdleInside); // its loop over the pieces would go on with those of the next message
        assertTrue(send.isIdle());
        assertEquals(1, vc.sent.size());
    }

    @Test
    void mayNotBeUsedAgainWhileTheNetworkHoldsAPieceOfAMessageThatHasFailed() {
        long id = begin(LENGTH);
        send.clearToSend(id, 7);
        send.done(id, PacketDescriptor.REFUSED);
        assertTrue(send.isComplete());
        assertFalse(send.isIdle());
        vc.sent.getFirst().batchSent(vc);
        assertTrue(send.isIdle());
    }

    @Test
    void whatIsLateForOneMessageLeavesTheNextAlone() {
        vc.takesAtOnce = true;
        long first = begin(LENGTH);
        send.clearToSend(first, 7);
        send.await();
        long second = begin(LENGTH);
        assertNotEquals(first, second);
        send.done(first, PacketDescriptor.DISCARDED);
        send.failed(first, new SennitException(ErrorClass.PROC_FAILED, "late"));
        send.clearToSend(first, 7);
        assertFalse(send.isComplete());
        send.clearToSend(second, 8);
        assertEquals(LENGTH, send.await().countBytes());
    }

    @Test
    void usesItsPiecesAgain() {
        vc.takesAtOnce = true;
        for (int round = 0; round < 3; round++) {
            send.clearToSend(begin(LENGTH), 7);
            send.await();
        }
        assertEquals(1, vc.sent.stream().distinct().count());
    }
}
