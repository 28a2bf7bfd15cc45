package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
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
import org.sennit.message.DataLayout;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Condition;

/** An endpoint that sends large messages in null mode; the test is the network and the receiver. */
final class SendingSide implements VirtualConnection {
    final ProgressEngine progress = new ProgressEngine(
            RuntimeContext.system(),
            new JobHealth(),
            new WaitResources(new WaitStrategy(0, 0, 0, "test"), new YieldPermits(0), new NeverSleeps()),
            new MatchQueue(new ManyToOneInbox(RuntimeContext.system(), 4, 256), null),
            null);
    final TransferTable transfers = new TransferTable(new FailedPeers(true));
    final RendezvousSender sender = new RendezvousSender(0, progress, transfers, false, new SentMessages());
    final Deque<NetworkSend> held = new ArrayDeque<>(); // DATA packets
    boolean takesAtOnce; // as a socket does that has room: DATA is gone when its send returns
    int packets;
    long refusedReceive; // of the last DONE
    Runnable whenTaken = () -> {};
    private final TransferPackets arrivals = new TransferPackets(transfers, new CookieArrival());
    private long announcedId;

    private static final class NeverSleeps implements SleepPlace {
        @Override
        public void sleep(Condition mustNotSleep, long timeoutNs) {
            throw new AssertionError("would wait for ever");
        }

        @Override
        public void wake(Thread thread) {}
    }

    static OutgoingMessage message(int bytes) {
        Peer peer = new Peer(new EndpointAddress(1, 0, 0), null, null);
        OutgoingMessage message =
                new OutgoingMessage().to("world", peer, 1).from(MemorySegment.ofArray(new byte[bytes]), 0, null);
        message.set(0, 0, 5, bytes, 0);
        return message;
    }

    /** Returns a message with gaps, of bytes that lie apart. */
    static OutgoingMessage message(int bytes, DataLayout gaps) {
        OutgoingMessage message = message(bytes);
        return message.from(MemorySegment.ofArray(new byte[2 * bytes]), 0, gaps);
    }

    /** Returns the id in the last RTS. */
    long announcedId() {
        return announcedId;
    }

    /** Returns the operation of the last RTS, while it is under way. */
    SendOperation announced() {
        return (SendOperation) transfers.find(announcedId, this);
    }

    /** CTS arrives. */
    void clearToSend(long id, long receiveId, int bytes) {
        arrivals.withCookie(this, packet(PacketDescriptor.CTS, (short) 0, id, receiveId, bytes));
    }

    /** DONE arrives. */
    void done(long id, short status) {
        arrivals.done(this, packet(PacketDescriptor.DONE, status, id, 0, 0));
    }

    private static ByteBuffer packet(byte type, short status, long id, long receiveId, int bytes) {
        ByteBuffer header = ByteBuffer.allocate(PacketDescriptor.HEADER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        PacketDescriptor.writeTransfer(
                MemorySegment.ofBuffer(header), type, PacketDescriptor.TO_SENDER, status, id, receiveId, bytes);
        return header;
    }

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
        if (header.get(ValueLayout.JAVA_BYTE, 0) == PacketDescriptor.DONE) {
            refusedReceive = PacketDescriptor.receiveId(header.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
        }
        if (header.get(ValueLayout.JAVA_BYTE, 0) == PacketDescriptor.RTS) {
            announcedId = PacketDescriptor.sendId(header.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN));
        }
        return null;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        operation.begin();
        packets++;
        held.add(operation);
        if (takesAtOnce) {
            held.remove().batchSent(this);
            whenTaken.run();
        }
    }

    @Override
    public int eagerLimitBytes() {
        return 1 << 16;
    }
}
