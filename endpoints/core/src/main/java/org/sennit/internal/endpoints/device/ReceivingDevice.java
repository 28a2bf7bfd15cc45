package org.sennit.internal.endpoints.device;

import java.util.List;
import java.util.function.IntFunction;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.progress.ProgressEngine;
import org.sennit.internal.shm.match.HeldMessage;
import org.sennit.internal.shm.match.MatchQueue;
import org.sennit.internal.shm.match.PayloadSource;
import org.sennit.internal.shm.match.PostingPool;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.internal.shm.match.WantedMessage;
import org.sennit.internal.shm.protocol.ActiveTransfers;
import org.sennit.message.Status;

/**
 * The receiving half of a {@link Device}: posted receives, probes, receives without a request, and the objects that
 * calls reuse.
 *
 * <p>Belongs to the thread that drives the endpoint.
 */
abstract class ReceivingDevice {
    final LocalEndpoint self;
    final ProgressEngine progress;
    private final MatchQueue queue;
    private final ActiveTransfers transfers;
    private final FailedPeers failed;
    private final boolean keepsForThreads;
    private final boolean hasFastPaths;
    private final long mostAtOnceBytes; // of a receive that is taken at once without a request

    // Used by one blocking call at a time.
    final CallObjects own;
    private final ThreadLocal<CallObjects> ofThreads; // in its place, where several threads may be in calls; else null
    private final PostingPool postings; // null where several threads may be in calls

    ReceivingDevice(LocalEndpoint self, FailedPeers failed, boolean keepsForThreads, boolean hasFastPaths) {
        this.self = self;
        this.queue = self.queue();
        this.progress = self.progress();
        this.transfers = self.transfers();
        this.failed = failed;
        this.keepsForThreads = keepsForThreads;
        this.hasFastPaths = hasFastPaths;
        // The network is polled by receives without a request only.
        this.mostAtOnceBytes = progress.cheapNetwork() == null && !keepsForThreads
                ? self.inbox().immediateBytes()
                : Long.MAX_VALUE;
        this.own = keepsForThreads ? null : new CallObjects(self);
        this.ofThreads = keepsForThreads ? ThreadLocal.withInitial(() -> new CallObjects(self)) : null;
        this.postings = keepsForThreads ? null : new PostingPool(own.views);
    }

    /** Returns the endpoint whose device this is. */
    public LocalEndpoint self() {
        return self;
    }

    /** Returns the failures that this process knows of. */
    public FailedPeers failedPeers() {
        return failed;
    }

    /**
     * Returns whether reusable objects are kept for each thread: because several threads may be in calls, or because a
     * second thread must be detected before it changes objects of the first.
     *
     * @return true at thread level multiple, and in checked mode
     */
    public final boolean keepsForThreads() {
        return keepsForThreads;
    }

    final CallObjects objects() {
        return own == null ? ofThreads.get() : own;
    }

    /** Returns the views of the user's memory: those of the endpoint, or of the calling thread. */
    public MemoryViews views() {
        return objects().views;
    }

    /** Returns the pool of memory that replaces the user's during a call. */
    public BounceBufferPool bounceBuffers() {
        return objects().bounceBuffers;
    }

    /** Returns the reusable message to fill and pass to one of the sends. */
    public OutgoingMessage message() {
        return objects().message;
    }

    /**
     * Begins a receive without a request. Now and then makes progress.
     *
     * @return the number of rounds that it may spin; 0 when the receive must be posted
     */
    public final int roundsAtOnce() {
        return !hasFastPaths || transfers.hasWork() ? 0 : progress.roundsAtOnce();
    }

    /** As {@link #roundsAtOnce}, without running other work. */
    public final int roundsNow() {
        return !hasFastPaths || transfers.hasWork() ? 0 : progress.roundsNow();
    }

    /**
     * Fast path: receives without a request, after {@link #roundsAtOnce}, if a short message matches soon and no other
     * receive or message comes before it.
     *
     * @param message which message
     * @param memory where it goes: a segment, or an array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes
     *     it
     * @param offset where in it, in bytes
     * @param status receives the outcome; may be null
     * @param rounds the number of rounds that it may spin
     * @return true when a message was received; else nothing has happened
     * @throws org.sennit.message.SennitException UNSUPPORTED when another thread has entered since the call began;
     *     final
     */
    public final boolean receiveAtOnce(WantedMessage message, Object memory, int offset, Status status, int rounds) {
        boolean isReceived = queue.receiveAtOnce(
                message, memory, offset, status, rounds, progress.context(), progress.cheapNetwork());
        progress.leave("receive");
        return isReceived;
    }

    /**
     * Returns whether a blocking receive spins with a request that is ready, since its message comes by reference, if
     * it is as long as its memory.
     *
     * @param capacityBytes the longest message that fits, in bytes
     */
    public final boolean isByRequest(long capacityBytes) {
        return capacityBytes > mostAtOnceBytes;
    }

    /**
     * Fast path: matches a receive without posting it, where {@link #isByRequest}, if its message comes soon and no
     * other receive or message comes before it.
     *
     * @param receive prepared by this call and active
     * @return true when it has matched; else nothing has happened
     * @throws org.sennit.message.SennitException UNSUPPORTED when another thread has entered since the call began;
     *     final
     */
    public final boolean receiveAtOnce(ReceiveRequest receive) {
        if (!isByRequest(receive.capacityBytes())) {
            return false;
        }
        progress.leave(receive);
        int rounds = roundsAtOnce();
        boolean isMatched = rounds > 0 && queue.receiveAtOnce(receive, rounds, progress.context());
        progress.leave(receive);
        return isMatched;
    }

    /**
     * Returns whether {@link #receiveArrived} may be called: no posted receive and no kept message comes before. May
     * poll the network, with its upcalls.
     */
    public final boolean mayReceiveArrived() {
        return hasFastPaths && queue.mayReceiveArrived(progress.cheapNetwork());
    }

    /** As {@link #receiveAtOnce}, for a message that has already arrived, after {@link #mayReceiveArrived}. */
    public final boolean receiveArrived(WantedMessage message, Object memory, int offset, Status status) {
        boolean isReceived = queue.receiveArrived(message, memory, offset, status);
        progress.leave("nonblocking().receive");
        return isReceived;
    }

    /**
     * As {@link #receiveAtOnce}, for a message whose payload is that of a source in the table. The caller delivers in
     * place of the source.
     *
     * @param message which message
     * @param status receives the outcome; may be null
     * @param rounds the number of rounds that it may spin
     * @return the source; null when nothing has happened
     */
    public final PayloadSource takeAtOnce(WantedMessage message, Status status, int rounds) {
        PayloadSource found = queue.takeAtOnce(message, status, rounds, progress.context(), progress.cheapNetwork());
        progress.leave("take");
        return found;
    }

    /** Returns the word of {@link Device#sendByHandle} of the message last taken by {@link #takeAtOnce}. */
    public long takenWord() {
        return queue.takenWord();
    }

    /** Returns the length of the message last taken by {@link #takeAtOnce}, in bytes. */
    public long takenBytes() {
        return queue.takenBytes();
    }

    /**
     * Registers work for the end of the endpoint, after its unreceived messages have been dropped (not dropped when the
     * job is aborted).
     *
     * @param work done once, by the thread that ends the endpoint, which may be another than the one that has driven
     *     it; must not block or throw
     */
    public void atEnd(Runnable work) {
        self.atEnd(work);
    }

    /** Forgets work that {@link #atEnd} has registered, the same object. */
    public void notAtEnd(Runnable work) {
        self.notAtEnd(work);
    }

    /**
     * Returns an inactive receive for a blocking call: the reusable one, or a fresh one inside another blocking call.
     */
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
                && receive == own.receive) { // prepared by this call; another thread must not have prepared it since
            progress.leave(receive);
        } else {
            progress.enter(receive);
        }
        queue.post(receive);
        if (failed.count() != 0) {
            queue.shutdown().endIfHopeless(receive);
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

    /**
     * Returns a line for each receive that waits for a message, and for each message that has not been received.
     *
     * @param communicator what to call the one of a context
     */
    public List<String> outstanding(IntFunction<String> communicator) {
        return self.queue().shutdown().outstanding(communicator);
    }

    /** As {@link #outstanding}, for the first messages that have come since {@link Device#end}. */
    public List<String> late(IntFunction<String> communicator) {
        return self.queue().shutdown().late(communicator);
    }

    /** Returns the number of messages that have come since {@link Device#end}. */
    public long lateCount() {
        return self.queue().shutdown().lateCount();
    }

    /**
     * Refuses messages that have arrived since {@link Device#end}, and continues transfers under way. Called by the
     * job's watch thread.
     */
    public void refuseArrivals() {
        self.lookAfter();
    }
}
