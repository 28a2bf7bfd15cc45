package org.sennit.conformance.launch;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.Job;

/**
 * Two threads of each process run a job each, begun in another order in each process and at work at the same time; then
 * one thread runs jobs one after the other. Each message says of which job it is.
 */
public final class JobsAtOnceProgram {
    private static final int TIMES = 3;

    private final String[] names;
    private final CountDownLatch begun = new CountDownLatch(2);
    private final AtomicInteger wrong = new AtomicInteger();

    private JobsAtOnceProgram(String... names) {
        this.names = names;
    }

    /** Runs; arguments: the names of the two jobs. */
    public static void main(String[] args) throws InterruptedException {
        JobsAtOnceProgram program = new JobsAtOnceProgram(args);
        boolean isEven = Integer.parseInt(System.getenv("SENNIT_JOB_PROCESS")) % 2 == 0;
        Thread first = program.start(isEven ? 0 : 1);
        awaitBlocked(first); // until the other processes begin it, too
        Thread second = program.start(isEven ? 1 : 0);
        first.join();
        second.join();
        for (int i = 0; i < TIMES; i++) {
            int job = 2 + i;
            Job.run(1, endpoint -> program.exchange(endpoint.world(), job));
        }
        System.out.println("wrong: " + program.wrong);
    }

    private static void awaitBlocked(Thread thread) {
        while (thread.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
    }

    private Thread start(int job) {
        EndpointProgram program = endpoint -> {
            begun.countDown();
            begun.await(); // both are at work
            exchange(endpoint.world(), job);
        };
        Thread thread = new Thread(() -> Job.run(names[job], 1, program), "job-" + job);
        thread.setUncaughtExceptionHandler((who, error) -> {
            System.out.println(who.getName() + ": " + error.getMessage());
            begun.countDown();
        });
        thread.start();
        return thread;
    }

    private void exchange(Communicator world, int job) {
        int[] sent = {job};
        int[] arrived = new int[world.size()];
        world.allgather(sent, arrived);
        for (int from : arrived) {
            wrong.addAndGet(from == job ? 0 : 1);
        }
    }
}
