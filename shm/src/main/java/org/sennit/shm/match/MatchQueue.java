package org.sennit.shm.match;

import org.sennit.runtime.concurrent.McsLock;
import org.sennit.runtime.message.Envelope;
import org.sennit.runtime.progress.WorkSource;
import org.sennit.runtime.request.Status;

/**
 * The match queue of an endpoint: the inbox that everybody may put messages into, and the two private queues, posted
 * receives and unexpected messages, that it is drained to. One engine for local and remote senders, so that a
 * wildcard is exact and messages match in the order in which they arrived.
 *
 * <p>{@link #inbox} is for any thread. Draining, posting and probing happen under the queue's MCS lock when several
 * threads share the endpoint; where one thread drives it at a time, which is the default, the lock is not taken,
 * because nobody else wants in. (HMPI's queues, Nemesis's shared receive queue; see facts.md 1.2.)
 */
public final class MatchQueue implements WorkSource {
    /** The most messages drained in one call, so that a flood does not hold up other work. */
    private static final int DRAIN_LIMIT = 256;

    private final ManyToOneInbox inbox;
    private final McsLock lock; // null when one thread at a time drives the endpoint

    // Owned by the thread that drives the endpoint, or by the holder of the lock.
    private final PostedReceives posted = new PostedReceives();
    private final UnexpectedMessages unexpected = new UnexpectedMessages();
    private final Envelope envelope = new Envelope();

    private final ThreadLocal<McsLock.Node> nodes = ThreadLocal.withInitial(McsLock.Node::new);

    /**
     * Makes an empty queue.
     *
     * @param inbox where messages arrive
     * @param lock taken around every use by the receiver's side, or null when one thread at a time drives the endpoint
     */
    public MatchQueue(ManyToOneInbox inbox, McsLock lock) {
        this.inbox = inbox;
        this.lock = lock;
    }

    /**
     * Where senders put messages.
     *
     * @return the inbox
     */
    public ManyToOneInbox inbox() {
        return inbox;
    }

    /**
     * Drains the inbox and matches what was in it.
     *
     * @return the number of messages drained
     */
    @Override
    public int doWork() {
        if (lock == null) {
            return drain();
        }
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            return drain();
        } finally {
            lock.release(node);
        }
    }

    private int drain() {
        int n = 0;
        while (n < DRAIN_LIMIT && inbox.peek(envelope)) {
            n++;
            ReceiveRequest receive =
                    envelope.kind < 0 ? null : posted.match(envelope.contextId, envelope.sourceRank, envelope.tag);
            if (receive != null) {
                deliverFromInbox(receive);
            } else if (envelope.kind >= 0) {
                keep();
            }
            inbox.advance();
        }
        return n;
    }

    @Override
    public boolean hasWork() {
        return inbox.hasClaimed();
    }

    private void keep() {
        UnexpectedMessage message = unexpected.take();
        message.fill(envelope, inbox);
        unexpected.add(message);
    }

    private void deliverFromInbox(ReceiveRequest receive) {
        MessageSource source = inbox.source();
        if (source != null) {
            Delivery.fromSource(receive, source, envelope.sourceRank, envelope.tag, envelope.lengthBytes);
        } else {
            Delivery.fromMemory(
                    receive,
                    inbox.payload(),
                    inbox.payloadOffset(),
                    envelope.sourceRank,
                    envelope.tag,
                    envelope.lengthBytes);
        }
    }

    /**
     * Posts a receive: takes the oldest unexpected message that fits, or waits for one.
     *
     * @param receive prepared and active
     */
    public void post(ReceiveRequest receive) {
        if (lock == null) {
            postUnlocked(receive);
            return;
        }
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            postUnlocked(receive);
        } finally {
            lock.release(node);
        }
    }

    private void postUnlocked(ReceiveRequest receive) {
        if (unexpected.size() > 0) {
            UnexpectedMessage message = unexpected.find(receive.contextId, receive.source, receive.tag);
            if (message != null) {
                unexpected.remove(message);
                deliverUnexpected(receive, message);
                return;
            }
        }
        posted.add(receive);
    }

    private void deliverUnexpected(ReceiveRequest receive, UnexpectedMessage m) {
        if (m.source != null) {
            Delivery.fromSource(receive, m.source, m.sourceRank, m.tag, m.lengthBytes);
        } else {
            Delivery.fromMemory(receive, m.payload, 0, m.sourceRank, m.tag, m.lengthBytes);
        }
        unexpected.recycle(m);
    }

    /**
     * Takes a posted receive back.
     *
     * @param receive posted here
     * @return true when it had not been matched
     */
    public boolean remove(ReceiveRequest receive) {
        if (lock == null) {
            return posted.remove(receive);
        }
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            return posted.remove(receive);
        } finally {
            lock.release(node);
        }
    }

    /**
     * Looks for a message without receiving it. Does not drain.
     *
     * @param context the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param status receives the outcome; may be null
     * @return true when there is one
     */
    public boolean probe(int context, int source, int tag, Status status) {
        if (lock == null) {
            return probeUnlocked(context, source, tag, status);
        }
        McsLock.Node node = nodes.get();
        lock.acquire(node);
        try {
            return probeUnlocked(context, source, tag, status);
        } finally {
            lock.release(node);
        }
    }

    private boolean probeUnlocked(int context, int source, int tag, Status status) {
        UnexpectedMessage message = unexpected.size() == 0 ? null : unexpected.find(context, source, tag);
        if (message != null && status != null) {
            status.set(message.sourceRank, message.tag, message.lengthBytes, false);
        }
        return message != null;
    }

    /**
     * How many receives wait for a message.
     *
     * @return the number of posted receives
     */
    public int postedCount() {
        return posted.size();
    }

    /**
     * How many messages wait for a receive.
     *
     * @return the number of unexpected messages
     */
    public int unexpectedCount() {
        return unexpected.size();
    }
}
