package org.sennit.internal.endpoints.rma.remote;

import java.util.function.Consumer;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * The calls to a target that could not be sent for want of memory. Each poll of the endpoint tries again, until the
 * network has taken all. Any thread adds.
 */
final class UnsentCalls implements ProgressHook, Runnable {
    private final Progress progress;
    private final Consumer<UnsentCall> sender;

    // Guarded by this.
    private UnsentCall first; // in any order: the target brings them in theirs
    private boolean isScheduled; // in the next poll, or in each

    UnsentCalls(Progress progress, Consumer<UnsentCall> sender) {
        this.progress = progress;
        this.sender = sender;
    }

    void add(UnsentCall call) {
        synchronized (this) {
            call.next(first);
            first = call;
        }
        retry();
    }

    /** Has them sent by the next poll; also called where a thread is about to wait, since there may be no memory even for this. */
    void retry() {
        synchronized (this) {
            if (first == null || isScheduled) {
                return;
            }
            isScheduled = true;
        }
        try {
            progress.defer(this);
        } catch (OutOfMemoryError e) {
            notScheduled();
        }
    }

    private synchronized void notScheduled() {
        isScheduled = false;
    }

    /** In the next poll: the hook is asked in each from then on. */
    @Override
    public void run() {
        try {
            progress.add(this);
        } catch (OutOfMemoryError e) {
            notScheduled();
        }
    }

    @Override
    public int advance() {
        UnsentCall next = takeAll();
        while (next != null) {
            UnsentCall sent = next;
            next = sent.next(); // before it may be here again
            sender.accept(sent);
        }
        return isOver() ? OVER : 0;
    }

    private synchronized UnsentCall takeAll() {
        UnsentCall all = first;
        first = null;
        return all;
    }

    private synchronized boolean isOver() {
        if (first == null) {
            isScheduled = false;
        }
        return !isScheduled;
    }

    @Override
    public synchronized boolean hasWork() {
        return first != null;
    }
}
