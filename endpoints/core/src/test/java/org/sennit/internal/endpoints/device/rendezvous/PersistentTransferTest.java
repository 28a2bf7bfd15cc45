package org.sennit.internal.endpoints.device.rendezvous;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.runtime.progress.JobHealth;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.runtime.progress.SleepPlace;
import org.sennit.internal.runtime.progress.WaitResources;
import org.sennit.internal.runtime.progress.WaitStrategy;
import org.sennit.internal.runtime.progress.YieldPermits;
import org.sennit.internal.shm.match.ManyToOneInbox;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Condition;

/** A start makes nothing anew while a thread is still on its way out of the message before. */
class PersistentTransferTest {
    private final ProgressEngine progress = new ProgressEngine(
            RuntimeContext.system(),
            new JobHealth(),
            new WaitResources(new WaitStrategy(0, 0, 0, "test"), new YieldPermits(0), new NeverSleeps()),
            new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null),
            null);
    private final TransferTable transfers = new TransferTable(new FailedPeers(true));
    private final RendezvousSender sender = new RendezvousSender(0, progress, transfers, false, new SentMessages());
    private final PersistentTransfer transfer = new PersistentTransfer(null);
    private final Connection vc = new Connection();

    private static final class NeverSleeps implements SleepPlace {
        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            throw new AssertionError("would wait for ever");
        }

        @Override
        public void wake(Thread thread) {}
    }

    /** Keeps what is sent. */
    private static final class Connection implements VirtualConnection {
        private final Deque<NetworkSend> held = new ArrayDeque<>();

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
            held.add(operation);
        }

        @Override
        public int eagerLimitBytes() {
            return 1 << 16;
        }
    }

    /** A message that has ended while the network still holds a piece of it. */
    private RendezvousSend endedButHeld() {
        RendezvousSend send = transfer.data(sender);
        Peer peer = new Peer(new EndpointAddress(1, 0, 0), null, null);
        OutgoingMessage message =
                new OutgoingMessage().to("world", peer, 1).from(MemorySegment.ofArray(new byte[9]), 0, null);
        message.set(0, 0, 5, 9, 0);
        long id = send.begin(vc, message);
        send.clearToSend(id, 7);
        send.done(id, PacketDescriptor.MOVED);
        assertFalse(send.isIdle());
        return send;
    }

    @Test
    void twoSendsTakeTurnsWhereTheLastMessageIsStillHeld() {
        RendezvousSend first = endedButHeld();
        RendezvousSend second = endedButHeld();
        assertNotSame(first, second);
        for (int start = 0; start < 4; start++) {
            vc.held.remove().batchSent(vc);
            assertSame(start % 2 == 0 ? first : second, endedButHeld());
        }
    }

    @Test
    void oneIsUsedWhereNothingIsHeld() {
        RendezvousSend first = endedButHeld();
        vc.held.remove().batchSent(vc);
        assertTrue(first.isIdle());
        assertSame(first, endedButHeld());
    }

    @Test
    void thoseThatAreHeldAreNeverTaken() {
        RendezvousSend first = endedButHeld();
        RendezvousSend second = endedButHeld();
        RendezvousSend third = endedButHeld();
        assertNotSame(first, third);
        assertNotSame(second, third);
    }
}
