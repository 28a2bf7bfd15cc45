package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Communicator;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiStatus;
import org.sennit.testkit.Deadlines;

/** A task of LAPI in a behaviour: task 0 is the origin, the last one the target. */
final class LapiTasks {
    static final int ORIGIN = 0;
    static final int TARGET = Behaviour.RANKS - 1;

    /** No task gets errors that no call returns, unless a behaviour takes them from here. */
    final BlockingQueue<LapiError> errors = new LinkedBlockingQueue<>();

    final Communicator world;
    final Lapi lapi;

    // The three counters of an operation, made by all tasks.
    final LapiCounter target;
    final LapiCounter origin;
    final LapiCounter completion;
    final CounterAddress[] targets;

    /** What each task runs. */
    @FunctionalInterface
    interface Program {
        void run(LapiTasks task) throws Exception;
    }

    private LapiTasks(Communicator world) {
        this.world = world;
        this.lapi = Lapi.init(world);
        lapi.setErrorHandler((handle, error) -> errors.add(error));
        this.target = lapi.newCounter();
        this.origin = lapi.newCounter();
        this.completion = lapi.newCounter();
        this.targets = lapi.addressInit(target);
    }

    static Behaviour behaviour(String name, Program program) {
        return new Behaviour(name, world -> {
            LapiTasks task = new LapiTasks(world);
            program.run(task);
            task.lapi.term();
            assertEquals(null, task.errors.poll(), "error without a call");
        });
    }

    boolean isOrigin() {
        return world.rank() == ORIGIN;
    }

    boolean isTarget() {
        return world.rank() == TARGET;
    }

    /** Takes the next error that no call has returned. */
    LapiError nextError() throws InterruptedException {
        LapiError error = errors.poll(Deadlines.ns(20), TimeUnit.NANOSECONDS);
        assertNotNull(error, "no error was reported");
        return error;
    }

    void assertCounters(long wantedTarget, long wantedOrigin, long wantedCompletion) {
        assertEquals(wantedTarget, lapi.getcntr(target), "target counter");
        assertEquals(wantedOrigin, lapi.getcntr(origin), "origin counter");
        assertEquals(wantedCompletion, lapi.getcntr(completion), "completion counter");
    }

    static void refused(LapiStatus wanted, Executable call) {
        assertEquals(wanted, assertThrows(LapiException.class, call).status());
    }

    static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }
}
