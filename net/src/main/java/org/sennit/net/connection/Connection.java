package org.sennit.net.connection;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.sennit.net.loop.MigratingEventLoop;
import org.sennit.net.wire.FrameDescriptor;
import org.sennit.net.wire.TcpAddress;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.LargeMessageTransfer;
import org.sennit.runtime.netmod.NetworkSend;
import org.sennit.runtime.netmod.VirtualConnection;
import org.slf4j.LoggerFactory;

/**
 * The virtual connection to one process over tcp. The methods of {@link VirtualConnection} may be called by any thread;
 * everything else runs with the loop held.
 *
 * <p>A small message on a ready connection with nothing pending is copied to a staging buffer and written by its own
 * thread. Everything else goes through the queue, so that order is the order of calls. When both sides connect at once,
 * the attempt of the lower process wins: the higher one accepts it and forgets its own, the lower one answers YIELD.
 * A late attempt is told from a fresh one by its generation.
 */
public final class Connection implements VirtualConnection, Link.Owner {
    /** Bytes that one connection may send before others get their turn. */
    private static final int BYTES_IN_A_ROW = 1 << 20;

    private static final byte[] NO_BYTES = {};

    private final ConnectionTable table;
    private final MigratingEventLoop loop;
    private final int stagingBytes;
    private volatile int process;
    private volatile Object attachment;
    private volatile boolean isModuleClosed;

    // guarded by the loop
    private TcpAddress address; // null: a peer that joined and whose card has not been seen
    private final SendQueue queue = new SendQueue();
    private final BatchCursor cursor = new BatchCursor();
    private ConnectionState state = ConnectionState.IDLE;
    private Link link; // in READY and CLOSING
    private InitiatorHandshake attempt; // in CONNECTING
    private AcceptorHandshake successor; // the peer's next socket, while the present one is ending
    private int generation;
    private int awaits;
    private boolean isPumping;
    private boolean isInBacklog;
    private boolean mustAbort;
    private boolean isCloseReceived;

    Connection(ConnectionTable table, int process, TcpAddress address) {
        this.table = table;
        this.loop = table.loop();
        this.process = process;
        this.address = address;
        this.stagingBytes = table.staging().lengthBytes();
    }

    // ---- the virtual connection ----

    @Override
    public int process() {
        return process;
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
    public int eagerLimitBytes() {
        return table.settings().eagerLimitBytes();
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return null;
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        if (loop.tryAcquireSpinning()) {
            try {
                long length = header.byteSize() + payload.byteSize();
                if (canSendNow(length)) {
                    return sendNow(header, payload, (int) length);
                }
                NetworkSend operation = queued(header, payload);
                enqueue(operation);
                return operation.isDone() && operation.failure() == null ? null : operation;
            } finally {
                loop.release();
            }
        }
        NetworkSend operation = queued(header, payload);
        handOver(operation);
        return operation;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        checkOpen();
        operation.begin();
        operation.stage(header, payload);
        submit(operation);
    }

    @Override
    public void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices) {
        checkOpen();
        operation.begin();
        operation.stage(header, slices);
        submit(operation);
    }

    private NetworkSend queued(MemorySegment header, MemorySegment payload) {
        checkOpen();
        NetworkSend operation = new QueuedSend();
        operation.stage(header, payload);
        return operation;
    }

    private void submit(NetworkSend operation) {
        if (loop.tryAcquireSpinning()) {
            try {
                enqueue(operation);
            } finally {
                loop.release();
            }
        } else {
            handOver(operation);
        }
    }

    /** Queues a send for the holder of the loop. */
    private void handOver(NetworkSend operation) {
        try {
            loop.execute(() -> enqueue(operation));
        } catch (RejectedExecutionException e) {
            throw new SennitException(ErrorClass.NETWORK, "the network has been closed", e);
        }
    }

    @Override
    public void destroy() {
        throw new SennitException(ErrorClass.UNSUPPORTED, "not yet: operation=destroy");
    }

    @Override
    public void terminate() {
        // never runs the upcall here: even a connection without a socket reports in the next round of the loop
        try {
            loop.execute(this::terminateInLoop);
        } catch (RejectedExecutionException e) {
            return; // the module has been closed, and the connection with it
        }
    }

    private void checkOpen() {
        if (isModuleClosed) {
            throw new SennitException(ErrorClass.NETWORK, "the network has been closed");
        }
    }

    // ---- sending ----

    private boolean canSendNow(long length) {
        return state == ConnectionState.READY
                && queue.isEmpty()
                && !isPumping
                && link.isWritable()
                && length <= stagingBytes - FrameDescriptor.HEADER_LENGTH;
    }

    private NetworkSend sendNow(MemorySegment header, MemorySegment payload, int length) {
        StagingBuffer staging = table.staging().take();
        try {
            long headerLength = header.byteSize();
            MemorySegment.copy(header, 0, staging.segment, FrameDescriptor.HEADER_LENGTH, headerLength);
            MemorySegment.copy(
                    payload, 0, staging.segment, FrameDescriptor.HEADER_LENGTH + headerLength, length - headerLength);
        } catch (RuntimeException e) {
            table.staging().give(staging);
            throw e; // nothing of the message has gone
        }
        link.stageDataHeader(staging, length);
        Throwable cause = link.write(staging, FrameDescriptor.HEADER_LENGTH + length);
        return cause == null ? null : lost(cause);
    }

    /** A message whose bytes the broken socket did not take. */
    private NetworkSend lost(Throwable cause) {
        NetworkSend operation = new QueuedSend();
        operation.fail(this, cause);
        link.fail(cause);
        return operation;
    }

    private void enqueue(NetworkSend operation) {
        if (isModuleClosed) {
            operation.fail(this, new SennitException(ErrorClass.NETWORK, "the network has been closed"));
            return;
        }
        queue.addLast(operation);
        if (state == ConnectionState.IDLE) {
            open();
        } else {
            pump();
        }
    }

    /** Sends what the socket takes; the rest follows when it is writable or in the next round. */
    private void pump() {
        if (isPumping || state != ConnectionState.READY) {
            return;
        }
        isPumping = true;
        Link current = link; // a callback may end it
        Throwable cause = null;
        try {
            long budget = BYTES_IN_A_ROW;
            while (cause == null && state == ConnectionState.READY && link == current && link.isWritable()) {
                if (mustAbort) {
                    mustAbort = false;
                    link.writeControl(FrameDescriptor.ABORT, NO_BYTES);
                } else if (queue.head() instanceof TerminateMark) {
                    queue.removeFirst();
                    sendClose();
                } else if (queue.isEmpty()) {
                    break;
                } else if (budget <= 0) {
                    askForAnotherRound();
                    break;
                } else {
                    StagingBuffer staging = table.staging().take();
                    int length = fill(current, staging);
                    budget -= length;
                    cause = writeData(current, staging, length);
                }
            }
        } finally {
            isPumping = false;
        }
        if (cause != null) {
            current.fail(cause);
        } else if (link != current) {
            goOn(); // what callbacks have queued since
        }
    }

    private Throwable writeData(Link target, StagingBuffer staging, int length) {
        if (length == 0 || target.isClosed()) { // a callback may have ended it
            table.staging().give(staging);
            return null;
        }
        target.stageDataHeader(staging, length);
        return target.write(staging, FrameDescriptor.HEADER_LENGTH + length);
    }

    /**
     * Copies pending messages into one frame, as many as fit. An operation whose last byte is copied has gone: what
     * happens to the socket afterwards is the connection's failure, not the operation's.
     *
     * @return the bytes of the frame behind its header
     */
    private int fill(Link target, StagingBuffer staging) {
        int at = FrameDescriptor.HEADER_LENGTH;
        while (at < stagingBytes && !mustAbort && !queue.isEmpty() && !(queue.head() instanceof TerminateMark)) {
            NetworkSend operation = queue.head();
            if (!cursor.isAt(operation)) {
                cursor.start(operation);
            }
            int from = at;
            try {
                at = cursor.copyTo(staging.segment, from, stagingBytes);
            } catch (Throwable e) {
                at = from;
                mustAbort = cursor.isStarted();
                cursor.clear();
                queue.removeFirst();
                operation.fail(this, e);
                continue;
            }
            if (cursor.isExhausted()) {
                cursor.clear();
                queue.removeFirst(); // before the callback, which may use the operation again
                if (!operation.batchSent(this)) {
                    goOnWith(target, operation);
                }
            } else {
                cursor.markStarted();
            }
        }
        return at - FrameDescriptor.HEADER_LENGTH;
    }

    private void goOnWith(Link target, NetworkSend operation) {
        if (link == target) {
            queue.addFirst(operation);
        } else {
            operation.fail(
                    this, new SennitException(ErrorClass.NETWORK, "the connection has ended, process=" + process));
        }
    }

    private void askForAnotherRound() {
        if (!isInBacklog) {
            isInBacklog = true;
            table.addToBacklog(this);
        }
    }

    /** The next round of the loop. */
    void workOff() {
        isInBacklog = false;
        pump();
        endIfClosed();
    }

    @Override
    public void writable(Link link) {
        // not here: Netty is in the middle of its own flush
        askForAnotherRound();
    }

    // ---- receiving ----

    @Override
    public void data(Link link, ByteBuffer bytes) {
        table.upcalls().handlePacket(this, bytes);
    }

    @Override
    public void control(Link link, byte kind, ByteBuffer body) {
        if (kind == FrameDescriptor.CLOSE && !isCloseReceived) {
            isCloseReceived = true;
            if (state == ConnectionState.READY) {
                terminateInLoop(); // what is pending still goes out
            }
            endIfClosed();
        } else if (kind == FrameDescriptor.ABORT) {
            table.upcalls()
                    .aborted(
                            this,
                            new SennitException(
                                    ErrorClass.PROC_ABORTED, "the sender's memory has gone, process=" + process));
        } else {
            throw new SennitException(ErrorClass.NETWORK, "bad bytes: unexpected frame kind=" + kind);
        }
    }

    // ---- connecting ----

    TcpAddress address() {
        return address;
    }

    int generation() {
        return generation;
    }

    private void open() {
        if (address == null) {
            broke(new SennitException(ErrorClass.NETWORK, "no business card of the peer, process=" + process));
            return;
        }
        state = ConnectionState.CONNECTING;
        InitiatorHandshake handshake = table.newAttempt(this);
        attempt = handshake; // before it starts: it may fail at once
        handshake.start();
    }

    /** Gives the address of a peer that had connected before it was known. */
    void setAddress(TcpAddress address) {
        if (this.address == null) {
            this.address = address;
        }
    }

    /** The peer accepts this side's attempt. */
    void attemptAccepted(Link accepted, int peerProcess) {
        if (attempt == null || attempt.link() != accepted) {
            accepted.close();
            return;
        }
        attempt = null;
        if (process < 0) {
            process = peerProcess;
            table.processKnown(this, peerProcess);
        }
        ready(accepted);
    }

    /** The peer connects by itself, or has done so. */
    void attemptYielded(Link yielded) {
        if (attempt == null || attempt.link() != yielded) {
            return;
        }
        attempt = null;
        state = ConnectionState.AWAITING;
        int thisTime = ++awaits;
        loop.schedule(
                () -> {
                    if (state == ConnectionState.AWAITING && awaits == thisTime) {
                        broke(new SennitException(
                                ErrorClass.TIMEOUT, "the peer's connection has not come in time, process=" + process));
                    }
                },
                table.settings().handshakeTimeoutNs(),
                TimeUnit.NANOSECONDS);
    }

    /** This side's attempt has ended. */
    void attemptFailed(Link failed, Throwable cause) {
        if (attempt != null && attempt.link() == failed) {
            attempt = null;
            broke(cause);
        }
    }

    /** The peer has connected and proved who it is. */
    void peerArrived(AcceptorHandshake handshake) {
        int theirs = handshake.link().generation;
        switch (state) {
            case IDLE, AWAITING -> accept(handshake);
            case CONNECTING -> {
                if (process < table.local().process()) {
                    attempt.abandon();
                    attempt = null;
                    accept(handshake);
                } else {
                    handshake.yield();
                }
            }
            case READY, CLOSING -> {
                if (theirs > link.generation) {
                    // the peer has seen the end of the present socket, which is on its way to this side
                    if (successor != null) {
                        successor.abandon();
                    }
                    successor = handshake;
                } else {
                    handshake.yield();
                }
            }
        }
    }

    private void accept(AcceptorHandshake handshake) {
        generation = Math.max(generation, handshake.link().generation);
        handshake.accept(this, generation);
        if (!handshake.link().isClosed()) {
            ready(handshake.link());
        }
    }

    private void ready(Link ready) {
        link = ready;
        link.setOwner(this);
        generation = Math.max(generation, link.generation);
        link.generation = generation;
        isCloseReceived = false;
        mustAbort = false;
        cursor.clear();
        state = ConnectionState.READY;
        table.addReady(ready);
        pump();
    }

    // ---- ending ----

    private void terminateInLoop() {
        if (isModuleClosed) {
            return;
        }
        if (state == ConnectionState.CLOSING && queue.isEmpty()) {
            return; // it is ending already
        }
        if (state == ConnectionState.IDLE && queue.isEmpty()) {
            loop.runInNextRound(() -> reportSafely(() -> table.upcalls().terminated(this)));
            return;
        }
        if (!(queue.tail() instanceof TerminateMark)) {
            queue.addLast(new TerminateMark());
        }
        pump();
    }

    private void sendClose() {
        state = ConnectionState.CLOSING;
        link.writeControl(FrameDescriptor.CLOSE, NO_BYTES);
        askForAnotherRound(); // looks whether the peer's has come
    }

    private void endIfClosed() {
        if (state != ConnectionState.CLOSING || !isCloseReceived || !link.isFlushed()) {
            return;
        }
        link.close();
        goIdle();
        reportSafely(() -> table.upcalls().terminated(this));
        goOn();
    }

    private void goIdle() {
        link = null;
        state = ConnectionState.IDLE;
        generation++;
        mustAbort = false;
        cursor.clear();
    }

    /** After an end: the peer's next socket, or one for what is pending. */
    private void goOn() {
        if (isModuleClosed) {
            return;
        }
        AcceptorHandshake next = successor;
        successor = null;
        if (next != null && !next.link().isClosed()) {
            peerArrived(next);
        } else if (state == ConnectionState.IDLE && !queue.isEmpty()) {
            if (queue.head() instanceof TerminateMark) {
                queue.removeFirst();
                terminateInLoop();
            } else {
                open();
            }
        }
    }

    @Override
    public void broken(Link broken, Throwable cause) {
        if (broken != link) {
            return;
        }
        if (state == ConnectionState.CLOSING && isCloseReceived) {
            endOrderly();
            return;
        }
        broke(cause);
    }

    /** The peer has closed the socket after both said CLOSE. */
    private void endOrderly() {
        goIdle();
        reportSafely(() -> table.upcalls().terminated(this));
        goOn();
    }

    private void broke(Throwable cause) {
        Throwable exact = cause instanceof SennitException
                ? cause
                : new SennitException(
                        ErrorClass.NETWORK, "connection broken, process=" + process + ": " + cause.getMessage(), cause);
        SendQueue lost = new SendQueue();
        while (!queue.isEmpty()) {
            lost.addLast(queue.removeFirst());
        }
        goIdle();
        while (!lost.isEmpty()) {
            lost.removeFirst().fail(this, exact);
        }
        reportSafely(() -> table.upcalls().failed(this, exact));
        goOn();
    }

    private void reportSafely(Runnable upcall) {
        try {
            upcall.run();
        } catch (Throwable e) {
            LoggerFactory.getLogger(Connection.class).error("an upcall failed, process={}", process, e);
        }
    }

    // ---- the end of the module ----

    void terminateQuietly() {
        if (state != ConnectionState.IDLE || !queue.isEmpty()) {
            terminateInLoop();
        }
    }

    boolean isIdle() {
        return state == ConnectionState.IDLE && queue.isEmpty();
    }

    boolean isFlushed() {
        return queue.isEmpty()
                && (state == ConnectionState.IDLE || (state == ConnectionState.CLOSING && link.isFlushed()));
    }

    void closeNow(Throwable cause) {
        isModuleClosed = true;
        if (attempt != null) {
            attempt.abandon();
            attempt = null;
        }
        if (successor != null) {
            successor.abandon();
            successor = null;
        }
        boolean wasIdle = isIdle();
        if (link != null) {
            link.close();
        }
        if (!wasIdle) {
            broke(cause instanceof SennitException ? cause : new IOException(cause));
        }
    }

    /** The present socket; null when there is none. */
    Link link() {
        return link;
    }

    MigratingEventLoop loop() {
        return loop;
    }

    @Override
    public String toString() {
        return "Connection[process=" + process + ", state=" + state + ", generation=" + generation + "]";
    }
}
