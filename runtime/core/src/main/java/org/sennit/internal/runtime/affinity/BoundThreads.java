package org.sennit.internal.runtime.affinity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The threads of this process that drive endpoints, bound as a {@link BindingPlan} says. A thread inherits the binding
 * of the one that starts it: {@link #releaseOthers} gives those that drive no endpoint back all that was left to the
 * process.
 *
 * <p>Threads: any; all state is guarded by this object.
 */
public final class BoundThreads {
    private static final Path THREADS = Path.of("/proc/self/task");
    private static final Path SELF = Path.of("/proc/thread-self");

    private final BindingPlan plan;
    private final Map<Integer, Integer> endpoints = new HashMap<>(); // of bound threads, by their number in the system
    private Set<Integer> seen = new HashSet<>(); // threads that are as they should be

    /**
     * Binds none yet.
     *
     * @param plan says where to
     */
    public BoundThreads(BindingPlan plan) {
        this.plan = plan;
    }

    /**
     * Binds the calling thread, which begins to drive an endpoint; does nothing where the plan binds none, or the
     * system does not let it. A thread that drives several stays where the first one is.
     *
     * @param endpoint its number in this process
     */
    public synchronized void bind(int endpoint) {
        if (endpoint >= plan.places().size() || Thread.currentThread().isVirtual()) {
            return;
        }
        int self = self();
        if (self > 0
                && endpoints.putIfAbsent(self, endpoint) == null
                && !AffinityCalls.INSTANCE.allow(0, plan.places().get(endpoint))) {
            endpoints.remove(self);
        }
    }

    /**
     * Ends the binding of the calling thread, which drives the endpoint no more.
     *
     * @param endpoint its number in this process
     */
    public synchronized void release(int endpoint) {
        if (endpoint >= plan.places().size() || Thread.currentThread().isVirtual()) {
            return;
        }
        int self = self();
        if (endpoints.remove(self, endpoint)) {
            AffinityCalls.INSTANCE.allow(0, plan.allowed());
        }
    }

    /** Gives the threads that bound ones have started all processors of the process; called now and then. */
    public synchronized void releaseOthers() {
        if (endpoints.isEmpty()) {
            return;
        }
        String[] names = THREADS.toFile().list();
        if (names == null) {
            return;
        }
        Set<Integer> now = new HashSet<>();
        for (String name : names) {
            int thread = Integer.parseInt(name);
            now.add(thread);
            if (!seen.contains(thread)
                    && !endpoints.containsKey(thread)
                    && plan.places().contains(AffinityCalls.INSTANCE.allowed(thread))) {
                AffinityCalls.INSTANCE.allow(thread, plan.allowed());
            }
        }
        now.removeAll(endpoints.keySet());
        seen = now;
    }

    /** Returns the number of the calling thread in the system; 0 when it cannot be found. */
    private static int self() {
        try {
            return Integer.parseInt(Files.readSymbolicLink(SELF).getFileName().toString());
        } catch (IOException | NumberFormatException notTold) {
            return 0;
        }
    }
}
