package org.sennit.lapi;

import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Messages that a header handler has dropped, and is to be given again. The data is received into memory of the
 * library; then, as the message's completion handler, a virtual thread calls the header handler again and again, with
 * pauses. It does so by a message to its own task, so that header handlers run one at a time as ever, and the data is
 * copied as that of any message. The counters of the message move when that thread has ended. Any thread.
 */
final class Dropped {
    // From one call of a handler to the next one, each twice the one before: short for a handler that waits for a
    // little work of its task, and in the end a thousand calls a second for one that waits long.
    private static final long FIRST_PAUSE_NS = 1_000;
    private static final long LONGEST_PAUSE_NS = 1_000_000;

    /** The retry of the current thread: bound while it sends the message to its own task. */
    private static final ScopedValue<Retry> RETRYING = ScopedValue.newInstance();

    private final LapiHandle lapi;
    private final ActiveMessages messages;

    Dropped(LapiHandle lapi, ActiveMessages messages) {
        this.lapi = lapi;
        this.messages = messages;
        HandlerNumbers.forEachNaming(operation -> messages.register(HandlerNumbers.dropped(operation), this::retried));
        messages.register(HandlerNumbers.LIGHTWEIGHT_DROPPED, this::retried);
    }

    /**
     * A message and its header handler, and what that has decided. Belongs to the thread that retries, but for isOver.
     */
    private static final class Retry {
        private final HeaderHandler handler;
        private final KeptMessage message;
        private final ActiveVector data;
        private KeptHeader decided; // null: dropped again
        private Throwable failure; // unchecked

        // Set when the last call is over, its data copied, and an inline completion handler has returned. Volatile:
        // stored by the thread that has done so, loaded by the one that retries, which then reads failure.
        private volatile boolean isOver;

        private Retry(HeaderHandler handler, KeptMessage message) {
            this.handler = handler;
            this.message = message;
            this.data = message.room();
        }

        private boolean isDropped() {
            return decided == null && failure == null;
        }

        /** Called when the data of a call has been copied or dropped. */
        private void dataTaken() {
            if (decided == null || !decided.isCompletedInline()) {
                isOver = true;
            }
        }
    }

    /** Receives a message whose header handler has just dropped it; returns where its data goes. */
    ActiveVector keep(HeaderHandler handler, LapiOperation operation, ActiveMessage message) {
        KeptMessage kept = KeptMessage.withRoom(operation, message);
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
        while (retry.isDropped() || !retry.isOver) {
            if (!isContinued(retry, pauseNs)) {
                return;
            }
            pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        }
        switch (retry.failure) { // reported to the error handler
            case null -> {}
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new AssertionError(retry.failure);
        }
        if (!retry.decided.isCompletedInline()) {
            retry.decided.complete(message.origin());
        }
    }

    /**
     * Pauses, and calls a handler again that has dropped its message; false when the handle is terminated meanwhile.
     */
    private boolean isContinued(Retry retry, long pauseNs) {
        try {
            messages.pause(pauseNs);
            if (lapi.isInitialized() && retry.isDropped()) {
                ScopedValue.where(RETRYING, retry).run(() -> call(retry));
            }
        } catch (SennitException e) {
            if (lapi.isInitialized()
                    && e.errorClass() != ErrorClass.REQUEST) { // this task is purged: until it is resumed
                throw e;
            }
        }
        return lapi.isInitialized();
    }

    private void call(Retry retry) {
        retry.isOver = false;
        int number = HandlerNumbers.dropped(retry.message.operation()); // by which errors are reported
        messages.sendThen(lapi.task(), number, null, retry.data, ActiveMessages.NO_COUNTER, retry::dataTaken, null);
    }

    /** Within a process a header handler runs in the thread that sends the message. */
    private ActiveVector retried(ActiveMessage again) {
        Retry retry = RETRYING.get();
        try {
            KeptHeader header = new KeptHeader(lapi, retry.message);
            LapiVector given = retry.handler.handle(header);
            if (header.isDropped()) {
                return null;
            }
            ActiveVector place = AddressTable.place(header, retry.message, given);
            retry.decided = header;
            if (header.isCompletedInline()) {
                again.onCompletionInline(_ -> completeInline(retry), null);
            }
            return place;
        } catch (RuntimeException | Error e) { // of the user's handler, or of its vector
            retry.failure = e;
            return null;
        }
    }

    private void completeInline(Retry retry) {
        try {
            retry.decided.complete(retry.message.origin());
        } catch (RuntimeException | Error e) { // of the user's handler
            retry.failure = e;
        } finally {
            retry.isOver = true;
        }
    }
}
