package org.sennit.lapi;

import java.util.function.Supplier;
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

    private final LapiTask task;
    private final ActiveMessages messages;

    Dropped(LapiTask task, ActiveMessages messages) {
        this.task = task;
        this.messages = messages;
        HandlerNumbers.forEachNaming(operation -> messages.register(HandlerNumbers.dropped(operation), this::retried));
        messages.register(HandlerNumbers.LIGHTWEIGHT_DROPPED, this::retried);
    }

    /**
     * What a header handler has decided on a message that it takes.
     *
     * @param place where the data goes; null drops the data
     * @param isCompletedInline whether the completion handler runs where the data has been copied
     * @param completion runs the completion handler, if there is one
     */
    record Decision(ActiveVector place, boolean isCompletedInline, Runnable completion) {}

    /**
     * A message and its header handler, and what that has decided. Belongs to the thread that retries, but for isOver.
     */
    private static final class Retry {
        private final Supplier<Decision> handler;
        private final KeptMessage message;
        private final ActiveVector data;
        private Decision decided; // null: dropped again
        private Throwable failure; // unchecked

        // Set when the last call is over, its data copied, and an inline completion handler has returned. Volatile:
        // stored by the thread that has done so, loaded by the one that retries, which then reads failure.
        private volatile boolean isOver;

        private Retry(Supplier<Decision> handler, KeptMessage message) {
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

    /**
     * Has a message given again to its header handler when its data is complete.
     *
     * @param message as it arrives
     * @param kept what is given again, with the data
     * @param handler calls the header handler with it; null when that drops the message again
     */
    void retry(ActiveMessage message, KeptMessage kept, Supplier<Decision> handler) {
        message.onCompletion(_ -> deliver(handler, kept), null);
    }

    /**
     * Calls a handler until it takes the message, and then the completion handler. Blocks; ends without both when the
     * handle is terminated.
     */
    private void deliver(Supplier<Decision> handler, KeptMessage message) {
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
            retry.decided.completion().run();
        }
    }

    /**
     * Pauses, and calls a handler again that has dropped its message; false when the handle is terminated meanwhile.
     */
    private boolean isContinued(Retry retry, long pauseNs) {
        try {
            messages.pause(pauseNs);
            if (task.isInitialized() && retry.isDropped()) {
                ScopedValue.where(RETRYING, retry).run(() -> call(retry));
            }
        } catch (SennitException e) {
            if (task.isInitialized()
                    && e.errorClass() != ErrorClass.REQUEST) { // this task is purged: until it is resumed
                throw e;
            }
        }
        return task.isInitialized();
    }

    private void call(Retry retry) {
        retry.isOver = false;
        int number = HandlerNumbers.dropped(retry.message.operation()); // by which errors are reported
        messages.sendThen(task.task(), number, null, retry.data, ActiveMessages.NO_COUNTER, retry::dataTaken, null);
    }

    /** Within a process a header handler runs in the thread that sends the message. */
    private ActiveVector retried(ActiveMessage again) {
        Retry retry = RETRYING.get();
        try {
            Decision decided = retry.handler.get();
            if (decided == null) {
                return null;
            }
            retry.decided = decided;
            if (decided.isCompletedInline()) {
                again.onCompletionInline(_ -> completeInline(retry), null);
            }
            return decided.place();
        } catch (RuntimeException | Error e) { // of the user's handler, or of its vector
            retry.failure = e;
            return null;
        }
    }

    private void completeInline(Retry retry) {
        try {
            retry.decided.completion().run();
        } catch (RuntimeException | Error e) { // of the user's handler
            retry.failure = e;
        } finally {
            retry.isOver = true;
        }
    }
}
