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

    /**
     * Has them sent by the next poll; also called where a thread is about to wait, since there may be no memory even
     * for this.
     */
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

    /** In the next poll: tries once; then the hook is asked in each poll. */
    @Override
    public void run() {
        boolean isOver = false;
        try {
            isOver = advance() == OVER;
        } finally {
            if (!isOver) {
                goOn();
            }
        }
    }

    private void goOn() {
        try {
            progress.add(this);
        } catch (OutOfMemoryError e) {
            notScheduled();
        }
    }

    @Override
    public int advance() {
        for (UnsentCall next = takeAll(); next != null; ) {
            UnsentCall sent = next;
            next = sent.next(); // before it may be here again
            boolean isSent = false;
            try {
                sender.accept(sent);
                isSent = true;
            } finally {
                if (!isSent) {
                    putBack(next);
                }
            }
        }
        return isOver() ? OVER : 0;
    }

    /** Keeps those behind one whose sending has thrown. */
    private synchronized void putBack(UnsentCall rest) {
        for (UnsentCall each = rest; each != null; ) {
            UnsentCall behind = each.next();
            each.next(first);
            first = each;
            each = behind;
        }
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
