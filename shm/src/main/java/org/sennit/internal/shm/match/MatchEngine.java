package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.spi.network.ShortMessageSink;
import org.sennit.spi.packet.Envelope;

/**
 * The matching engine: drains the shared inbox to the two private queues, posted receives and unexpected messages, and
 * delivers what has matched. One engine for local and remote senders, so that a wildcard is exact and messages match in
 * the order in which they arrived. Its endpoint calls {@link MatchQueue}. Short messages that its own poll of the
 * network brings before they are asked for wait in front of the inbox, and become unexpected ones when a search or a
 * later message makes them.
 *
 * <p>{@link #inbox} is for any thread. Everything else happens under the queue's MCS lock when several threads share
 * the endpoint; where one thread drives it at a time, which is the default, the lock is not taken, because there is no
 * contender. (The queues of Friedley et al., Hybrid MPI, 2013; Nemesis's shared receive queue.)
 */
public abstract class MatchEngine implements WorkSource {
    /** The most messages drained in one call, so that a flood does not hold up other work. */
    private static final int DRAIN_LIMIT = 256;

    final ManyToOneInbox inbox;
    final McsLock lock; // null when one thread at a time drives the endpoint

    // Owned by the thread that drives the endpoint, or by the holder of the lock.
    final PostedReceives posted = new PostedReceives();
    final UnexpectedMessages unexpected;
    final HeldMessages held = new HeldMessages();
    PolledMessages polled; // come before the inbox; null before the first, and where there is a lock
    long attempts;
    long matches;
    long drained;
    private int direct; // messages delivered past the inbox since the last drain
    private final Envelope envelope = new Envelope();
    private final Envelope envelopeOfPolled = new Envelope();
    private final QueueShutdown end = new QueueShutdown(this);
    private Consumer<Envelope> unmatchedReady; // null: not checked

    // The thread that drives the endpoint, while it polls the network; else null. Plain: a thread compares this only
    // with itself, and only it stores itself here.
    private Thread poller;

    private final ThreadLocal<McsLock.Node> nodes = ThreadLocal.withInitial(McsLock.Node::new);

    MatchEngine(ManyToOneInbox inbox, McsLock lock) {
        this.inbox = inbox;
        this.lock = lock;
        this.unexpected = new UnexpectedMessages(inbox.floodBudgetBytes());
    }

    /** Returns the inbox, into which senders put messages. */
    public final ManyToOneInbox inbox() {
        return inbox;
    }

    /** Returns the rules by which unserved messages and receives end. */
    public final QueueShutdown shutdown() {
        return end;
    }

    final void enter() {
        if (lock != null) {
            lock.acquire(nodes.get());
        }
    }

    final void leave() {
        if (lock != null) {
            lock.release(nodes.get());
        }
    }

    /**
     * Drains the inbox and matches what was in it.
     *
     * @return the number of messages drained, and of those that {@link #deliverArrived} has given to posted
     *     receives since the last call
     */
    @Override
    public final int doWork() {
        if (lock == null) {
            return drain();
        }
        if (!inbox.hasClaimed()) {
            return 0;
        }
        // Lock, not tryLock: threads that probe repeatedly would keep a thread that only tries from ever draining.
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            return drain();
        } finally {
            lock.release(node);
        }
    }

    final int drain() {
        int n = 0;
        while (n < DRAIN_LIMIT && inbox.peek(envelope)) {
            n++;
            processNext();
        }
        drained += n;
        if (direct > 0) { // counts as work: a waiter must look at its request again
            n += direct;
            direct = 0;
        }
        return n;
    }

    /** Drains while receives are posted. Later messages stay in the inbox, for the fast path of receives. */
    final void drainToPosted() {
        int n = 0;
        while (n < DRAIN_LIMIT && posted.size() > 0 && inbox.peek(envelope)) {
            n++;
            processNext();
        }
        drained += n;
    }

    private void processNext() {
        if (envelope.kind >= 0) {
            match();
        }
        inbox.advance();
    }

    /**
     * Delivers the next message of the inbox to a receive that is not posted, if it matches. Only when no receive is
     * posted and no message is kept, which would come first.
     */
    final boolean deliverNext(ReceiveRequest receive) {
        if (!inbox.peek(envelope)
                || envelope.kind < 0
                || !receive.posting().matches(envelope.contextId, envelope.sourceRank, envelope.tag)) {
            return false;
        }
        countReceived();
        deliverFromInbox(receive);
        inbox.returnCredit(inbox.process(), envelope.lengthBytes);
        inbox.advance();
        return true;
    }

    /** Drains the inbox completely, and keeps what a poll has brought. */
    final void drainAll() {
        keepPolled();
        while (drain() > 0) {}
    }

    /** Drains the inbox and refuses every message to its sender: the endpoint has ended. */
    final void refuseAll() {
        while (hasPolled()) {
            int process = polled.peek(envelope);
            polled.advance();
            inbox.returnCredit(process, envelope.lengthBytes);
            isLost();
        }
        while (inbox.peek(envelope)) {
            PayloadSource source = envelope.kind < 0 ? null : inbox.source();
            inbox.returnCredit(inbox.process(), envelope.lengthBytes);
            inbox.advance();
            if (envelope.kind >= 0) {
                isLost();
            }
            if (source != null) {
                source.refuse(envelope.lengthBytes, end.failure());
            }
        }
    }

    private void isLost() {
        end.isLeft(envelope.contextId, envelope.sourceRank, envelope.tag, envelope.lengthBytes);
        end.isLate(envelope.contextId, envelope.sourceRank, envelope.tag, envelope.lengthBytes);
    }

    private void match() {
        attempts++;
        ReceiveRequest receive = posted.match(envelope.contextId, envelope.sourceRank, envelope.tag);
        if (receive != null) {
            matches++;
            deliverFromInbox(receive);
            inbox.returnCredit(inbox.process(), envelope.lengthBytes);
        } else {
            keep();
        }
    }

    @Override
    public final boolean hasWork() {
        return inbox.hasClaimed();
    }

    /**
     * Sets a listener for ready sends that find no posted receive. Before the queue is used.
     *
     * @param report gets the envelope, which is used again afterwards
     */
    public final void reportUnmatchedReady(Consumer<Envelope> report) {
        unmatchedReady = report;
    }

    private void keep() {
        if (end.refusesArrivals(envelope.contextId)) {
            PayloadSource source = inbox.source();
            inbox.returnCredit(inbox.process(), envelope.lengthBytes);
            if (source != null) {
                end.turnAway(source, envelope.contextId, envelope.lengthBytes);
            }
            return;
        }
        if (envelope.kind == Envelope.READY && unmatchedReady != null) {
            unmatchedReady.accept(envelope);
        }
        keepPolled();
        UnexpectedMessage message = unexpected.take();
        message.fill(envelope, inbox, unexpected.scratch());
        unexpected.add(message);
        inbox.kept(unexpected.occupiedBytes());
    }

    /**
     * Called when a message has matched, before its delivery, in the order of matches. Does nothing; overridden where
     * an endpoint is observed.
     *
     * @param from where the payload is, or null when it lies in the inbox
     * @param source the sender's rank in the communicator
     */
    protected void onMatched(ReceiveRequest receive, PayloadSource from, int source, int tag, long lengthBytes) {}

    /**
     * Called when a posted receive has been taken back, before it completes, where it does. Does nothing; overridden
     * where an endpoint is observed.
     */
    protected void onTakenBack(ReceiveRequest receive) {}

    private void deliverFromInbox(ReceiveRequest receive) {
        PayloadSource source = inbox.source();
        onMatched(receive, source, envelope.sourceRank, envelope.tag, envelope.lengthBytes);
        if (source != null) {
            Delivery.fromSource(
                    receive, source, envelope.sourceRank, envelope.tag, envelope.lengthBytes, envelope.signature);
        } else {
            Delivery.fromMemory(
                    receive,
                    inbox.payload(),
                    inbox.payloadOffset(),
                    envelope.sourceRank,
                    envelope.tag,
                    envelope.lengthBytes,
                    envelope.signature);
        }
    }

    /**
     * Begins a poll of the network by the thread that drives the endpoint: {@link #deliverArrived} may deliver to its
     * receives.
     */
    public final void beginPoll() {
        poller = Thread.currentThread();
    }

    /** Ends {@link #beginPoll}. */
    public final void endPoll() {
        poller = null;
    }

    /**
     * Takes an eager message that has arrived from another process. When the thread that drives the endpoint is the
     * one that polls, and no message waits in the inbox, a receive that waits gets it, or the {@link PolledMessages}
     * where it is short. Otherwise the caller offers it to the inbox (by {@link ManyToOneInbox#offerShort} where it is
     * immediate) and signals the endpoint. Any thread, in an upcall of the network.
     *
     * @param memory off-heap memory of the runtime that stays for the call
     * @param at where the payload begins in it
     * @param process from which process it came
     * @return true when it has been taken; false when nothing has happened
     */
    public final boolean deliverArrived(Envelope message, MemorySegment memory, long at, int process) {
        if (!isPolledByOwner()) {
            return false;
        }
        if (posted.size() > 0 && deliverToPosted(message, memory, at, process)) {
            return true;
        }
        if (!hasPolled() && unexpected.size() == 0 && giveToWaiting(message, memory, at)) {
            countReceived();
            inbox.returnCredit(process, message.lengthBytes);
            return true;
        }
        long sourceAndTag = (long) message.tag << Integer.SIZE | message.sourceRank & 0xFFFF_FFFFL;
        long length = message.lengthBytes;
        if (length > InboxCell.PAYLOAD_BYTES) {
            return false;
        }
        if (polled == null) {
            polled = new PolledMessages();
        }
        return polled.from(process).add(message.contextId, sourceAndTag, message.signature, memory, at, (int) length);
    }

    /** Returns whether a poll has brought messages that are not kept yet. */
    final boolean hasPolled() {
        PolledMessages some = polled;
        return some != null && some.size() > 0;
    }

    /** Returns whether the thread that drives the endpoint polls, and no message waits in the inbox. */
    private boolean isPolledByOwner() {
        return poller == Thread.currentThread() && lock == null && !inbox.hasClaimed();
    }

    private boolean deliverToPosted(Envelope message, MemorySegment memory, long at, int process) {
        int source = message.sourceRank;
        int tag = message.tag;
        long length = message.lengthBytes;
        ReceiveRequest receive = posted.match(message.contextId, source, tag);
        if (receive == null) {
            return false;
        }
        countReceived();
        direct++;
        onMatched(receive, null, source, tag, length);
        Delivery.fromMemory(receive, memory, at, source, tag, length, message.signature);
        inbox.returnCredit(process, length);
        return true;
    }

    /**
     * Returns where short messages go that follow one which {@link #deliverArrived} has taken, in the same upcalls: no
     * receive waits for them. What another thread puts into the inbox meanwhile is of other sources, and may come
     * after them.
     *
     * @param process from which process they come
     * @return null when each is to be delivered
     */
    public final ShortMessageSink shortMessageSink(int process) {
        return isPolledByOwner() && posted.size() == 0 && hasPolled() ? polled.from(process) : null;
    }

    /** Keeps what a poll has brought, before something is looked for among the kept messages, or kept behind it. */
    private void keepPolled() {
        while (hasPolled()) {
            int process = polled.peek(envelopeOfPolled);
            boolean isKept = !end.refusesArrivals(envelopeOfPolled.contextId);
            UnexpectedMessage message = isKept ? unexpected.take() : null; // memory may run out here
            if (isKept) {
                message.fill(envelopeOfPolled, polled, process, unexpected.scratch());
            }
            polled.advance();
            attempts++;
            drained++;
            if (isKept) {
                unexpected.add(message);
                inbox.kept(unexpected.occupiedBytes());
            } else {
                inbox.returnCredit(process, envelopeOfPolled.lengthBytes);
            }
        }
    }

    /**
     * As {@link #deliverArrived}, for memory that another process has passed here: delivered directly to a take that
     * waits; otherwise the caller offers it to the inbox ({@link InboxProducer#offerByHandle}).
     *
     * @param message its envelope
     * @param source the memory
     * @param word as for {@link InboxProducer#offerByHandle}
     * @return true when it has been delivered; false when nothing has happened
     */
    public final boolean deliverByHandle(Envelope message, PayloadSource source, long word) {
        if (isPolledByOwner()
                && posted.size() == 0
                && unexpected.size() == 0
                && !hasPolled()
                && giveToTaking(message, source, word)) {
            countReceived();
            return true;
        }
        return false;
    }

    final void countReceived() {
        attempts++;
        matches++;
        drained++;
    }

    /**
     * Delivers a message to a blocking receive that spins without being posted; returns false if there is none or it
     * does not match.
     */
    abstract boolean giveToWaiting(Envelope message, MemorySegment memory, long at);

    /** Delivers passed memory to a blocking take that spins; returns false if there is none or it does not match. */
    abstract boolean giveToTaking(Envelope message, PayloadSource source, long word);

    /** Returns the oldest unexpected message that fits, or null. */
    final UnexpectedMessage find(int context, int source, int tag) {
        keepPolled();
        if (unexpected.size() == 0) {
            return null;
        }
        attempts++;
        return unexpected.find(context, source, tag);
    }

    final void deliver(ReceiveRequest receive, UnexpectedMessage m) {
        onMatched(receive, m.source, m.sourceRank, m.tag, m.lengthBytes);
        try {
            if (m.source != null) {
                Delivery.fromSource(receive, m.source, m.sourceRank, m.tag, m.lengthBytes, m.signature);
            } else {
                Delivery.fromMemory(
                        receive,
                        m.payload(unexpected.scratch()),
                        m.payloadOffset(),
                        m.sourceRank,
                        m.tag,
                        m.lengthBytes,
                        m.signature);
            }
        } finally {
            recycle(m);
        }
    }

    final void recycle(UnexpectedMessage message) {
        inbox.returnCredit(message.process, message.lengthBytes);
        unexpected.recycle(message, inbox.isFlooded());
        inbox.kept(unexpected.occupiedBytes());
    }
}
