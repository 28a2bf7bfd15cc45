package org.sennit.internal.shm.match;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.IntHashSet;
import org.sennit.message.SennitException;

/**
 * Ends messages and receives that can no longer be served: because the endpoint has ended, their communicator is
 * closed, or their peer has failed. Waiting senders are completed.
 *
 * <p>Threads: as {@link MatchEngine}; where several threads share the endpoint each call takes the queue's lock.
 */
public final class QueueShutdown {
    private static final int MOST_NUMBERED = 64;
    private static final int MOST_LATE = 10;

    private final MatchEngine queue;

    // Owned by the thread that drives the endpoint, or by the holder of the queue's lock.
    private boolean isClosed;
    private Throwable failure; // failure of the endpoint's program; null: running, or ended normally
    private IntHashSet revoked; // contexts whose calls have failed; null: none
    private IntHashSet closed; // contexts whose communicators have been closed here; null: none

    // By context; held by their communicators. A message of a call that is over was sent by mistake.
    private final Int2ObjectHashMap<WeakReference<NumberedCalls>> numbered = new Int2ObjectHashMap<>();
    private int mostNumbered = MOST_NUMBERED; // size at which collected entries are removed
    private LeftMessage left; // the first one that has not been reported; null: none
    private final List<Unreceived> late = new ArrayList<>(0); // the first messages that have come after the end
    private long lateCount;

    QueueShutdown(MatchEngine queue) {
        this.queue = queue;
    }

    /** A message that no receive has taken. */
    private record Unreceived(int context, int source, int tag, long lengthBytes) {
        String describe(IntFunction<String> communicator) {
            return "message without a receive: peer=" + source + " tag=" + tag + " " + communicator.apply(context)
                    + " length=" + lengthBytes;
        }
    }

    private record LeftMessage(NumberedCalls calls, int source, int tag, long lengthBytes) {}

    /**
     * Registers calls whose messages are reported when they are left at the end of the queue, or arrive later.
     *
     * @param calls those that the messages are for; held weakly
     */
    public void reportLeft(int context, NumberedCalls calls) {
        queue.enter();
        try {
            if (numbered.size() == mostNumbered) {
                numbered.values().removeIf(known -> known.get() == null);
                mostNumbered = Math.max(MOST_NUMBERED, 2 * numbered.size());
            }
            numbered.put(context, new WeakReference<>(calls));
        } finally {
            queue.leave();
        }
    }

    /** Reports an unreceived message of a context, if its call is over. */
    public void reportLeft(int context) {
        queue.enter();
        try {
            queue.drainAll();
            UnexpectedMessage m = queue.find(context, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG);
            if (m != null) {
                isLeft(context, m.sourceRank, m.tag, m.lengthBytes);
            }
        } finally {
            queue.leave();
        }
        reportLeft();
    }

    /** Notes a message that will never be received; {@link #reportLeft()} reports it if its call is over. */
    void isLeft(int context, int source, int tag, long lengthBytes) {
        WeakReference<NumberedCalls> known =
                left != null || failure != null || isIn(revoked, context) ? null : numbered.get(context);
        NumberedCalls calls = known == null ? null : known.get();
        if (calls != null && calls.isOver(tag)) {
            left = new LeftMessage(calls, source, tag, lengthBytes);
        }
    }

    /** Reports the noted message. Without the lock, since the listener may signal any endpoint. */
    private void reportLeft() {
        LeftMessage message;
        queue.enter();
        try {
            message = left;
            left = null;
        } finally {
            queue.leave();
        }
        if (message != null) {
            message.calls.left(message.source, message.tag, message.lengthBytes);
        }
    }

    /** Returns whether {@link #close} has been called. */
    public boolean isClosed() {
        return isClosed;
    }

    Throwable failure() {
        return failure;
    }

    /** Returns whether an unexpected message of a context is to be dropped or refused. */
    boolean refusesArrivals(int context) {
        return isClosed || isIn(revoked, context) || isIn(closed, context);
    }

    private static boolean isIn(IntHashSet contexts, int context) {
        return contexts != null && contexts.contains(context);
    }

    /**
     * Ends a message that will not be received, before it is queued: dropped as if received when its communicator is
     * closed, otherwise refused to its sender.
     */
    void turnAway(PayloadSource source, int context, long lengthBytes) {
        if (isClosed || isIn(revoked, context)) {
            source.refuse(lengthBytes, failure);
        } else {
            source.discard(lengthBytes);
        }
    }

    /**
     * Returns the receives and messages that would be unmatched if the endpoint ended now, but for those messages that
     * {@link #close} reports to their calls. Drains first.
     *
     * @param communicator what to call the one of a context
     * @return a line for each receive that waits for a message, and for each unreceived message
     */
    public List<String> outstanding(IntFunction<String> communicator) {
        List<String> lines = new ArrayList<>();
        queue.enter();
        try {
            queue.drainAll();
            queue.posted.forEach(receive ->
                    lines.add("receive without a message: " + receive + " capacity=" + receive.capacityBytes()));
            for (UnexpectedMessage m = queue.unexpected.oldest(); m != null; m = m.newer) {
                if (!isReported(m)) {
                    lines.add(new Unreceived(m.contextId, m.sourceRank, m.tag, m.lengthBytes).describe(communicator));
                }
            }
        } finally {
            queue.leave();
        }
        return lines;
    }

    private boolean isReported(UnexpectedMessage m) {
        WeakReference<NumberedCalls> known = numbered.get(m.contextId);
        NumberedCalls calls = known == null ? null : known.get();
        return calls != null && calls.isOver(m.tag);
    }

    /** Notes a message after the end of the program, unless that failed, or the communicator is closed or revoked. */
    void isLate(int context, int source, int tag, long lengthBytes) {
        if (failure != null || isIn(revoked, context) || isIn(closed, context)) {
            return;
        }
        lateCount++;
        if (late.size() < MOST_LATE) {
            late.add(new Unreceived(context, source, tag, lengthBytes));
        }
    }

    /**
     * Returns the first messages that have come after {@link #close}, a line for each.
     *
     * @param communicator what to call the one of a context
     */
    public List<String> late(IntFunction<String> communicator) {
        queue.enter();
        try {
            return late.stream().map(each -> each.describe(communicator)).toList();
        } finally {
            queue.leave();
        }
    }

    /** Returns the number of messages after {@link #close}, also of those that {@link #late} does not describe. */
    public long lateCount() {
        queue.enter();
        try {
            return lateCount;
        } finally {
            queue.leave();
        }
    }

    /**
     * Sets the failure of the endpoint's program, which refused senders get as cause. Before {@link #close}.
     *
     * @param cause what has happened
     */
    public void failed(Throwable cause) {
        queue.enter();
        try {
            failure = cause;
        } finally {
            queue.leave();
        }
    }

    /**
     * Ends the queue with its endpoint: drops unreceived messages, also those taken by matched probes, and refuses them
     * to waiting senders. Later arrivals stay in the inbox for {@link #refuseArrivals}.
     */
    public void close() {
        queue.enter();
        try {
            queue.drainAll();
            isClosed = true;
            for (UnexpectedMessage m = queue.held.newest(); m != null; m = queue.held.newest()) {
                queue.held.remove(m);
                drop(m);
            }
            for (UnexpectedMessage m = queue.unexpected.oldest(); m != null; m = queue.unexpected.oldest()) {
                queue.unexpected.remove(m);
                isLeft(m.contextId, m.sourceRank, m.tag, m.lengthBytes);
                drop(m);
            }
        } finally {
            queue.leave();
        }
        reportLeft();
    }

    /**
     * Drops what has arrived since {@link #close}, and notifies waiting senders. For the thread that serves endpoints
     * that have ended, one thread at a time.
     */
    public void refuseArrivals() {
        queue.enter();
        try {
            queue.refuseAll();
        } finally {
            queue.leave();
        }
        reportLeft();
    }

    /**
     * Drops present and future messages of a context whose communicator has been closed here. Their senders complete as
     * if the messages had been received. Posted receives, and messages taken by matched probes, stay.
     *
     * @param context the context id, never used again
     */
    public void discard(int context) {
        queue.enter();
        try {
            queue.drainAll();
            closed = with(closed, context);
            turnAwayKept(context);
        } finally {
            queue.leave();
        }
    }

    /** Refuses present and future messages of a context whose calls have failed. */
    public void revoke(int context) {
        queue.enter();
        try {
            queue.drainAll();
            revoked = with(revoked, context);
            turnAwayKept(context);
        } finally {
            queue.leave();
        }
    }

    private static IntHashSet with(IntHashSet contexts, int context) {
        IntHashSet all = contexts == null ? new IntHashSet() : contexts;
        all.add(context);
        return all;
    }

    private void turnAwayKept(int context) {
        for (UnexpectedMessage m = queue.find(context, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG);
                m != null;
                m = queue.find(context, ReceiveRequest.ANY_SOURCE, ReceiveRequest.ANY_TAG)) {
            queue.unexpected.remove(m);
            try {
                if (m.source != null) {
                    turnAway(m.source, context, m.lengthBytes);
                }
            } finally {
                queue.recycle(m);
            }
        }
    }

    /** Fails all posted receives that no sender can complete any more, after matching all arrived messages. */
    public void endHopeless() {
        List<ReceiveRequest> ended = new ArrayList<>();
        List<SennitException> errors = new ArrayList<>();
        queue.enter();
        try {
            queue.drainAll();
            queue.posted.forEach(receive -> {
                SennitException error = receive.hopeless();
                if (error != null) {
                    ended.add(receive);
                    errors.add(error);
                }
            });
            ended.forEach(queue.posted::remove);
        } finally {
            queue.leave();
        }
        for (int i = 0; i < ended.size(); i++) {
            queue.onTakenBack(ended.get(i));
            ended.get(i).failWith(errors.get(i));
        }
    }

    /**
     * Fails a posted receive if no sender can complete it any more, after matching all arrived messages.
     *
     * @param receive posted in the queue just now
     */
    public void endIfHopeless(ReceiveRequest receive) {
        SennitException error = receive.isComplete() ? null : receive.hopeless();
        if (error == null) {
            return;
        }
        boolean isTakenBack;
        queue.enter();
        try {
            queue.drainAll();
            isTakenBack = queue.posted.remove(receive);
        } finally {
            queue.leave();
        }
        if (isTakenBack) {
            queue.onTakenBack(receive);
            receive.failWith(error);
        }
    }

    private void drop(UnexpectedMessage message) {
        try {
            if (message.source != null) {
                message.source.refuse(message.lengthBytes, failure);
            }
        } finally {
            queue.recycle(message);
        }
    }
}
