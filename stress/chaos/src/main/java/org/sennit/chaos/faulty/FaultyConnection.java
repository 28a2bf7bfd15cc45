package org.sennit.chaos.faulty;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.PacketAssembler;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VectorConnection;
import org.sennit.spi.network.VirtualConnection;

/** A connection with faults, by {@link FaultySends} and {@link FaultyArrivals}. Any thread. */
public final class FaultyConnection
        implements VirtualConnection, VectorConnection, StackableConnection, TerminableConnection {
    private static final int MOST_FRAME_BYTES = 1 << 20;

    private final FaultyModule module;
    private final VirtualConnection inner;
    private final StackableConnection stack; // the same
    private final FaultySends sends;
    private final FaultyArrivals arrivals;
    private final PacketAssembler assembler; // with the inner connection's upcalls
    private final AtomicLong limitsDrawn = new AtomicLong();
    private volatile Object attachment;
    private volatile boolean isDestroyed;

    FaultyConnection(FaultyModule module, VirtualConnection inner) {
        this.module = module;
        this.inner = inner;
        this.stack = inner.require(StackableConnection.class);
        this.sends = new FaultySends(module, this, inner);
        this.arrivals = new FaultyArrivals(module, this, inner.process());
        this.assembler = new PacketAssembler(this::onFrame);
    }

    /** Returns the connection of the inner module. */
    public VirtualConnection inner() {
        return inner;
    }

    /** Cuts the connection now: both sides lose it. */
    public void cut() {
        sends.lose(Loss.here(
                new SennitException(ErrorClass.NETWORK, "the connection was cut, process=" + process()), false));
    }

    /** Runs a task when no upcall and no callback of this connection runs, as those of a module do. */
    @Override
    public void execute(Runnable task) {
        try {
            stack.execute(task);
        } catch (SennitException closed) {
            task.run(); // the loop beneath has ended: nothing else runs
        }
    }

    /** Hands up what may be handed up now. Any thread. */
    void handUp() {
        execute(arrivals::work);
    }

    FaultySends sends() {
        return sends;
    }

    FaultyArrivals arrivals() {
        return arrivals;
    }

    // ---- arrivals ----

    /** Takes bytes from the module beneath. */
    void handle(ByteBuffer fragment) {
        assembler.handle(inner, fragment);
        arrivals.work();
    }

    private PayloadSink onFrame(VirtualConnection vc, ByteBuffer header) {
        int epoch = FaultyFrame.epoch(header);
        return switch (FaultyFrame.kind(header)) {
            case FaultyFrame.DATA -> new Gathering(header, epoch);
            case FaultyFrame.ABORT -> {
                arrivals.add(new FaultyArrivals.Aborted(
                        epoch,
                        new SennitException(
                                ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + process())));
                yield null;
            }
            case FaultyFrame.CUT -> lostByPeer(epoch, ErrorClass.NETWORK, "was cut by the peer");
            case FaultyFrame.KILL -> lostByPeer(epoch, ErrorClass.PROC_FAILED, "is lost: the peer was killed");
            default ->
                throw new SennitException(ErrorClass.NETWORK, "not a frame of net.faulty: does the peer use it?");
        };
    }

    private PayloadSink lostByPeer(int epoch, ErrorClass errorClass, String what) {
        SennitException cause = new SennitException(
                errorClass, "the connection " + what + " by net.faulty=" + module.plan() + ", process=" + process());
        boolean isForGood = errorClass == ErrorClass.PROC_FAILED;
        arrivals.add(new FaultyArrivals.PeerLost(new Loss(cause, Loss.Origin.PEER, epoch, isForGood)));
        return null;
    }

    /** Gathers one frame. */
    private final class Gathering implements PayloadSink {
        private final int epoch;
        private final boolean isWhole;
        private final byte[] bytes;
        private int length;

        Gathering(ByteBuffer header, int epoch) {
            long payload = header.getLong(org.sennit.spi.packet.PacketDescriptor.PAYLOAD_LENGTH_OFFSET);
            if (payload > MOST_FRAME_BYTES) {
                throw new SennitException(ErrorClass.NETWORK, "not a frame of net.faulty: length=" + payload);
            }
            this.epoch = epoch;
            this.isWhole = FaultyFrame.isFirst(header) && FaultyFrame.left(header) == payload;
            this.bytes = new byte[(int) payload];
        }

        @Override
        public void accept(ByteBuffer piece) {
            int count = piece.remaining();
            piece.get(piece.position(), bytes, length, count);
            length += count;
        }

        @Override
        public void complete() {
            if (bytes.length > 0) {
                arrivals.add(new FaultyArrivals.Piece(epoch, isWhole, bytes));
            }
        }

        @Override
        public void failed(Throwable cause) {
            // what has come before it has been handed up, and the end follows
        }
    }

    void lostBeneath(Throwable cause) {
        assembler.reset(cause);
        sends.lose(new Loss(cause, Loss.Origin.BENEATH, -1, false));
    }

    void terminatedBeneath() {
        assembler.reset(new SennitException(ErrorClass.NETWORK, "the connection has ended"));
        arrivals.add(new FaultyArrivals.Terminated());
        handUp();
    }

    // ---- the virtual connection ----

    /** Vectors always, since batches are copied; everything else where the connection beneath has it. */
    @Override
    public <T> T extension(Class<T> type) {
        boolean isServed = type == VectorConnection.class || inner.extension(type) != null;
        return isServed ? VirtualConnection.super.extension(type) : null;
    }

    @Override
    public int process() {
        return inner.process();
    }

    @Override
    public VirtualConnection lane(int endpoint, int peerEndpoint) {
        VirtualConnection other = inner.lane(endpoint, peerEndpoint);
        return other == inner ? this : module.connectionOf(other);
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object attachment) {
        this.attachment = attachment;
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        checkOpen();
        if (!payload.scope().isAlive()) {
            throw new IllegalStateException("the payload's arena has been closed");
        }
        NetworkSend operation = new NetworkSend();
        operation.begin();
        operation.stage(header, payload);
        sends.send(operation);
        return operation.isDone() && operation.failure() == null ? null : operation;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        checkOpen();
        operation.begin();
        operation.stage(header, payload);
        sends.send(operation);
    }

    @Override
    public void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices) {
        checkOpen();
        operation.begin();
        operation.stage(header, slices);
        sends.send(operation);
    }

    private void checkOpen() {
        if (isDestroyed) {
            throw new SennitException(ErrorClass.NETWORK, "the connection has been destroyed, process=" + process());
        }
        module.checkOpen();
    }

    @Override
    public int eagerLimitBytes() {
        if (!module.plan().has(Fault.LIMIT)) {
            return inner.eagerLimitBytes();
        }
        long seed = limitsDrawn.getAndIncrement() * 0x9E3779B97F4A7C15L;
        SplittableRandom random = new SplittableRandom(module.plan().seed() ^ seed);
        int[] limits = {0, 1, 100, 4096, 30_000, inner.eagerLimitBytes()};
        return Math.min(inner.eagerLimitBytes(), limits[random.nextInt(limits.length)]);
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return inner.largeMessages();
    }

    @Override
    public void terminate() {
        if (module.isOpen() && !isDestroyed) {
            sends.terminate();
        }
    }

    @Override
    public void destroy() {
        // A thread that has made the last upcall, from which the caller knows that it may destroy, may not have
        // returned yet.
        if (!sends.isEmpty() || arrivals.hasMore()) {
            throw new IllegalStateException("the connection is in use, process=" + process());
        }
        inner.require(TerminableConnection.class).destroy();
        isDestroyed = true;
    }

    @Override
    public String toString() {
        return "FaultyConnection[" + inner + "]";
    }
}
