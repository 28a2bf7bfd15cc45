package org.sennit.internal.endpoints.device.rendezvous;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * The progress of an endpoint that does nothing but run deferred actions and ask hooks. One thread polls; any defers.
 */
final class DrivenProgress implements Progress {
    private final ConcurrentLinkedQueue<Runnable> actions = new ConcurrentLinkedQueue<>();
    private final List<ProgressHook> hooks = new ArrayList<>();

    @Override
    public int poll() {
        hooks.removeIf(hook -> hook.advance() == ProgressHook.OVER);
        for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
            action.run();
        }
        return 0;
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) {
        throw new UnsupportedOperationException("no one waits here");
    }

    @Override
    public void signal() {}

    @Override
    public void add(ProgressHook hook) {
        hooks.add(hook);
    }

    @Override
    public void defer(Runnable action) {
        actions.add(action);
    }
}
