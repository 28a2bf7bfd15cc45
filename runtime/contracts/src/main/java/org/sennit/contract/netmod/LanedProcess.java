package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.sennit.config.Options;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.network.BusinessCard;
import org.sennit.spi.network.NetworkModule;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.NetworkSetup;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PacketHandler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.PollDirection;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;

/**
 * One of two processes of a test, whose endpoints talk over lanes. Every packet says from which endpoint to which it
 * goes; it must come over the connection of the two, and with the next number. Any thread.
 */
public final class LanedProcess implements NetworkUpcalls, AutoCloseable {
    /** Endpoints that a process may have. */
    public static final int MOST = 8;

    private final int process;
    private final NetworkModule module;
    private final BusinessCard card;
    private final AtomicLongArray received = new AtomicLongArray(MOST * MOST); // by own endpoint, then by the peer's
    private final Thread[] waiting = new Thread[MOST]; // set before the endpoint's first message
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Throwable> losses = new ConcurrentLinkedQueue<>();
    private final AtomicIntegerArray sentTo = new AtomicIntegerArray(MOST * MOST);
    private volatile VirtualConnection peer; // null until connected

    /**
     * Makes a process that listens.
     *
     * @param factory its kind of module
     * @param process its number, 0 or 1
     * @param others the number of processes that the job has besides it
     * @param hostProcesses how many of all are on its host
     * @param endpoints the number of endpoints that may have a lane
     */
    public LanedProcess(
            NetworkModuleFactory factory, int process, int others, int hostProcesses, int endpoints, Options options) {
        this.process = process;
        byte[] secret = "a secret of this test".getBytes(StandardCharsets.US_ASCII);
        this.module = factory.create(new NetworkSetup(
                "lanes",
                process,
                1 + others,
                hostProcesses,
                1,
                endpoints,
                secret,
                options,
                RuntimeContext.system(),
                this));
        this.card = module.init();
    }

    /** Makes two processes known to each other. */
    public static void meet(LanedProcess a, LanedProcess b) {
        a.peer = a.module.connect(b.process, b.card);
        b.peer = b.module.connect(a.process, a.card);
    }

    public NetworkModule module() {
        return module;
    }

    /** Returns the contradictions between what the module reported and what happened; empty when all is well. */
    public Collection<String> faults() {
        return faults;
    }

    /** Returns what connections were lost for, a cause for each. */
    public Collection<Throwable> losses() {
        return losses;
    }

    private static int pair(int own, int peer) {
        return own * MOST + peer;
    }

    /**
     * Sends the next message from an endpoint to one of the peer's.
     *
     * @return what startMessage returns
     */
    public NetworkSend send(int from, int to, MemorySegment payload) {
        long number = sentTo.getAndIncrement(pair(from, to));
        return peer.lane(from, to).startMessage(header(from, to, number, payload.byteSize()), payload);
    }

    /**
     * Returns the header of a message.
     *
     * @param from the endpoint
     * @param to the peer's
     * @param number how many were sent between the two before it
     * @param length bytes that follow
     */
    public static MemorySegment header(int from, int to, long number, long length) {
        return TestPackets.header(pair(from, to), number, length);
    }

    /**
     * Returns the connection between two endpoints.
     *
     * @param other the peer's
     */
    public VirtualConnection connection(int own, int other) {
        return peer.lane(own, other);
    }

    /** Returns how much has come for an endpoint from one of the peer's. */
    public long received(int own, int other) {
        return received.get(pair(own, other));
    }

    /** Returns how much has come for an endpoint. */
    public long received(int own) {
        long sum = 0;
        for (int other = 0; other < MOST; other++) {
            sum += received(own, other);
        }
        return sum;
    }

    /**
     * Blocks, as the endpoint, in its own lane alone, until so much has come for it.
     *
     * @param count messages
     */
    public void await(int own, long count) {
        waiting[own] = Thread.currentThread();
        while (received(own) < count) {
            if (module.lane(own).poll(PollDirection.IN_FIRST, 64) == 0) {
                module.lane(own).await(() -> received(own) >= count, Long.MAX_VALUE);
            }
        }
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        if (vc.attachment() == null) {
            vc.attach(new PacketAssembler(new Handler()));
        }
        ((PacketAssembler) vc.attachment()).handle(vc, fragment);
    }

    private final class Handler implements PacketHandler {
        @Override
        public PayloadSink onHeader(VirtualConnection vc, ByteBuffer header) {
            ByteBuffer bytes = header.duplicate().order(ByteOrder.LITTLE_ENDIAN);
            long number = bytes.getLong(16);
            int stream = (int) bytes.getLong(24);
            int from = stream / MOST;
            int to = stream % MOST;
            if (PacketDescriptor.payloadLength(header) == 0) {
                arrived(vc, from, to, number);
                return null;
            }
            return new PayloadSink() {
                @Override
                public void accept(ByteBuffer bytes) {}

                @Override
                public void complete() {
                    arrived(vc, from, to, number);
                }

                @Override
                public void failed(Throwable cause) {}
            };
        }
    }

    private void arrived(VirtualConnection vc, int from, int to, long number) {
        VirtualConnection known = peer;
        if (known != null && known.lane(to, from) != vc) {
            faults.add("from " + from + " to " + to + " came over the connection of others");
        }
        long expected = received.getAndIncrement(pair(to, from));
        if (expected != number) {
            faults.add("from " + from + " to " + to + " came number " + number + " instead of " + expected);
        }
        Thread thread = waiting[to];
        if (thread != null) {
            module.lane(to).wake(thread);
        }
    }

    @Override
    public void terminated(VirtualConnection vc) {}

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        losses.add(cause);
    }

    @Override
    public void close() {
        module.close();
    }
}
