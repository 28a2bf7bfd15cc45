package org.sennit.internal.shm.match;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.progress.WorkSource;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.packet.Envelope;

/**
 * The match queue of an endpoint, as its owner uses it: posts receives and takes them back, probes, and receives without
 * posting. {@link MatchEngine} says how messages come to match and which thread may call what, {@link QueueShutdown} how they end.
 */
public class MatchQueue extends MatchEngine {
    /**
     * Receives that are posted behind others for one look at the inbox: each look takes a line from the sender that is writing
     * there. Windows of 64 messages of 8 bytes, near: 69 ns a message with a look for each, 63 for four, 60 for 16.
     */
    private static final int POSTS_A_LOOK = 8;

    private int posts; // since the last look

    // A receive that spins and is not posted, while it polls the network; of the thread that drives the endpoint.
    private Object wantedMemory; // null: there is none, or it has its message
    private int wantedContext;
    private long wantedSourceAndTag;
    private long wantedBits;
    private int wantedSignature;
    private int wantedOffset;
    private long wantedBytes;
    private Status wantedStatus;
    private RuntimeException late; // of the poll that has brought the message of the last one; null: none

    /**
     * Makes an empty queue.
     *
     * @param inbox where messages arrive
     * @param lock taken around every use by the receiver's side, or null when one thread at a time drives the endpoint
     */
    public MatchQueue(ManyToOneInbox inbox, McsLock lock) {
        super(inbox, lock);
    }

    /**
     * Posts a receive: takes the oldest unexpected message that fits, or waits for one.
     *
     * @param receive prepared and active
     */
    public void post(ReceiveRequest receive) {
        enter();
        try {
            receive.postedIn(this);
            Posting wanted = receive.posting();
            UnexpectedMessage message = find(wanted.contextId, wanted.keySource, wanted.keyTag);
            if (message == null) {
                posted.add(receive);
            } else {
                matches++;
                unexpected.remove(message);
                deliver(receive, message);
            }
        } finally {
            leave();
        }
    }

    /**
     * Takes a posted receive back.
     *
     * @param receive posted here
     * @return true when it had not been matched
     */
    public boolean remove(ReceiveRequest receive) {
        enter();
        try {
            return posted.remove(receive);
        } finally {
            leave();
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
        enter();
        try {
            UnexpectedMessage message = find(context, source, tag);
            tell(message, status);
            return message != null;
        } finally {
            leave();
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
     * @param memory where the message goes: a segment, or an array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
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
        // A wanted memory: inside an upcall of another such call.
        if (lock != null || posted.size() > 0 || unexpected.size() > 0 || wantedMemory != null) {
            return false;
        }
        if (network == null) {
            return inbox.awaitMessage(rounds, context, null)
                    && take(contextId, source, tag, signature, memory, offset, capacityBytes, status);
        }
        wantedContext = contextId;
        wantedSourceAndTag = InboxCell.pair(source, tag);
        wantedBits = wanted(source, tag);
        wantedSignature = signature;
        wantedOffset = offset;
        wantedBytes = capacityBytes;
        wantedStatus = status;
        wantedMemory = memory;
        try {
            for (int i = 0; i < rounds; i++) {
                if (inbox.isReady()) {
                    return take(contextId, source, tag, signature, memory, offset, capacityBytes, status);
                }
                int work = poll(network);
                if (wantedMemory == null) {
                    return true;
                }
                if (work == 0) {
                    context.spin();
                }
            }
            return false;
        } finally {
            wantedMemory = null;
            wantedStatus = null;
        }
    }

    /** Polls; a poll that fails after it has brought the wanted message has brought it, and fails the next such call. */
    private int poll(WorkSource network) {
        if (late != null) {
            RuntimeException failure = late;
            late = null;
            throw failure;
        }
        try {
            return network.doWork();
        } catch (RuntimeException e) {
            if (wantedMemory != null) {
                throw e;
            }
            late = e;
            return 0;
        }
    }

    @Override
    final boolean giveToWaiting(
            int contextId, int sourceRank, int tag, int signature, MemorySegment memory, long at, int length) {
        if (wantedMemory == null
                || contextId != wantedContext
                || ((InboxCell.pair(sourceRank, tag) ^ wantedSourceAndTag) & wantedBits) != 0
                || signature != wantedSignature
                || length > wantedBytes) {
            return false;
        }
        try {
            ManyToOneInbox.copyTo(wantedMemory, wantedOffset, memory, at, length);
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            return false; // the memory cannot be written: the receive finds out when it takes the message from the
            // inbox
        }
        wantedMemory = null;
        if (wantedStatus != null) {
            wantedStatus.set(sourceRank, tag, length, false);
        }
        return true;
    }

    /**
     * Receives without posting, as {@link #receiveAtOnce}, but only what has already come. Where other receives are posted,
     * it drains now and then, so that they have their messages first, and this one none yet.
     *
     * @param contextId the context id
     * @param source a rank or the wildcard
     * @param tag a tag or the wildcard
     * @param signature the type signature of the elements
     * @param memory where the message goes: a segment, or an array as {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
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
            if (++posts < POSTS_A_LOOK) {
                return false;
            }
            posts = 0;
            drainToPosted();
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
     * @param status receives the outcome; may be null
     * @param rounds how often to look at most
     * @param context gives the spin hint
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return the source; null when nothing has happened, and a receive is to be posted
     */
    public PayloadSource takeAtOnce(
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
        PayloadSource found = inbox.takeListed(
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
     * Returns what came with the message that {@link #takeAtOnce} has taken.
     *
     * @return the word of {@link ManyToOneInbox#offerListed}
     */
    public long takenWord() {
        return inbox.listedWord();
    }

    /**
     * Returns the length of the message that {@link #takeAtOnce} has taken.
     *
     * @return bytes
     */
    public long takenBytes() {
        return inbox.listedBytes();
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
     * @param handle an empty one, which receives the message
     * @param status receives the outcome; may be null
     * @return true when there is one
     */
    public boolean probeMatched(int context, int source, int tag, HeldMessage handle, Status status) {
        enter();
        try {
            UnexpectedMessage message = find(context, source, tag);
            if (message == null) {
                return false;
            }
            matches++;
            unexpected.remove(message);
            held.add(message);
            handle.hold(message);
            tell(message, status);
            return true;
        } finally {
            leave();
        }
    }

    /**
     * Receives what a matched probe has taken.
     *
     * @param handle empty afterwards
     * @param receive prepared and active; its source and tag do not matter
     * @return false when the handle is empty: the receive is as it was
     * @throws SennitException SESSION when the endpoint has ended, and the message with it; final
     */
    public boolean receiveHeld(HeldMessage handle, ReceiveRequest receive) {
        enter();
        try {
            if (end().isClosed()) {
                throw new SennitException(
                        ErrorClass.SESSION, "the endpoint has ended: operation=MatchedMessage.receive");
            }
            UnexpectedMessage message = handle.take();
            if (message == null) {
                return false;
            }
            held.remove(message);
            deliver(receive, message);
            return true;
        } finally {
            leave();
        }
    }

    /**
     * Returns what this queue has done so far.
     *
     * @return a snapshot
     */
    public MatchCounters counters() {
        enter();
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
            leave();
        }
    }

    /**
     * Returns how many receives wait for a message.
     *
     * @return the number of posted receives
     */
    public int postedCount() {
        return posted.size();
    }

    /**
     * Returns how many messages wait for a receive.
     *
     * @return the number of unexpected messages
     */
    public int unexpectedCount() {
        return unexpected.size();
    }
}
