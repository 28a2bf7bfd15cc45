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

    AddressTable(Lapi lapi, ActiveMessages messages) {
        this.lapi = lapi;
        this.messages = messages;
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
        LapiVector target = header.isBuried() ? null : given;
        ActiveVector place = null;
        if (target != null) {
            check(message, target);
            place = target.active();
        }
        CompletionHandler completion = header.completion();
        if (target != null && messages.isChecked()) {
            LapiVector copy = target.copy();
            int origin = message.source();
            onCompletion(message, header, userInfo -> complete(completion, userInfo, origin, target, copy));
        } else if (completion != null) {
            onCompletion(message, header, userInfo -> completion.complete(lapi, userInfo));
        }
        return place;
    }

    private static void onCompletion(
            ActiveMessage message, ArrivingHeader header, org.sennit.active.CompletionHandler body) {
        if (header.isCompletedInline()) {
            message.onCompletionInline(body, header.userInfo());
        } else {
            message.onCompletion(body, header.userInfo());
        }
    }

    /** In checked mode: runs the completion handler, if there is one, and reports a target vector that has been changed since it was given. */
    private void complete(
            CompletionHandler completion, Object userInfo, int origin, LapiVector target, LapiVector given) {
        try {
            if (completion != null) {
                completion.complete(lapi, userInfo);
            }
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

    private static void check(ActiveMessage message, LapiVector target) {
        LapiStatus status = target.shape().checkTarget(target::isNull);
        if (status == LapiStatus.SUCCESS) {
            status = Kinds.compare(message, target.shape());
        }
        if (status != LapiStatus.SUCCESS) {
            throw new LapiException(
                    status,
                    "amsendv",
                    "origin vector=" + Kinds.of(message.kind()) + " " + message.pieces() + " pieces, "
                            + message.lengthBytes() + " bytes, target vector=" + target);
        }
    }
}
