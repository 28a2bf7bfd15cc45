package org.sennit.internal.runtime.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.concurrent.UncaughtExceptions;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.spi.progress.Abandonable;
import org.sennit.spi.progress.ProgressHook;

/**
 * Work of an endpoint's polls besides inbox and network: hooks, which run in each poll until they are done, and
 * actions, which run once. An endpoint without either pays one load a poll.
 *
 * <p>Hooks belong to the threads that drive the endpoint: a thread that finds them busy skips them. Actions and
 * watchers may come from any thread.
 */
final class ExtraWork {
    private static final VarHandle IS_WANTED =
            FieldHandle.of(MethodHandles.lookup(), ExtraWork.class, "isWanted", boolean.class);
    private static final VarHandle IS_BUSY =
            FieldHandle.of(MethodHandles.lookup(), ExtraWork.class, "isBusy", boolean.class);

    private final RuntimeContext context;
    private final ActionQueue actions = new ActionQueue();
    private final ConcurrentLinkedQueue<BoundAction> boundActions = new ConcurrentLinkedQueue<>();
    private final Set<Abandonable> watchers = ConcurrentHashMap.newKeySet();

    // Opaque load in every poll; volatile store of true after there is something to do, so that a thread which then
    // looks at the parking spot sees it occupied, or the sleeper sees this.
    @SuppressWarnings("unused")
    private boolean isWanted;

    // Compare-and-set by a thread that runs or adds hooks, release store when done: guards the two fields below.
    @SuppressWarnings("unused")
    private boolean isBusy;

    private ProgressHook[] hooks = new ProgressHook[2];
    private int count;

    ExtraWork(RuntimeContext context) {
        this.context = context;
    }

    /** Returns whether {@link #advance} may have work. */
    boolean isWanted() {
        return (boolean) IS_WANTED.getOpaque(this);
    }

    void add(ProgressHook hook) {
        while (!IS_BUSY.compareAndSet(this, false, true)) {
            context.yield(); // another thread of the endpoint runs the hooks, which takes bounded time
        }
        try {
            if (count == hooks.length) {
                hooks = Arrays.copyOf(hooks, 2 * count);
            }
            hooks[count++] = hook;
            IS_WANTED.setVolatile(this, true);
        } finally {
            IS_BUSY.setRelease(this, false);
        }
    }

    /** Returns the hooks that are not over. */
    List<ProgressHook> hooks() {
        while (!IS_BUSY.compareAndSet(this, false, true)) {
            context.yield();
        }
        try {
            return List.of(Arrays.copyOf(hooks, count));
        } finally {
            IS_BUSY.setRelease(this, false);
        }
    }

    void defer(Runnable action) {
        actions.add(action);
        IS_WANTED.setVolatile(this, true);
    }

    /** As {@link #defer(Runnable)}, for one of the threads that share the endpoint. */
    void defer(Thread thread, Runnable action) {
        boundActions.add(new BoundAction(thread, action));
        IS_WANTED.setVolatile(this, true);
    }

    /** Lets any thread run actions deferred to one thread, since the endpoint's program has ended. */
    void unbind() {
        for (BoundAction bound = boundActions.poll(); bound != null; bound = boundActions.poll()) {
            defer(bound.action); // a thread in advance may have looked for actions just now
        }
    }

    /** Runs each hook once, and the queued actions. */
    int advance() {
        int work = 0;
        if (IS_BUSY.compareAndSet(this, false, true)) {
            try {
                work = askHooks();
                // Cleared before the actions are read: one that is added now sets it again.
                IS_WANTED.setVolatile(this, count > 0);
            } finally {
                IS_BUSY.setRelease(this, false);
            }
        }
        return work + runActions();
    }

    private int runActions() {
        int work = 0;
        for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
            work++;
            run(action);
        }
        if (!boundActions.isEmpty()) {
            work += runBoundActions();
            if (!boundActions.isEmpty()) { // for another thread
                IS_WANTED.setVolatile(this, true);
            }
        }
        return work;
    }

    /**
     * Runs an action. Its exception does not end the call whose poll runs it: a member that left a collective in the
     * middle would leave the others waiting.
     */
    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable e) {
            UncaughtExceptions.handle(e);
        }
    }

    private int runBoundActions() {
        int work = 0;
        for (Iterator<BoundAction> each = boundActions.iterator(); each.hasNext(); ) {
            BoundAction bound = each.next();
            // The thread that removes it runs it; several may try for a thread that has ended.
            if (bound.isForCaller() && boundActions.remove(bound)) {
                work++;
                run(bound.action);
            }
        }
        return work;
    }

    /** Returns whether there is an action that only the calling thread can run. */
    boolean hasBoundAction() {
        if (boundActions.isEmpty()) {
            return false;
        }
        for (BoundAction bound : boundActions) {
            if (bound.isForCaller()) {
                return true;
            }
        }
        return false;
    }

    /**
     * An action that only one thread can run, as long as that thread lives. A class instead of a record, for its
     * identity. Immutable.
     */
    private static final class BoundAction {
        private final Thread thread;
        private final Runnable action;

        BoundAction(Thread thread, Runnable action) {
            this.thread = thread;
            this.action = action;
        }

        boolean isForCaller() {
            return thread == Thread.currentThread() || !thread.isAlive();
        }
    }

    private int askHooks() {
        int work = 0;
        int kept = 0;
        int asked = 0;
        try {
            while (asked < count) {
                ProgressHook hook = hooks[asked];
                int done = hook.advance();
                asked++;
                if (done == ProgressHook.OVER) {
                    work++;
                } else {
                    work += done;
                    hooks[kept++] = hook;
                }
            }
        } finally { // one that throws, and those after it, run again
            int left = count - asked;
            System.arraycopy(hooks, asked, hooks, kept, left);
            Arrays.fill(hooks, kept + left, count, null);
            count = kept + left;
        }
        return work;
    }

    /** Returns whether the calling thread of the endpoint must not sleep. */
    boolean hasWork() {
        if (!actions.isEmpty() || hasBoundAction()) {
            return true;
        }
        if (!(boolean) IS_WANTED.getVolatile(this)) {
            return false;
        }
        if (!IS_BUSY.compareAndSet(this, false, true)) {
            return true; // another thread of the endpoint runs or adds hooks: check again when it is done
        }
        try {
            for (int i = 0; i < count; i++) {
                if (hooks[i].hasWork()) {
                    return true;
                }
            }
        } finally {
            IS_BUSY.setRelease(this, false);
        }
        return false;
    }

    void watch(Abandonable watcher) {
        watchers.add(watcher);
    }

    void unwatch(Abandonable watcher) {
        watchers.remove(watcher);
    }

    void abandon(SennitException reason) {
        for (Abandonable watcher : watchers) {
            watcher.abandon(reason);
        }
        watchers.clear();
    }
}
