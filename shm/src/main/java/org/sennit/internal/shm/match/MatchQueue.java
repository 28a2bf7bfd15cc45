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
 * The match queue of an endpoint as its owner uses it: posting and cancelling receives, probing, and receiving without
 * posting. See {@link MatchEngine} for matching and threads, {@link QueueShutdown} for the end of messages and
 * receives.
 */
public class MatchQueue extends MatchEngine implements ReceiveQueue {
    /**
     * Receives posted behind others between two looks at the inbox, and at a network that is cheap to poll. Each look
     * takes a cache line from the sender that writes there. Windows of 64 messages of 8 bytes, near cores: 69 ns a
     * message with a look for each receive, 63 for four, 60 for 16.
     */
    private static final int POSTS_A_LOOK = 8;

    /**
     * The most messages of a connection that such a poll of the network is to bring beyond those for posted receives. A
     * poll that goes on as long as something comes only follows the sender, which is as fast, and its messages are
     * received when the sender has done. Windows as above between two JVMs, the receiver's calls alone: 43 ns a message
     * without a limit, 39 with 16 to 32, 49 with 8.
     */
    private static final int EARLY_A_LOOK = 16;

    /** Stands for the memory of a take that waits. */
    private static final Object TAKING = new Object();

    private int posts; // since the last look at the inbox
    private boolean isStream; // the last look at the network has brought more than receives were posted

    // A receive that spins and polls the network without being posted. Owned by the thread that drives the endpoint.
    private final WantedMessage wanted = new WantedMessage(); // a copy: an upcall may begin another receive
    private Object wantedMemory; // null: there is none, or it has its message
    private int wantedOffset;
    private Status wantedStatus;
    private PayloadSource taken; // with wantedMemory TAKING: what the take has been given
    private long takenWord; // of the message that takeAtOnce has returned last
    private long takenBytes;
    private RuntimeException late; // failure of the poll that delivered the previous message; thrown by the next poll

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

    @Override
    public boolean remove(ReceiveRequest receive) {
        boolean isRemoved;
        enter();
        try {
            isRemoved = posted.remove(receive);
        } finally {
            leave();
        }
        if (isRemoved) {
            onTakenBack(receive);
        }
        return isRemoved;
    }

    /**
     * Looks for a message without receiving it. Does not drain.
     *
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
     * Fast path: receives without posting. When no receive is posted and no message is kept, the next one that a poll
     * has brought, or else of the inbox, is what a posted receive would get, if it matches. Spins for a bounded number
     * of rounds.
     *
     * @param message which message
     * @param memory where it goes: a segment, or an array as
     *     {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param status receives the outcome; may be null
     * @param rounds the most rounds to spin
     * @param context gives the spin hint
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return true when a message was received; false when nothing has happened, and the caller must post the receive
     */
    public boolean receiveAtOnce(
            WantedMessage message,
            Object memory,
            int offset,
            Status status,
            int rounds,
            RuntimeContext context,
            WorkSource network) {
        // wantedMemory is set when this runs inside an upcall of another receiveAtOnce.
        if (lock != null || posted.size() > 0 || unexpected.size() > 0 || wantedMemory != null) {
            return false;
        }
        if (hasPolled()) {
            return receiveArrived(message, memory, offset, status);
        }
        if (network == null) {
            return inbox.awaitMessage(rounds, context, null) && receiveArrived(message, memory, offset, status);
        }
        wanted.copy(message);
        wantedOffset = offset;
        wantedStatus = status;
        wantedMemory = memory;
        try {
            for (int i = 0; i < rounds; i++) {
                if (inbox.isReady()) { // an action in the poll may have drained messages that come before it
                    return unexpected.size() == 0 && receiveArrived(wanted, memory, offset, status);
                }
                poll(network); // takes as long as a pause, which would find the message half a pause later
                if (wantedMemory == null) {
                    return true;
                }
                if (hasPolled()) { // another one, or of other elements, which a posted receive reports
                    return false;
                }
            }
            return false;
        } finally {
            wantedMemory = null;
            wantedStatus = null;
        }
    }

    /**
     * Fast path: as above, into a receive that is ready to be posted. What it needs is prepared before the
     * message comes, and a message by reference is delivered without a look into the tables. (64 KiB one way,
     * near: 1.51 us without, 1.41 with.)
     *
     * @param receive prepared and active
     * @param rounds the most rounds to spin
     * @param context gives the spin hint
     * @return true when the receive has matched; false when nothing has happened, and the caller must post it
     */
    public boolean receiveAtOnce(ReceiveRequest receive, int rounds, RuntimeContext context) {
        if (hasOlder() || wantedMemory != null) {
            return false;
        }
        receive.postedIn(this);
        return inbox.awaitMessage(rounds, context, null) && deliverNext(receive);
    }

    /** Returns whether a receive or message may come before the next message of the inbox. */
    private boolean hasOlder() {
        return lock != null || posted.size() > 0 || unexpected.size() > 0 || hasPolled();
    }

    /**
     * Polls the network. If a poll delivers the wanted message and then fails, the failure is thrown by the next poll.
     */
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
    final boolean giveToWaiting(Envelope message, MemorySegment memory, long at) {
        int source = message.sourceRank;
        int tag = message.tag;
        int length = (int) message.lengthBytes; // it lies in memory
        if (wantedMemory == null
                || !wanted.fits(InboxCell.pair(Envelope.SEND, message.contextId), InboxCell.pair(source, tag), length)
                || !wanted.hasSignature(message.signature)) {
            return false;
        }
        try {
            ManyToOneInbox.copyTo(wantedMemory, wantedOffset, memory, at, length);
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            return false; // the memory cannot be written: the receive finds out when it takes the message
        }
        wantedMemory = null;
        if (wantedStatus != null) {
            wantedStatus.set(source, tag, length, false);
        }
        return true;
    }

    /**
     * Returns whether the next message that has arrived is the one that a posted receive would get, if it matches.
     * While other receives are posted, which come first, now and then drains the inbox for them and polls the network.
     * What that brings for later receives need not be kept, and they need not be posted: as long as such a poll brings
     * more, one is made as soon as all that has arrived is received.
     *
     * @param network polled now and then; null where it is not worth while
     * @return true when {@link #receiveArrived} may be called; false when the caller must post the receive
     */
    public boolean mayReceiveArrived(WorkSource network) {
        if (lock != null) {
            return false;
        }
        if (posted.size() > 0) {
            if (++posts < POSTS_A_LOOK) {
                return false;
            }
            posts = 0;
            drainToPosted();
            if (network != null && posted.size() > 0 && network.doWork(posted.size() + EARLY_A_LOOK) > 0) {
                drainToPosted();
                isStream = hasPolled();
            }
        } else if (isStream && network != null && !hasPolled() && unexpected.size() == 0 && !inbox.isReady()) {
            network.doWork(EARLY_A_LOOK);
            isStream = hasPolled();
        }
        return posted.size() == 0 && unexpected.size() == 0;
    }

    /**
     * As {@link #receiveAtOnce}, without spinning, after {@link #mayReceiveArrived}.
     *
     * @param message which message
     * @param memory where it goes: a segment, or an array as
     *     {@link org.sennit.internal.runtime.memory.ArrayCopy} takes it
     * @param offset where in it, in bytes
     * @param status receives the outcome; may be null
     * @return true when a message was received; false when the caller must post the receive
     */
    public boolean receiveArrived(WantedMessage message, Object memory, int offset, Status status) {
        boolean isTaken = hasPolled()
                ? polled.take(message, memory, offset, status, inbox)
                : inbox.take(message, memory, offset, status) == ManyToOneInbox.TAKEN;
        if (isTaken) {
            countReceived();
        }
        return isTaken;
    }

    /**
     * As {@link #receiveAtOnce}, for a message whose payload is that of a source in the {@link SourceTable}. The caller
     * delivers in place of the source.
     *
     * @param message which message
     * @param status receives the outcome; may be null
     * @param rounds the most rounds to spin
     * @param context gives the spin hint
     * @param network asked in every round, since it may bring the message; null where it is not worth while
     * @return the source; null when nothing has happened, and the caller must post a receive
     */
    public PayloadSource takeAtOnce(
            WantedMessage message, Status status, int rounds, RuntimeContext context, WorkSource network) {
        if (hasOlder() || wantedMemory != null || taken != null) {
            return null; // taken: an action that runs in an outer call's poll
        }
        if (network == null) {
            return inbox.awaitMessage(rounds, context, null) ? takeArrived(message, status) : null;
        }
        wanted.copy(message);
        wantedStatus = status;
        wantedMemory = TAKING;
        try {
            for (int i = 0; i < rounds; i++) {
                if (inbox.isReady()) { // a handler in the poll may have posted a receive, or drained
                    return hasOlder() ? null : takeArrived(wanted, status);
                }
                poll(network); // without a pause, as above
                if (wantedMemory == null) {
                    return taken;
                }
                if (hasPolled()) { // it may be the one: a message of a send matches a take, too
                    return null;
                }
            }
            return null;
        } finally {
            wantedMemory = null;
            wantedStatus = null;
            taken = null;
        }
    }

    private PayloadSource takeArrived(WantedMessage message, Status status) {
        PayloadSource found = inbox.takeByHandle(message, status);
        if (found != null) {
            takenWord = inbox.handleWord();
            takenBytes = inbox.handleBytes();
            countReceived();
        }
        return found;
    }

    @Override
    final boolean giveToTaking(Envelope message, PayloadSource source, long word) {
        int from = message.sourceRank;
        int tag = message.tag;
        if (wantedMemory != TAKING
                || !wanted.fits(
                        InboxCell.pair(Envelope.GIVE, message.contextId),
                        InboxCell.pair(from, tag),
                        message.lengthBytes)) {
            return false;
        }
        wantedMemory = null;
        taken = source;
        takenWord = word;
        takenBytes = message.lengthBytes;
        if (wantedStatus != null) {
            wantedStatus.set(from, tag, message.lengthBytes, false);
        }
        return true;
    }

    /**
     * Returns the word, as given to {@link ManyToOneInbox#offerByHandle}, of the message last taken by {@link
     * #takeAtOnce}.
     */
    public long takenWord() {
        return takenWord;
    }

    /** Returns the length of the message last taken by {@link #takeAtOnce}, in bytes. */
    public long takenBytes() {
        return takenBytes;
    }

    private static void tell(UnexpectedMessage message, Status status) {
        if (message != null && status != null) {
            status.set(message.sourceRank, message.tag, message.lengthBytes, false);
        }
    }

    /**
     * Takes a message out of the queue, to be received by {@link #receiveHeld} and by no other call. Does not drain.
     *
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
            if (shutdown().isClosed()) {
                throw new SennitException(ErrorClass.SESSION, "the endpoint has ended: " + receive);
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

    /** Returns a snapshot of the counters of this queue. */
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

    /** Returns the number of posted receives, which wait for a message. */
    public int postedCount() {
        return posted.size();
    }

    /** Returns the number of unexpected messages, which wait for a receive. */
    int unexpectedCount() {
        return unexpected.size();
    }
}
