package org.sennit.qmp;

import java.util.concurrent.TimeUnit;

/** Starts handles and waits for them, measured where the profile is on. Any thread of the node. */
final class Running {
    private static final long TIMEOUT_NS = TimeUnit.MINUTES.toNanos(10);

    private final NodeSurroundings node;

    private long timeoutNs = TIMEOUT_NS;

    Running(NodeSurroundings node) {
        this.node = node;
    }

    QmpStatus start(MessageHandle handle) {
        if (handle == null) {
            return missing("start");
        }
        HandleProfile profile = handle.profile();
        if (profile == null) {
            return handle.start();
        }
        long begin = node.nanoTime();
        QmpStatus status = handle.start();
        profile.started(status == QmpStatus.SUCCESS, node.nanoTime() - begin);
        return status;
    }

    boolean isComplete(MessageHandle handle) {
        if (handle == null) {
            missing("isComplete");
            return true;
        }
        return handle.isComplete();
    }

    QmpStatus await(MessageHandle handle) {
        return await(handle, timeoutNs);
    }

    private QmpStatus await(MessageHandle handle, long mostNs) {
        if (handle == null) {
            return missing("wait");
        }
        HandleProfile profile = handle.profile();
        if (profile == null) {
            return handle.await(mostNs);
        }
        long begin = node.nanoTime();
        QmpStatus status = handle.await(mostNs);
        profile.waited(node.nanoTime() - begin);
        return status;
    }

    QmpStatus awaitAll(MessageHandle[] handles, int count) {
        if (handles == null || count < 0 || count > handles.length) {
            return node.errors().fail(QmpStatus.INVALID_ARG, "wrong number of handles: nhandles=" + count);
        }
        QmpStatus first = QmpStatus.SUCCESS;
        long sinceNs = node.nanoTime();
        for (int i = 0; i < count; i++) {
            QmpStatus status = awaitSince(sinceNs, handles[i]);
            first = first == QmpStatus.SUCCESS ? status : first;
        }
        return first;
    }

    /** Waits for as long as is left of the limit, of which a part has passed since a time. */
    QmpStatus awaitSince(long sinceNs, MessageHandle handle) {
        return await(handle, Math.max(0, timeoutNs - (node.nanoTime() - sinceNs)));
    }

    void setTimeout(long limitNs) {
        timeoutNs = Math.max(0, limitNs);
    }

    void free(MessageHandle handle) {
        if (handle != null) {
            handle.free();
        }
    }

    QmpStatus changeAddress(MessageHandle handle, Object[] buffers, int count) {
        return handle == null ? missing("changeAddress") : handle.changeAddress(buffers, count);
    }

    QmpStatus clearToSend(MessageHandle handle, ClearToSend clearToSend) {
        return handle == null ? missing("clearToSend") : handle.clearToSend(clearToSend);
    }

    private QmpStatus missing(String call) {
        return node.errors().fail(QmpStatus.BAD_MESSAGE, "no handle: call=" + call);
    }
}
