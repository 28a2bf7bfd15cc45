package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.endpoints.device.peer.ProtocolCounters;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.trace.MessageProtocol;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.Request;

/**
 * Dispatches the messages of one endpoint: to an endpoint of the same JVM (itself included) through that endpoint's
 * inbox, to another JVM through the network. Arguments have been checked by the caller.
 *
 * <p>Belongs to the thread that drives the endpoint. Blocking calls use the device's own requests and allocate nothing.
 * Checked and observed endpoints have subclasses, chosen when the endpoint is made: without fast paths, so that each
 * send passes {@link #sendBegins} and {@link #sendEnds}. While neither is loaded, the calls to these cost nothing.
 */
public class Device extends ReceivingDevice {
    /**
     * The pause after a nonblocking send to a flooded endpoint, in ns (a blocking send waits for its receive): at most
     * some 10,000 such messages a second, 2 to 4 MB of requests and queue.
     */
    private static final long FLOODED_PAUSE_NS = 50_000;

    private final int immediateBytes;
    private final ImmediateProtocol immediate;
    private final RemoteSender remote;
    private final SentMessages sent;
    private final boolean isShared;

    // Volatile: any thread of the endpoint may attach, detach and send.
    private volatile AttachedBuffer buffer;

    Device(LocalEndpoint self, ImmediateProtocol immediate, RemoteSender remote, boolean isShared) {
        this(self, immediate, remote, isShared, isShared, true);
    }

    Device(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            boolean keepsForThreads,
            boolean hasFastPaths) {
        super(self, remote.failed(), keepsForThreads, hasFastPaths);
        this.immediateBytes = hasFastPaths ? self.inbox().immediateBytes() : -1;
        this.immediate = immediate;
        this.remote = remote;
        this.sent = remote.sent();
        this.isShared = isShared;
    }

    /**
     * Returns the longest message that may be copied into an inbox of this process by a fast path.
     *
     * @return bytes; −1 without fast paths
     */
    public final int immediateBytes() {
        return immediateBytes;
    }

    /** Returns the counters of messages sent and received; exact for the thread that drives the endpoint. */
    public ProtocolCounters counters() {
        return sent.snapshot(self);
    }

    /**
     * Returns the fast path of the sends on a communicator.
     *
     * @param rank this endpoint's rank there
     * @param peers its members, by rank
     */
    public final ShortSends shortSends(int contextId, int rank, Peer[] peers) {
        return new ShortSends(this, remote, contextId, rank, peers);
    }

    /** Returns the observer; null without one. */
    public DeviceObserver observer() {
        return null;
    }

    /** Returns whether several threads may use the endpoint at once: thread level multiple. */
    public boolean isShared() {
        return isShared;
    }

    /**
     * Called before a send; here does nothing.
     *
     * @param operation its name
     * @param isSynchronous whether the send completes only when the message has been received
     * @param protocol the protocol, or null where length and receiver decide
     */
    void sendBegins(String operation, OutgoingMessage message, boolean isSynchronous, MessageProtocol protocol) {}

    /** Called after a send, normally or by an exception; here does nothing. */
    void sendEnds() {}

    /** Begins a send. Its message may have been filled before by this thread, and by no other since. */
    private void enter(OutgoingMessage message, String operation) {
        if (own != null && message == own.message) {
            progress.leave(operation);
        } else {
            progress.enter(operation);
        }
    }

    /** Sends; blocks until the caller may reuse the memory. */
    public final void send(OutgoingMessage message) {
        sendBegins("send", message, false, null);
        try {
            enter(message, "send");
            LocalEndpoint local = message.peer.local();
            if (local == null) {
                remote.send(message);
            } else if (isImmediate(local, message.lengthBytes)) {
                sendImmediate(local, message);
            } else {
                startSingleCopy(sendToBlockOn(), local, message).await(null);
            }
            progress.leave("send");
        } finally {
            sendEnds();
        }
    }

    /**
     * Returns whether a message goes by the immediate protocol. A flooded receiver gets references only, so that
     * blocking senders wait for it and its memory stays bounded.
     */
    final boolean isImmediate(LocalEndpoint local, long lengthBytes) {
        return immediate.covers(lengthBytes) && !local.inbox().isFlooded();
    }

    private void sendImmediate(LocalEndpoint local, OutgoingMessage message) {
        sent.immediate(message.lengthBytes, local == self);
        immediate.send(local.inbox(), message, message.memory, message.offset, message.layout);
        local.signal();
    }

    private SingleCopySend startSingleCopy(SingleCopySend request, LocalEndpoint local, OutgoingMessage message) {
        if (MemoryViews.isConfined(message.memory)) { // confined to this thread, so copy now
            if (request instanceof BlockingSend blocking) {
                message.from(blocking.stage(message), 0, null);
            } else {
                message.stage();
            }
        }
        sent.byReference(message.lengthBytes, local == self);
        request.from(message.memory, message.offset, message.layout)
                .send(local.inbox(), local.transfers(), message, message.communicator, message.destination);
        local.signal();
        return request;
    }

    /** Starts a send; the memory is in use until the request is complete. */
    public final Request sendNonblocking(OutgoingMessage message) {
        sendBegins("nonblocking().send", message, false, null);
        try {
            enter(message, "nonblocking().send");
            Request request = begin(message);
            progress.leave("nonblocking().send");
            return request;
        } finally {
            sendEnds();
        }
    }

    private Request begin(OutgoingMessage message) {
        Request started = begin(null, null, false, message);
        if (started == null) {
            return CompletedRequest.of(progress, message.destination, message.tag, message.lengthBytes);
        }
        LocalEndpoint local = message.peer.local();
        if (local != null && local != self && local.inbox().isFlooded()) {
            progress.context().parkNanos(this, FLOODED_PAUSE_NS); // must not block, but may be slowed
        }
        return started;
    }

    /**
     * Starts a send with a request of the caller, so that none is allocated.
     *
     * @param ownRequest an inactive one to be used for a message that goes by reference to an endpoint of this JVM;
     *     null for a fresh one
     * @param isSynchronous whether the send may be complete only when it has been received
     * @param message the message; its memory is in use until the request is complete
     * @return the request, which may be the caller's; null when the send is complete already
     */
    public final Request startSend(SingleCopySend ownRequest, boolean isSynchronous, OutgoingMessage message) {
        return startSend(ownRequest, null, isSynchronous, message);
    }

    /**
     * Starts a persistent send, so that nothing is allocated.
     *
     * @param ownRequest used for a message that goes by reference to an endpoint of this JVM; null for a fresh one
     * @param persistent used for a message to another process, and completes its request, which is active; null:
     *     another send
     * @param isSynchronous whether the send may be complete only when it has been received
     * @param message the message; its memory is in use until the request is complete
     * @return the request, which may be the caller's; null when the send is complete already
     */
    public final Request startSend(
            SingleCopySend ownRequest, PersistentTransfer persistent, boolean isSynchronous, OutgoingMessage message) {
        sendBegins(isSynchronous ? "sendSynchronous" : "send", message, isSynchronous, null);
        try {
            enter(message, "send");
            Request request = begin(ownRequest, persistent, isSynchronous, message);
            progress.leave("send");
            return request;
        } finally {
            sendEnds();
        }
    }

    private Request begin(
            SingleCopySend ownRequest, PersistentTransfer persistent, boolean isSynchronous, OutgoingMessage message) {
        LocalEndpoint local = message.peer.local();
        if (local == null) {
            return remote.start(message, isSynchronous, persistent);
        }
        if (!isSynchronous && isImmediate(local, message.lengthBytes)) {
            sendImmediate(local, message);
            return null;
        }
        return startSingleCopy(ownRequest == null ? newSend() : ownRequest, local, message);
    }

    /**
     * Takes back the request of a send that was successful and that no other code knows. By the thread that started it.
     */
    public final void reuse(Request send) {
        remote.reuse(send);
    }

    /**
     * Starts a send to another process. Any thread.
     *
     * @param isSynchronous whether it completes only when the message has been received
     * @return the request; null when the send is complete already
     */
    public Request startSendFromAnyThread(OutgoingMessage message, boolean isSynchronous) {
        return remote.forAnyThread().start(message, isSynchronous, null);
    }

    /** Marks a message as a ready send, for the check that its receive is posted. */
    public void markReady(OutgoingMessage message) {}

    /** Returns a fresh inactive send for {@link #startSend}. */
    public SingleCopySend newSend() {
        return new SingleCopySend(self.progress(), self.transfers());
    }

    /** Returns an inactive send for a blocking call: the reusable one, or a fresh one inside another blocking call. */
    public SingleCopySend sendToBlockOn() {
        BlockingSend send = objects().send;
        return send.isInactive() ? send : newSend();
    }

    /** Returns the buffer for buffered sends of communicators that have none of their own, or null. */
    public AttachedBuffer buffer() {
        return buffer;
    }

    /** Attaches a buffer, or with null detaches the one that is there. */
    public void useBuffer(AttachedBuffer attached) {
        buffer = attached;
    }

    /**
     * Puts a message into the inbox of an endpoint of this JVM; its source delivers the payload when it is matched.
     * Does not block.
     */
    public final void sendReference(OutgoingMessage message, PayloadSource source) {
        sendBegins("send", message, false, source.protocol());
        try {
            enter(message, "send");
            LocalEndpoint local = message.peer.local();
            sent.byReference(message.lengthBytes, local == self);
            local.inbox().offer(message, source);
            local.signal();
            progress.leave("send");
        } finally {
            sendEnds();
        }
    }

    /**
     * As {@link #sendReference}, with a source of the process's table.
     *
     * @param word the number of the source in {@link ProcessDevice#sources}, as the inbox cell carries it
     */
    public final void sendByHandle(OutgoingMessage message, long word) {
        sendBegins("give", message, false, MessageProtocol.OWNERSHIP);
        try {
            enter(message, "give");
            LocalEndpoint local = message.peer.local();
            sent.byReference(message.lengthBytes, local == self);
            local.inbox().offerByHandle(message, word);
            local.signal();
            progress.leave("give");
        } finally {
            sendEnds();
        }
    }

    /** As {@link #end}, after the endpoint's program has failed: refused senders get the cause. */
    public void fail(Throwable cause) {
        self.queue().shutdown().failed(cause);
        end();
    }

    /**
     * Ends the endpoint after its program: finishes large messages under way, drops messages that have not been
     * received, and refuses them to their senders. Called by the thread that has driven the endpoint, or by another one
     * when none drives it; also after two threads were found in the endpoint.
     */
    public void end() {
        progress.endsProgram();
        try {
            self.queue().shutdown().close();
            self.progress().signal(); // other threads of the endpoint may wait for messages that have just matched
            self.transfers().finishAll();
            remote.finishSteps();
            if (!self.isFinished()) {
                self.progress().await(self::isFinished, Long.MAX_VALUE);
            }
        } finally {
            self.runEndings();
        }
    }

    /**
     * Refuses all further calls of the endpoint. Called by its thread after {@link #end}. Does nothing where several
     * threads share the endpoint, since the others may still be in calls, which end by themselves.
     *
     * @param rank its rank in its world, for the text of the error
     */
    public final void refuseCalls(int rank) {
        if (!isShared) {
            progress.refuseCalls("rank=" + rank);
        }
    }
}
