package org.sennit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.trace.OutputPrefix;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Runs jobs. Without a launcher a job is this JVM alone; under {@code sennit run} this process takes its part in the
 * launcher's job, and the launcher's numbers win.
 *
 * <p>A program may run jobs one after the other: the first in one process is the first in all. Jobs at the same time, by several
 * threads of a process, begin in any order; so in a job of several processes each needs a name, and where two have the
 * same one, or none, the second is refused and all processes end with an error.
 */
public final class Job {
    /** After a failure: how long endpoints that are computing get to notice it. */
    private static final long NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Between two looks at the endpoints. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long FAILED_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Operations that are named when an endpoint ends while they are under way. */
    private static final int MOST_REPORTED = 10;

    private Job() {}

    /**
     * Runs a program on each of this process's endpoints; blocks until all have ended.
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts
     * @param program what each runs
     * @throws SennitException PROC_ABORTED with the cause when an endpoint's program failed; PROC_FAILED likewise where the
     *     others went on to their end (option {@code failure}); ARG for a bad number; BOOTSTRAP, NETWORK when the job
     *     could not start, or another one of the same name runs in this launched process; final
     */
    public static void run(int endpoints, EndpointProgram program) {
        run(endpoints, Options.fromEnvironment(), program);
    }

    /**
     * Runs a program on each of this process's endpoints, as one of several jobs at the same time; blocks until all have ended.
     *
     * @param name tells jobs apart that a launched process runs at the same time, the same in all processes; the k-th job of a
     *     name in one process is the k-th in all
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts
     * @param program what each runs
     * @throws SennitException as for {@link #run(int, EndpointProgram)}; ARG for a name of more than 100 characters
     */
    public static void run(String name, int endpoints, EndpointProgram program) {
        run(endpoints, Options.fromEnvironment().with(JobOptions.NAME, name, "Job.run"), program);
    }

    /**
     * Runs a program on each of this process's endpoints; blocks until all have ended.
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts
     * @param options the options of the job
     * @param program what each runs
     * @throws SennitException as for {@link #run(int, EndpointProgram)}
     */
    public static void run(int endpoints, Options options, EndpointProgram program) {
        if (endpoints < 1) {
            throw new SennitException(ErrorClass.ARG, "a job needs at least one endpoint: endpoints=" + endpoints);
        }
        AtomicReference<Failure> first = new AtomicReference<>();
        try (JobProcess process = new JobProcess(options, endpoints)) {
            List<Thread> threads = new ArrayList<>();
            for (CommContext world : process.worlds()) {
                threads.add(process.context()
                        .newThread(
                                "endpoint-" + world.rank(),
                                process.isVirtual(),
                                () -> runOne(process, world, program, first)));
            }
            threads.forEach(process.context()::start);
            joinAll(process, threads);
            process.health().check(); // what made all others fail, if it was none of our programs
        } catch (SennitException e) {
            Failure failure = first.get();
            if (failure == null) {
                throw e;
            }
            throw failure.asException(ErrorClass.PROC_ABORTED);
        }
        Failure failure = first.get();
        if (failure != null) {
            throw failure.asException(ErrorClass.PROC_FAILED);
        }
    }

    private static void runOne(
            JobProcess process, CommContext world, EndpointProgram program, AtomicReference<Failure> first) {
        OutputPrefix.setRank(world.rank());
        try {
            program.run(new Endpoint(world));
            reportOutstanding(world);
            world.device().end();
        } catch (Throwable e) {
            Failure failure = new Failure(world.rank(), e);
            if (process.isContinuing() && process.health().failure() == null) {
                failAlone(process, world, failure, first);
            } else if (process.health().fail("rank " + world.rank(), e)) {
                first.set(failure);
                process.abort(failure.report());
            }
        } finally {
            process.ended(world);
            OutputPrefix.clear();
        }
    }

    private static void failAlone(
            JobProcess process, CommContext world, Failure failure, AtomicReference<Failure> first) {
        first.compareAndSet(null, failure);
        System.err.println(failure.report());
        try {
            process.endpointFailed(world, failure.cause());
        } catch (RuntimeException e) { // its large messages cannot be brought to an end
            failure.cause().addSuppressed(e);
        }
    }

    /** A program that ends with operations under way has forgotten something; it is told, and ends all the same. */
    private static void reportOutstanding(CommContext world) {
        if (world.job().health().failure() != null) {
            return;
        }
        List<String> lines = world.device().outstanding();
        if (!lines.isEmpty()) {
            StringBuilder report =
                    new StringBuilder("rank " + world.rank() + " has ended with operations under way: " + lines.size());
            lines.stream()
                    .limit(MOST_REPORTED)
                    .forEach(line ->
                            report.append(System.lineSeparator()).append("  ").append(line));
            System.err.println(report);
        }
    }

    /** Waits for the endpoints; after a failure only for a while, since they may never ask the library again. */
    private static void joinAll(JobProcess process, List<Thread> threads) {
        boolean isInterrupted = false;
        long failedAt = 0;
        for (int i = 0; i < threads.size(); ) {
            try {
                if (process.context().join(threads.get(i), failedAt == 0 ? LOOK_NS : FAILED_LOOK_NS)) {
                    i++;
                    continue;
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
                process.health().fail("the thread that runs the job", e);
            }
            process.lookAfter(threads);
            if (process.health().failure() != null) {
                long now = process.context().nanoTime();
                failedAt = failedAt == 0 ? now : failedAt;
                if (now - failedAt > NOTICE_NS) {
                    break;
                }
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first program that failed. */
    private record Failure(int rank, Throwable cause) {
        String report() {
            java.io.StringWriter text = new java.io.StringWriter();
            cause.printStackTrace(new java.io.PrintWriter(text, true));
            return "rank " + rank + " failed: " + text.toString().stripTrailing();
        }

        SennitException asException(ErrorClass errorClass) {
            return new SennitException(errorClass, "rank " + rank + " failed: " + cause, cause);
        }
    }
}
