package org.sennit.lapi;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.SennitException;

/**
 * Messages that a header handler has dropped, and is to be given again. The data is received into memory of the
 * library; then, as the message's completion handler, a virtual thread calls the header handler again and again, with
 * pauses. It does so by a message to its own task, so that header handlers run one at a time as ever. The counters of
 * the message move when that thread has ended. Any thread.
 */
final class Dropped {
    static final int HANDLER = Lightweight.HANDLER + 1;

    // From one call of a handler to the next one, each twice the one before: short for a handler that waits for a
    // little work of its task, and in the end a thousand calls a second for one that waits long.
    private static final long FIRST_PAUSE_NS = 1_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;

    /** The retry of the current thread: bound while it sends the message to its own task. */
    private static final ScopedValue<Retry> RETRYING = ScopedValue.newInstance();

    private final Lapi lapi;
    private final ActiveMessages messages;
    private final AddressTable table;

    /** Counters that nothing moves: those who wait for one pause. One waiter each. */
    private final ConcurrentLinkedQueue<ActiveCounter> pauses = new ConcurrentLinkedQueue<>();

    Dropped(Lapi lapi, ActiveMessages messages, AddressTable table) {
        this.lapi = lapi;
        this.messages = messages;
        this.table = table;
        messages.register(HANDLER, this::retried);
    }

    /** A message and its header handler, and what that has decided. One thread. */
    private static final class Retry {
        private final HeaderHandler handler;
        private final KeptMessage message;
        private KeptHeader decided; // null: dropped again
        private Throwable failure; // unchecked

        private Retry(HeaderHandler handler, KeptMessage message) {
            this.handler = handler;
            this.message = message;
        }
    }

    /** Receives a message whose header handler has just dropped it; returns where its data goes. */
    ActiveVector keep(HeaderHandler handler, ActiveMessage message) {
        KeptMessage kept = KeptMessage.withRoom(message);
        message.onCompletion(_ -> deliver(handler, kept), null);
        return kept.room();
    }

    /**
     * Calls a handler until it takes the message, and then the completion handler. Blocks; ends without both when the
     * handle is terminated.
     */
    void deliver(HeaderHandler handler, KeptMessage message) {
        Retry retry = new Retry(handler, message);
        long pauseNs = FIRST_PAUSE_NS;
        while (retry.decided == null && retry.failure == null) {
            pause(pauseNs);
            pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
            if (!lapi.isInitialized() || !call(retry)) {
                return;
            }
        }
        switch (retry.failure) { // which the error handler is told
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new AssertionError(retry.failure);
        }
        if (!retry.decided.isCompletedInline()) {
            table.completions().run(retry.decided, message.origin());
        }
    }

    /** Calls the handler once; returns false when the handle has been terminated meanwhile. */
    private boolean call(Retry retry) {
        try {
            ScopedValue.where(RETRYING, retry)
                    .run(() -> messages.send(
                            lapi.task(), HANDLER, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null));
            return true;
        } catch (SennitException e) {
            if (lapi.isInitialized()) {
                throw e;
            }
            return false;
        }
    }

    private void pause(long lengthNs) {
        ActiveCounter spare = pauses.poll();
        ActiveCounter never = spare == null ? messages.newCounter() : spare;
        never.await(1, lengthNs);
        pauses.add(never);
    }

    /** Within a process a header handler runs in the thread that sends the message. */
    private ActiveVector retried(ActiveMessage ignored) {
        Retry retry = RETRYING.get();
        try {
            KeptHeader header = new KeptHeader(lapi, retry.message);
            LapiVector given = retry.handler.handle(header);
            if (!header.isDropped()) {
                AddressTable.write(header, retry.message, given);
                retry.decided = header;
                if (header.isCompletedInline()) {
                    table.completions().run(header, retry.message.origin());
                }
            }
        } catch (RuntimeException | Error e) { // of the user's handler, or of its vector
            retry.failure = e;
        }
        return ActiveVector.EMPTY;
    }
}
