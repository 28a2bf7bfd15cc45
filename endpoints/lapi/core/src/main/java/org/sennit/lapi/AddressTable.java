package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;

/** The header handlers that this task has registered by index. Any thread. */
final class AddressTable {
    /** Indices are 1 to SIZE − 1; handlers of one-sided operations have the numbers that follow. */
    static final int SIZE = 1024;

    private final Lapi lapi;
    private final ActiveMessages messages;
    private final AtomicReferenceArray<HeaderHandler> handlers = new AtomicReferenceArray<>(SIZE);
    private final Completions completions;
    private final Dropped dropped;

    AddressTable(Lapi lapi, ActiveMessages messages, Completions completions) {
        this.lapi = lapi;
        this.messages = messages;
        this.completions = completions;
        this.dropped = new Dropped(lapi, messages, this);
    }

    static boolean isIndex(int index) {
        return index > 0 && index < SIZE;
    }

    void set(int index, HeaderHandler handler) {
        handlers.set(index, handler);
        messages.register(index, handler == null ? null : message -> handle(handler, message));
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

    private ActiveVector handle(HeaderHandler handler, ActiveMessage message) {
        ArrivingHeader header = new ArrivingHeader(lapi, message);
        LapiVector given = handler.handle(header);
        if (header.isDropped()) {
            return dropped.keep(handler, message);
        }
        LapiVector target = header.isBuried() ? null : given;
        ActiveVector place = null;
        if (target != null) {
            Kinds.check(Kinds.of(message.kind()), message.pieces(), message::pieceBytes, message.lengthBytes(), target);
            place = target.active();
        }
        int origin = message.source();
        boolean isInline = header.isCompletedInline();
        if (target != null && messages.isChecked()) {
            LapiVector copy = target.copy();
            Completions.schedule(message, isInline, () -> complete(header, origin, target, copy));
        } else if (header.completion() != null) {
            Completions.schedule(message, isInline, () -> completions.run(header, origin));
        }
        return place;
    }

    /** Calls a handler with a message all of which is here until the call returns: a lightweight one. */
    void deliver(HeaderHandler handler, KeptMessage kept, ActiveMessage message) {
        KeptHeader header = new KeptHeader(lapi, kept);
        LapiVector given = handler.handle(header);
        if (header.isDropped()) {
            KeptMessage copy = kept.copy();
            message.onCompletion(_ -> dropped.deliver(handler, copy), null);
            return;
        }
        write(header, kept, given);
        if (header.completion() != null) {
            Completions.schedule(message, header.isCompletedInline(), () -> completions.run(header, kept.origin()));
        }
    }

    /**
     * Writes the data of a message all of which is here to the vector that its handler has given, which may be null.
     *
     * @throws LapiException when the two do not match
     */
    static void write(ArrivingHeader header, KeptMessage message, LapiVector given) {
        if (given != null && !header.isBuried()) {
            message.write(given);
        }
    }

    Completions completions() {
        return completions;
    }

    /**
     * In checked mode: runs the completion handler, if there is one, and reports a target vector that has been changed
     * since it was given.
     */
    private void complete(ArrivingHeader header, int origin, LapiVector target, LapiVector given) {
        try {
            completions.run(header, origin);
        } finally {
            if (!given.isSame(target)) {
                lapi.report(
                        origin,
                        LapiOperation.AMSENDV,
                        new LapiException(
                                LapiStatus.USED_EARLY,
                                "amsendv",
                                "target vector changed before the target counter moved, given=" + given));
            }
        }
    }
}
