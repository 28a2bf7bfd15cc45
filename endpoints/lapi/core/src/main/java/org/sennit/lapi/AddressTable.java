package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.SennitException;

/** The header handlers that this task has registered by index. Any thread. */
final class AddressTable {
    private static final int SIZE = HandlerNumbers.TABLE_SIZE;

    private final Lapi handle; // given to handlers
    private final LapiTask task;
    private final ActiveMessages messages;
    private final AtomicReferenceArray<HeaderHandler> handlers = new AtomicReferenceArray<>(SIZE);
    private final Dropped dropped;

    // Of messages without a completion handler, whose header is used again. Guarded by the endpoint's gate: header
    // handlers run one at a time.
    private ReceivedHeader idle;

    AddressTable(Lapi handle, LapiTask task, ActiveMessages messages) {
        this.handle = handle;
        this.task = task;
        this.messages = messages;
        this.dropped = new Dropped(task, messages);
    }

    /** Sets a handler, for one kind of operation after the other: threads that set the same index do so in turn. */
    synchronized void set(int index, HeaderHandler handler) {
        handlers.set(index, handler);
        HandlerNumbers.forEachNaming(operation -> messages.register(
                HandlerNumbers.of(operation, index),
                handler == null ? null : message -> handle(handler, operation, message)));
    }

    HeaderHandler get(int index) {
        return handlers.get(index);
    }

    /** Returns the index above all that have a handler; SIZE for none. */
    int next() {
        int index = SIZE;
        while (index > 1 && handlers.get(index - 1) == null) {
            index--;
        }
        return index;
    }

    private ActiveVector handle(HeaderHandler handler, LapiOperation operation, ActiveMessage message) {
        ReceivedHeader header = idle == null ? new ReceivedHeader(handle, task) : idle;
        idle = null; // a handler that throws keeps it
        header.begin(message);
        LapiVector given = handler.handle(header);
        if (header.isDropped()) {
            KeptMessage kept = KeptMessage.withRoom(operation, message);
            dropped.retry(message, kept, () -> decide(handler, kept));
            return kept.room();
        }
        LapiVector target = header.isBuried() ? null : given;
        ActiveVector place = null;
        if (target != null) {
            Kinds.check(operation, message, target);
            place = place(operation, target);
        }
        int origin = message.source();
        boolean isInline = header.isCompletedInline();
        if (target != null && messages.isChecked()) {
            LapiVector copy = target.copy();
            Completions.schedule(message, isInline, () -> complete(header, operation, origin, target, copy));
        } else if (header.completion() != null) {
            Completions.schedule(message, isInline, () -> header.complete(origin));
        } else {
            idle = header;
        }
        return place;
    }

    /** Calls a handler with a lightweight message; see {@link Lightweight.Receiver}. */
    boolean deliver(int index, KeptMessage kept, ActiveMessage message) {
        HeaderHandler handler = get(index);
        if (handler == null) {
            return false;
        }
        deliver(handler, kept, message);
        return true;
    }

    private void deliver(HeaderHandler handler, KeptMessage kept, ActiveMessage message) {
        KeptHeader header = new KeptHeader(handle, task, kept);
        LapiVector given = handler.handle(header);
        if (header.isDropped()) {
            KeptMessage copy = kept.copy();
            dropped.retry(message, copy, () -> decide(handler, copy));
            return;
        }
        ActiveVector place = place(header, kept, given);
        if (place != null && !isWritten(kept, place)) { // as one that has been dropped: who can write it, will
            KeptMessage copy = kept.copy();
            dropped.retry(message, copy, () -> decision(header, copy, given));
        } else if (header.completion() != null) {
            Completions.schedule(message, header.isCompletedInline(), () -> header.complete(kept.origin()));
        }
    }

    /** Calls a handler again with a message that it has dropped; returns null when it drops it once more. */
    private Dropped.Decision decide(HeaderHandler handler, KeptMessage message) {
        KeptHeader header = new KeptHeader(handle, task, message);
        LapiVector given = handler.handle(header);
        return header.isDropped() ? null : decision(header, message, given);
    }

    private static Dropped.Decision decision(KeptHeader header, KeptMessage message, LapiVector given) {
        ActiveVector place = place(header, message, given);
        return new Dropped.Decision(place, header.isCompletedInline(), () -> header.complete(message.origin()));
    }

    private static boolean isWritten(KeptMessage message, ActiveVector place) {
        try {
            Copying.copy(message.room(), place);
            return true;
        } catch (RuntimeException
                | InternalError e) { // found again where it is reported, unless the memory is another thread's
            return false;
        }
    }

    /**
     * Returns where the data of a message goes all of which is here; null when it is dropped.
     *
     * @throws LapiException when it does not match the vector that the handler has given
     */
    private static ActiveVector place(ReceivedHeader header, KeptMessage message, LapiVector given) {
        if (given == null || header.isBuried()) {
            return null;
        }
        message.check(given);
        return place(message.operation(), given);
    }

    private static ActiveVector place(LapiOperation operation, LapiVector target) {
        try {
            return target.active();
        } catch (SennitException e) { // a piece is no memory, or does not lie in it
            throw new LapiException(LapiStatus.TGT_VEC_ADDR, operation.call(), e.getMessage());
        }
    }

    /**
     * In checked mode: runs the completion handler, if there is one, and reports a target vector that has been changed
     * since it was given.
     */
    private void complete(
            ReceivedHeader header, LapiOperation operation, int origin, LapiVector target, LapiVector given) {
        try {
            header.complete(origin);
        } finally {
            if (!given.isSame(target)) {
                task.report(
                        origin,
                        operation,
                        new LapiException(
                                LapiStatus.USED_EARLY,
                                operation.call(),
                                "target vector changed before the target counter moved, given=" + given));
            }
        }
    }
}
