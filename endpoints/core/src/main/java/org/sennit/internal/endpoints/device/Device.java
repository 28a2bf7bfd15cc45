package org.sennit.internal.endpoints.device;

import java.util.List;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.observation.DeviceObserver;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.CompletedRequest;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.endpoints.device.peer.ProtocolCounters;
import org.sennit.internal.endpoints.device.peer.SentMessages;
import org.sennit.internal.endpoints.device.remote.RemoteSender;
import org.sennit.internal.endpoints.device.rendezvous.PersistentTransfer;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.PostingPool;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.protocol.ActiveTransfers;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SingleCopySend;
import org.sennit.message.Request;
import org.sennit.message.Status;

/**
 * The way of a message from one endpoint: to an endpoint of the same JVM, itself included, through that one's inbox;
 * to another JVM through the network. Arguments have been checked above.
 *
 * <p>Belongs to the thread that drives the endpoint. Blocking calls use the device's own requests and allocate nothing.
 * Checked mode has a subclass, chosen when the endpoint is made; where it is not loaded it costs nothing.
 */
public class Device {
    /**
     * The pause after a nonblocking send to an endpoint that is flooded, where a blocking one waits for its receive: at most
     * some 10,000 such messages a second, 2 to 4 MB of requests and queue.
     */
    private static final long FLOODED_PAUSE_NS = 50_000;

    private final LocalEndpoint self;
    private final MatchQueue queue;
    private final ProgressEngine progress;
    private final ActiveTransfers transfers;
    private final int immediateBytes;
    private final ImmediateProtocol immediate;
    private final RemoteSender remote;
    private final SentMessages sent;
    private final FailedPeers failed;
    private final boolean isShared;
    private final boolean keepsForThreads;

    // Used by one blocking call at a time.
    private final CallObjects own;
    private final ThreadLocal<CallObjects> ofThreads; // instead, where several threads may be in calls; else null
    private final PostingPool postings; // null where several threads may be in calls

    // Volatile: any thread of the endpoint may attach, detach and send.
    private volatile AttachedBuffer buffer;

    Device(LocalEndpoint self, ImmediateProtocol immediate, RemoteSender remote, boolean isShared) {
        this(self, immediate, remote, isShared, isShared);
    }

    Device(
            LocalEndpoint self,
            ImmediateProtocol immediate,
            RemoteSender remote,
            boolean isShared,
            boolean keepsForThreads) {
        this.self = self;
        this.queue = self.queue();
        this.progress = self.progress();
        this.transfers = self.transfers();
        this.immediateBytes = self.inbox().immediateBytes();
        this.immediate = immediate;
        this.remote = remote;
        this.sent = remote.sent();
        this.failed = remote.failed();
        this.isShared = isShared;
        this.keepsForThreads = keepsForThreads;
        this.own = keepsForThreads ? null : new CallObjects(self);
        this.ofThreads = keepsForThreads ? ThreadLocal.withInitial(() -> new CallObjects(self)) : null;
        this.postings = keepsForThreads ? null : new PostingPool(own.views);
    }

    /** Returns the endpoint whose device this is. */
    public LocalEndpoint self() {
        return self;
    }

    /** Returns the longest message that may be copied into an inbox of this process, in bytes. */
    public int immediateBytes() {
        return immediateBytes;
    }

    /** Returns what the endpoint has sent and received so far; exact for the thread that drives it. */
    public ProtocolCounters counters() {
        return sent.snapshot(self);
    }

    /** Counts a message that has gone past {@link #send} into an inbox of this JVM. */
    public void countImmediate(long lengthBytes, LocalEndpoint to) {
        sent.immediate(lengthBytes, to == self);
    }

    /** Returns the failures that this process knows of. */
    public FailedPeers failedPeers() {
        return failed;
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
     * Returns whether what is kept from call to call is kept for each thread, since another thread may be in a call: it is allowed
     * to, or is to be found out before it has changed anything of the first one's.
     *
     * @return true at thread level multiple, and in checked mode
     */
    public final boolean keepsForThreads() {
        return keepsForThreads;
    }

    private CallObjects objects() {
        return own == null ? ofThreads.get() : own;
    }

    /** A send begins; its message may have been filled before, which another thread must not have touched since. */
    private void enter(OutgoingMessage message, String operation) {
        if (own != null && message == own.message) {
            progress.leave(operation);
        } else {
            progress.enter(operation);
        }
    }

    /** Returns the views of the user's memory: those of the endpoint, or of the calling thread. */
    public MemoryViews views() {
        return objects().views;
    }

    /** Returns the pool of memory that stands in for the user's during a call. */
    public BounceBufferPool bounceBuffers() {
        return objects().bounceBuffers;
    }

    /** Returns a message to fill and to hand to one of the sends; the next call fills it anew. */
    public OutgoingMessage message() {
        return objects().message;
    }

    /** Sends and blocks until the memory is the caller's again. */
    public void send(OutgoingMessage message) {
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
    }

    /** A flooded receiver gets references only, so that blocking senders wait for it, and its memory stays bounded. */
    final boolean isImmediate(LocalEndpoint local, long lengthBytes) {
        return immediate.covers(lengthBytes) && !local.inbox().isFlooded();
    }

    private void sendImmediate(LocalEndpoint local, OutgoingMessage message) {
        sent.immediate(message.lengthBytes, local == self);
        immediate.send(local.inbox(), message, message.memory, message.offset, message.layout);
        local.signal();
    }

    private SingleCopySend startSingleCopy(SingleCopySend request, LocalEndpoint local, OutgoingMessage message) {
        if (MemoryViews.isConfined(message.memory)) { // only this thread may touch it, so it copies now
            if (request instanceof BlockingSend blocking) {
                message.from(blocking.stage(message), 0, null);
            } else {
                message.stage();
            }
        }
        sent.byReference(message.lengthBytes, local == self);
        request.send(
                local.inbox(),
                local.transfers(),
                message,
                message.communicator,
                message.destination,
                message.memory,
                message.offset,
                message.layout);
        local.signal();
        return request;
    }

    /** Starts a send; the memory is in use until the request is complete. */
    public Request sendNonblocking(OutgoingMessage message) {
        enter(message, "nonblocking().send");
        Request request = begin(message);
        progress.leave("nonblocking().send");
        return request;
    }

    private Request begin(OutgoingMessage message) {
        LocalEndpoint local = message.peer.local();
        if (local == null) {
            Request started = remote.start(false, message, null);
            return started == null ? completed(message) : started;
        }
        if (isImmediate(local, message.lengthBytes)) {
            sendImmediate(local, message);
            return completed(message);
        }
        SingleCopySend request = startSingleCopy(newSend(), local, message);
        if (local != self && local.inbox().isFlooded()) {
            progress.context().parkNanos(this, FLOODED_PAUSE_NS); // it may not block, but it need not hurry
        }
        return request;
    }

    private Request completed(OutgoingMessage message) {
        return CompletedRequest.of(progress, message.destination, message.tag, message.lengthBytes);
    }

    /**
     * Starts a send into a request of the caller's, so that nothing need be allocated.
     *
     * @param ownRequest an inactive one to be used for a message that goes by reference to an endpoint of this JVM; null
     *     for a fresh one
     * @param isSynchronous whether the send may be complete only when it has been received
     * @param message the message; its memory is in use until the request is complete
     * @return the request, which may be the caller's; null when the send is complete already
     */
    public final Request startSend(SingleCopySend ownRequest, boolean isSynchronous, OutgoingMessage message) {
        return startSend(ownRequest, null, isSynchronous, message);
    }

    /**
     * Starts a persistent send, so that nothing need be allocated.
     *
     * @param ownRequest used for a message that goes by reference to an endpoint of this JVM; null for a fresh one
     * @param persistent used for a message to another process, and completes its request, which is active; null: another
     *     send
     * @param isSynchronous whether the send may be complete only when it has been received
     * @param message the message; its memory is in use until the request is complete
     * @return the request, which may be the caller's; null when the send is complete already
     */
    public Request startSend(
            SingleCopySend ownRequest, PersistentTransfer persistent, boolean isSynchronous, OutgoingMessage message) {
        enter(message, "send");
        Request request = begin(ownRequest, persistent, isSynchronous, message);
        progress.leave("send");
        return request;
    }

    private Request begin(
            SingleCopySend ownRequest, PersistentTransfer persistent, boolean isSynchronous, OutgoingMessage message) {
        LocalEndpoint local = message.peer.local();
        if (local == null) {
            return remote.start(isSynchronous, message, persistent);
        }
        if (!isSynchronous && isImmediate(local, message.lengthBytes)) {
            sendImmediate(local, message);
            return null;
        }
        return startSingleCopy(ownRequest == null ? newSend() : ownRequest, local, message);
    }

    /**
     * Starts a standard send to another process from a thread that need not drive the endpoint.
     *
     * @return the request; null when the send is complete already
     */
    public Request startSendFromAnyThread(OutgoingMessage message) {
        return remote.forAnyThread().start(false, message, null);
    }

    /** Marks a message as a ready send, where it is checked that its receive is posted. */
    public void markReady(OutgoingMessage message) {}

    /** Returns a fresh inactive send for {@link #startSend}. */
    public SingleCopySend newSend() {
        return new SingleCopySend(self.progress(), self.transfers());
    }

    /** Returns an inactive send for a blocking call: the one kept for that, or a fresh one inside another call. */
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
     * Receives without a request, where that is possible: the message comes soon, is a short one, and no other receive
     * or message stands before it.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param signature the type signature of the elements
     * @param memory where the message goes: a segment, or an array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param capacityBytes the longest message that fits, in bytes
     * @param status receives the outcome; may be null
     * @return true when a message was received; else nothing has happened
     * @throws org.sennit.message.SennitException UNSUPPORTED when another thread has entered since the call began; final
     */
    public boolean receiveAtOnce(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        boolean isReceived = !transfers.hasWork()
                && queue.receiveAtOnce(
                        contextId,
                        source,
                        tag,
                        signature,
                        memory,
                        offset,
                        capacityBytes,
                        status,
                        progress.roundsAtOnce(),
                        progress.context(),
                        progress.cheapNetwork());
        progress.leave("receive");
        return isReceived;
    }

    /** As {@link #receiveAtOnce}, but only what has already come. */
    public boolean receiveArrived(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        boolean isReceived =
                queue.receiveArrived(contextId, source, tag, signature, memory, offset, capacityBytes, status);
        progress.leave("nonblocking().receive");
        return isReceived;
    }

    /** Puts a message into the inbox of an endpoint of this JVM; its source delivers the payload when it is matched. Does not block. */
    public void sendReference(OutgoingMessage message, PayloadSource source) {
        enter(message, "send");
        LocalEndpoint local = message.peer.local();
        sent.byReference(message.lengthBytes, local == self);
        local.inbox().offer(message, source);
        local.signal();
    }

    /**
     * As {@link #sendReference}, with a source of the process's table.
     *
     * @param word the number of the source in {@link ProcessDevice#sources}, as the inbox cell carries it
     */
    public void sendByHandle(OutgoingMessage message, long word) {
        enter(message, "give");
        LocalEndpoint local = message.peer.local();
        sent.byReference(message.lengthBytes, local == self);
        local.inbox()
                .offerListed(
                        message.contextId,
                        message.sourceRank,
                        message.tag,
                        message.signature,
                        message.lengthBytes,
                        word);
        local.signal();
    }

    /**
     * Takes a message whose payload is with a source of the table, without a request, where that is possible: it comes soon,
     * and no other receive or message stands before it. The caller does what the source's {@code deliver} would.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param mostBytes the longest message that is wanted, in bytes
     * @param status receives the outcome; may be null
     * @return the source; null when nothing has happened
     */
    public PayloadSource takeAtOnce(int contextId, int source, int tag, long mostBytes, Status status) {
        PayloadSource found = transfers.hasWork()
                ? null
                : queue.takeAtOnce(
                        contextId,
                        source,
                        tag,
                        mostBytes,
                        status,
                        progress.roundsAtOnce(),
                        progress.context(),
                        progress.cheapNetwork());
        progress.leave("take");
        return found;
    }

    /** Returns the word of {@link #sendByHandle} that came with the message that {@link #takeAtOnce} has taken. */
    public long takenWord() {
        return queue.takenWord();
    }

    /**
     * Returns the length of the message that {@link #takeAtOnce} has taken.
     *
     * @return bytes
     */
    public long takenBytes() {
        return queue.takenBytes();
    }

    /**
     * Has something done when the endpoint ends, after messages not received there have been dropped; when the job is
     * aborted, without that.
     *
     * @param work done once, by the thread that ends the endpoint, which may be another than the one that has driven it;
     *     must not block or throw
     */
    public void atEnd(Runnable work) {
        self.atEnd(work);
    }

    /** Returns an inactive receive for a blocking call: the one kept for that, or a fresh one inside another call. */
    public ReceiveRequest receiveToBlockOn() {
        ReceiveRequest receive = objects().receive;
        return receive.isInactive() ? receive : newReceive();
    }

    /** Returns a fresh inactive receive. */
    public ReceiveRequest newReceive() {
        return new ReceiveRequest(self.progress(), postings);
    }

    /** Returns whether {@link #newReceive} makes receives that {@link ReceiveRequest#prepareArray} prepares. */
    public boolean hasPostings() {
        return postings != null;
    }

    /** Posts a receive that is prepared and active. */
    public void post(ReceiveRequest receive) {
        if (own != null
                && receive == own.receive) { // prepared by this call, which another thread must not have done since
            progress.leave(receive);
        } else {
            progress.enter(receive);
        }
        queue.post(receive);
        if (failed.count() != 0) {
            queue.end().endIfHopeless(receive);
        }
        progress.leave(receive);
    }

    /** Looks for a message without receiving it, after one round of progress; {@code status} may be null. */
    public boolean probe(int contextId, int source, int tag, Status status) {
        progress.enter("probe");
        boolean isFound = queue.probe(contextId, source, tag, status);
        if (!isFound) {
            progress.poll();
            isFound = queue.probe(contextId, source, tag, status);
        }
        progress.leave("probe");
        return isFound;
    }

    /** As {@link #probe}, and takes the message out of the queue into an empty handle. */
    public boolean probeMatched(int contextId, int source, int tag, HeldMessage held, Status status) {
        progress.enter("probeMatched");
        boolean isFound = queue.probeMatched(contextId, source, tag, held, status);
        if (!isFound) {
            progress.poll();
            isFound = queue.probeMatched(contextId, source, tag, held, status);
        }
        progress.leave("probeMatched");
        return isFound;
    }

    /** Returns a line for each receive that waits for a message, and for each message that has not been received. */
    public List<String> outstanding() {
        return self.queue().end().outstanding();
    }

    /** As {@link #end}, after the endpoint's program has failed: senders are told why. */
    public void fail(Throwable cause) {
        self.queue().end().failed(cause);
        end();
    }

    /**
     * The endpoint's program has ended: large messages under way are brought to their end, those that have not been received
     * are dropped, and their senders told. By the thread that has driven the endpoint.
     */
    public void end() {
        try {
            self.queue().end().close();
            self.progress().signal(); // other threads of the endpoint may wait for what has been matched just now
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
     * Tells the senders of what has arrived since {@link #end}, and carries on what is still under way; by the thread that
     * looks after the job.
     */
    public void refuseArrivals() {
        self.lookAfter();
    }
}
