package org.sennit.shm.match;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.sennit.runtime.concurrent.McsLock;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
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
public class MatchQueue implements WorkSource {
    /** The most messages drained in one call, so that a flood does not hold up other work. */
    private static final int DRAIN_LIMIT = 256;

    private final ManyToOneInbox inbox;
    private final McsLock lock; // null when one thread at a time drives the endpoint

    // Owned by the thread that drives the endpoint, or by the holder of the lock.
    private final PostedReceives posted = new PostedReceives();
    private final UnexpectedMessages unexpected;
    private final Envelope envelope = new Envelope();
    private UnexpectedMessage newestHeld; // a list of what matched probes have taken and nobody has received yet
    private boolean isClosed;
    private Throwable failure; // of the endpoint's program; null: it goes on, or has ended in order
    private Set<Integer> revoked; // contexts of which nothing is received any more; null: none
    private Consumer<Envelope> unmatchedReady; // null: not checked
    private long attempts;
    private long matches;
    private long drained;

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
        this.unexpected = new UnexpectedMessages(inbox.floodBudgetBytes());
    }

    /**
     * Where senders put messages.
     *
     * @return the inbox
     */
    public ManyToOneInbox inbox() {
        return inbox;
    }

    private void begin() {
        if (lock != null) {
            lock.acquire(nodes.get());
        }
    }

    private void end() {
        if (lock != null) {
            lock.release(nodes.get());
        }
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
        if (!inbox.hasClaimed()) {
            return 0;
        }
        // Not tried but taken: threads that probe again and again would keep whoever only tries from ever draining.
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
            if (envelope.kind >= 0) {
                match();
            }
            inbox.advance();
        }
        drained += n;
        return n;
    }

    private void match() {
        attempts++;
        ReceiveRequest receive = posted.match(envelope.contextId, envelope.sourceRank, envelope.tag);
        if (receive != null) {
            matches++;
            deliverFromInbox(receive);
            inbox.owe(inbox.process(), envelope.lengthBytes);
        } else {
            keep();
        }
    }

    @Override
    public boolean hasWork() {
        return inbox.hasClaimed();
    }

    /**
     * Tells of messages that came by a ready send and found no receive posted. Before the queue is used.
     *
     * @param report gets the envelope, which is used again afterwards
     */
    public void reportUnmatchedReady(Consumer<Envelope> report) {
        unmatchedReady = report;
    }

    private void keep() {
        if (isClosed || (revoked != null && revoked.contains(envelope.contextId))) { // nobody will ever receive it
            MessageSource source = inbox.source();
            inbox.owe(inbox.process(), envelope.lengthBytes);
            if (source != null) {
                source.refuse(envelope.lengthBytes, failure);
            }
            return;
        }
        if (envelope.kind == Envelope.READY && unmatchedReady != null) {
            unmatchedReady.accept(envelope);
        }
        UnexpectedMessage message = unexpected.take();
        message.fill(envelope, inbox, unexpected.scratch());
        unexpected.add(message);
        inbox.kept(unexpected.occupiedBytes());
    }

    /**
     * Tells that a message has matched, before it is delivered; in the order of the matches. Does nothing here: what watches
     * an endpoint overrides it, and where nothing does it costs nothing.
     *
     * @param receive the receive
     * @param from where the payload is, or null when it lies in the inbox
     * @param source the sender's rank in the communicator
     * @param tag the message's tag
     * @param lengthBytes the message's length
     */
    protected void onMatched(ReceiveRequest receive, MessageSource from, int source, int tag, long lengthBytes) {}

    private void deliverFromInbox(ReceiveRequest receive) {
        MessageSource source = inbox.source();
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
     * Posts a receive: takes the oldest unexpected message that fits, or waits for one.
     *
     * @param receive prepared and active
     */
    public void post(ReceiveRequest receive) {
        begin();
        try {
            receive.postedIn(this);
            Posting wanted = receive.posting();
            UnexpectedMessage message = find(wanted.contextId, wanted.source, wanted.tag);
            if (message == null) {
                posted.add(receive);
            } else {
                matches++;
                unexpected.remove(message);
                deliver(receive, message);
            }
        } finally {
            end();
        }
    }

    /** The oldest unexpected message that fits, or null. */
    private UnexpectedMessage find(int context, int source, int tag) {
        if (unexpected.size() == 0) {
            return null;
        }
        attempts++;
        return unexpected.find(context, source, tag);
    }

    private void deliver(ReceiveRequest receive, UnexpectedMessage m) {
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

    private void recycle(UnexpectedMessage message) {
        inbox.owe(message.process, message.lengthBytes);
        unexpected.recycle(message, inbox.isFlooded());
        inbox.kept(unexpected.occupiedBytes());
    }

    /**
     * Takes a posted receive back.
     *
     * @param receive posted here
     * @return true when it had not been matched
     */
    public boolean remove(ReceiveRequest receive) {
        begin();
        try {
            return posted.remove(receive);
        } finally {
            end();
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
        begin();
        try {
            UnexpectedMessage message = find(context, source, tag);
            tell(message, status);
            return message != null;
        } finally {
            end();
        }
    }

    /**
     * Receives without posting: where nothing is posted and nothing unexpected, the next message of the inbox is the one
     * that a receive would get, if it matches. Spins for a while.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param signature the type signature of the elements
     * @param memory where the message goes: a segment, or an array as {@link org.sennit.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param capacityBytes the longest message that fits, in bytes
     * @param status receives the outcome; may be null
     * @param rounds how often to look at most
     * @param context gives the spin hint
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return true when a message was received; else nothing has happened, and the receive is to be posted
     */
    public boolean receiveAtOnce(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status,
            int rounds,
            RuntimeContext context,
            WorkSource network) {
        if (lock != null
                || posted.size() > 0
                || unexpected.size() > 0
                || !inbox.awaitMessage(rounds, context, network)) {
            return false;
        }
        return take(contextId, source, tag, signature, memory, offset, capacityBytes, status);
    }

    /**
     * Receives without posting, as {@link #receiveAtOnce}, but only what has already come. Drains where other receives
     * are posted, so that they have their messages first.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param signature the type signature of the elements
     * @param memory where the message goes: a segment, or an array as {@link org.sennit.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param capacityBytes the longest message that fits, in bytes
     * @param status receives the outcome; may be null
     * @return true when a message was received; else the receive is to be posted
     */
    public boolean receiveArrived(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        if (lock != null) {
            return false;
        }
        if (posted.size() > 0) {
            drain();
        }
        return posted.size() == 0
                && unexpected.size() == 0
                && take(contextId, source, tag, signature, memory, offset, capacityBytes, status);
    }

    /**
     * Takes a message whose payload is with a source of the {@link SourceTable}, as {@link #receiveAtOnce}: without posting,
     * spinning for a while. The caller does what the source's {@code deliver} would.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param mostBytes the longest message that is wanted, in bytes
     * @param status receives the outcome
     * @param rounds how often to look at most
     * @param context gives the spin hint
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return the source; null when nothing has happened, and a receive is to be posted
     */
    public MessageSource takeAtOnce(
            int contextId,
            int source,
            int tag,
            long mostBytes,
            Status status,
            int rounds,
            RuntimeContext context,
            WorkSource network) {
        if (lock != null
                || posted.size() > 0
                || unexpected.size() > 0
                || !inbox.awaitMessage(rounds, context, network)) {
            return null;
        }
        MessageSource found = inbox.takeListed(
                InboxCell.pair(Envelope.GIVE, contextId),
                InboxCell.pair(source, tag),
                wanted(source, tag),
                mostBytes,
                status);
        if (found != null) {
            attempts++;
            matches++;
            drained++;
        }
        return found;
    }

    /**
     * What came with the message that {@link #takeAtOnce} has taken.
     *
     * @return the word of {@link ManyToOneInbox#offerListed}
     */
    public long takenWord() {
        return inbox.listedWord();
    }

    private static long wanted(int source, int tag) {
        return InboxCell.pair(source == ReceiveRequest.ANY_SOURCE ? 0 : -1, tag == ReceiveRequest.ANY_TAG ? 0 : -1);
    }

    private boolean take(
            int contextId,
            int source,
            int tag,
            int signature,
            Object memory,
            int offset,
            long capacityBytes,
            Status status) {
        int outcome = inbox.take(
                InboxCell.pair(Envelope.SEND, contextId),
                InboxCell.pair(source, tag),
                wanted(source, tag),
                signature,
                memory,
                offset,
                capacityBytes,
                status);
        if (outcome != ManyToOneInbox.TAKEN) {
            return false;
        }
        attempts++;
        matches++;
        drained++;
        return true;
    }

    private static void tell(UnexpectedMessage message, Status status) {
        if (message != null && status != null) {
            status.set(message.sourceRank, message.tag, message.lengthBytes, false);
        }
    }

    /**
     * Takes a message out of the queue, to be received later by {@link #receiveHeld}: no other receive or probe sees it
     * any more. Does not drain.
     *
     * @param context the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param held an empty handle, which receives the message
     * @param status receives the outcome; may be null
     * @return true when there is one
     */
    public boolean probeMatched(int context, int source, int tag, HeldMessage held, Status status) {
        begin();
        try {
            UnexpectedMessage message = find(context, source, tag);
            if (message == null) {
                return false;
            }
            matches++;
            unexpected.remove(message);
            hold(message);
            held.hold(message);
            tell(message, status);
            return true;
        } finally {
            end();
        }
    }

    private void hold(UnexpectedMessage message) {
        message.older = newestHeld;
        if (newestHeld != null) {
            newestHeld.newer = message;
        }
        newestHeld = message;
    }

    private void release(UnexpectedMessage message) {
        if (message.newer == null) {
            newestHeld = message.older;
        } else {
            message.newer.older = message.older;
        }
        if (message.older != null) {
            message.older.newer = message.newer;
        }
        message.newer = null;
        message.older = null;
    }

    /**
     * Receives what a matched probe has taken.
     *
     * @param held the handle, empty afterwards
     * @param receive prepared and active; its source and tag do not matter
     * @return false when the handle is empty: the receive is as it was
     * @throws SennitException SESSION when the endpoint has ended, and the message with it; final
     */
    public boolean receiveHeld(HeldMessage held, ReceiveRequest receive) {
        begin();
        try {
            if (isClosed) {
                throw new SennitException(ErrorClass.SESSION, "the endpoint has ended: operation=receive matched");
            }
            UnexpectedMessage message = held.take();
            if (message == null) {
                return false;
            }
            release(message);
            deliver(receive, message);
            return true;
        } finally {
            end();
        }
    }

    /**
     * What would be left behind if the endpoint ended now. Drains first.
     *
     * @return a line for each receive that waits for a message, and for each message that nobody has received
     */
    public List<String> outstanding() {
        List<String> lines = new ArrayList<>();
        begin();
        try {
            while (drain() > 0) {}
            posted.forEach(receive ->
                    lines.add("receive without a message: " + receive + " capacity=" + receive.capacityBytes()));
            for (UnexpectedMessage m = unexpected.oldest(); m != null; m = m.newer) {
                lines.add("message without a receive: peer=" + m.sourceRank + " tag=" + m.tag + " context="
                        + m.contextId + " length=" + m.lengthBytes);
            }
        } finally {
            end();
        }
        return lines;
    }

    /**
     * Says why the endpoint's program has failed, before {@link #close}: senders are told.
     *
     * @param cause what has happened
     */
    public void failed(Throwable cause) {
        begin();
        try {
            failure = cause;
        } finally {
            end();
        }
    }

    /**
     * Ends the queue with its endpoint: messages that nobody has received are dropped, those that a matched probe has
     * taken among them, and senders that wait for them are told. What arrives later stays in the inbox, for
     * {@link #refuseArrivals}.
     */
    public void close() {
        begin();
        try {
            while (drain() > 0) {}
            isClosed = true;
            while (newestHeld != null) {
                UnexpectedMessage message = newestHeld;
                release(message);
                drop(message);
            }
            for (UnexpectedMessage m = unexpected.oldest(); m != null; m = unexpected.oldest()) {
                unexpected.remove(m);
                drop(m);
            }
        } finally {
            end();
        }
    }

    /**
     * Drops what has arrived since {@link #close}, and tells senders that wait. For whoever looks after endpoints that
     * have ended, one thread at a time.
     */
    public void refuseArrivals() {
        begin();
        try {
            while (inbox.peek(envelope)) {
                MessageSource source = envelope.kind < 0 ? null : inbox.source();
                inbox.owe(inbox.process(), envelope.lengthBytes);
                inbox.advance();
                if (source != null) {
                    source.refuse(envelope.lengthBytes, failure);
                }
            }
        } finally {
            end();
        }
    }

    /**
     * Drops the messages of a context that nobody will receive any more: its communicator has been closed here. Receives
     * that wait, and messages that a matched probe has taken, stay.
     *
     * @param context the context id
     */
    public void discard(int context) {
        begin();
        try {
            while (drain() > 0) {}
            for (UnexpectedMessage m = find(context, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG);
                    m != null;
                    m = find(context, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG)) {
                unexpected.remove(m);
                drop(m);
            }
        } finally {
            end();
        }
    }

    /**
     * Drops the messages of a context, those that are here and those that will come, and tells senders that wait: the calls
     * of that context have failed.
     *
     * @param context the context id
     */
    public void revoke(int context) {
        discard(context);
        begin();
        try {
            if (revoked == null) {
                revoked = new HashSet<>();
            }
            revoked.add(context);
        } finally {
            end();
        }
    }

    /** Ends all posted receives that nobody can serve any more, after what has come. */
    public void endHopeless() {
        List<ReceiveRequest> ended = new ArrayList<>();
        List<SennitException> errors = new ArrayList<>();
        begin();
        try {
            while (drain() > 0) {}
            posted.forEach(receive -> {
                SennitException error = receive.hopeless();
                if (error != null) {
                    ended.add(receive);
                    errors.add(error);
                }
            });
            ended.forEach(posted::remove);
        } finally {
            end();
        }
        for (int i = 0; i < ended.size(); i++) {
            ended.get(i).giveUp(errors.get(i));
        }
    }

    /**
     * Ends a receive if it waits here and nobody can serve it any more, after what has come.
     *
     * @param receive posted here just now
     */
    public void endIfHopeless(ReceiveRequest receive) {
        SennitException error = receive.isComplete() ? null : receive.hopeless();
        if (error == null) {
            return;
        }
        boolean isTakenBack;
        begin();
        try {
            while (drain() > 0) {}
            isTakenBack = posted.remove(receive);
        } finally {
            end();
        }
        if (isTakenBack) {
            receive.giveUp(error);
        }
    }

    private void drop(UnexpectedMessage message) {
        try {
            if (message.source != null) {
                message.source.refuse(message.lengthBytes, failure);
            }
        } finally {
            recycle(message);
        }
    }

    /**
     * What this queue has done so far.
     *
     * @return a snapshot
     */
    public MatchCounters counters() {
        begin();
        try {
            return new MatchCounters(
                    posted.size(),
                    posted.most(),
                    unexpected.size(),
                    unexpected.most(),
                    attempts,
                    matches,
                    drained,
                    unexpected.keptBytes(),
                    unexpected.mostKeptBytes(),
                    inbox.inboxBytes(),
                    inbox.mostBytes(),
                    inbox.isFlooded());
        } finally {
            end();
        }
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
