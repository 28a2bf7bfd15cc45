package org.sennit.conformance.behaviours;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;

/** Runs a program on endpoints that a communicator has made: a thread for each. */
final class EndpointThreads {
    private EndpointThreads() {}

    /**
     * Makes endpoints, runs the program on each, and closes them; the first failure ends the job, so that no thread
     * waits.
     */
    static void run(Communicator maker, int count, Behaviour.Program program) throws Exception {
        runOn(maker, maker.createEndpoints(count), program);
    }

    static void runOn(Communicator maker, List<Communicator> handles, Behaviour.Program program) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        for (Communicator handle : handles) {
            threads.add(Thread.ofPlatform().name(handle.toString()).start(() -> {
                try (handle) {
                    program.run(handle);
                } catch (Throwable e) {
                    if (failure.compareAndSet(null, e)) {
                        maker.abort(e);
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (failure.get() != null) {
            throw new AssertionError("on an endpoint of " + maker, failure.get());
        }
    }
}
