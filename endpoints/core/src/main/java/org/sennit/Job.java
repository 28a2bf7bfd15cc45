package org.sennit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.construct.EndReport;
import org.sennit.internal.endpoints.construct.JobKeeper;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.internal.endpoints.construct.JobServices;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.endpoints.watch.ProgramState;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.OpenFiles;
import org.sennit.internal.runtime.error.Given;
import org.sennit.internal.runtime.trace.OutputPrefix;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * This process's part of a job. Without a launcher a job is this JVM alone; under {@code sennit run} this process takes its
 * part in the launcher's job, and the launcher's numbers win.
 *
 * <p>{@link #run} starts a thread for each endpoint and blocks until all have ended. {@link #open} gives the endpoints to
 * threads that the caller has already, as a library needs whose calls for start and end are apart (MPI_Init, MPI_Finalize):
 *
 * <pre>{@code
 * try (Job job = Job.open(Options.fromEnvironment())) {
 *     Communicator world = job.endpoint().world();
 *     world.barrier();
 * }
 * }</pre>
 *
 * <p>An open job ends like a program of {@link #run}: {@link #close} waits until all its endpoints, and all other processes,
 * have come to their end. A thread that fails calls {@link Communicator#abort} first where the others are not to go on.
 *
 * <p>A program may have jobs one after the other: the first in one process is the first in all. Jobs at the same time, by several
 * threads of a process, begin in any order; so in a job of several processes each needs a name, and where two have the
 * same one, or none, the second is refused and all processes end with an error.
 *
 * <p>Threads: {@link #close} is for the thread that has opened the job, {@link #end} for the thread that has taken the
 * endpoint; any thread may call the rest.
 */
public final class Job implements AutoCloseable {
    /** After a failure: how long endpoints that are computing get to notice it. */
    private static final long NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Between two looks at the endpoints. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long FAILED_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Thread opener = Thread.currentThread();
    private final JobProcess process;
    private final Endpoint[] endpoints; // of an open job; each made by the thread that takes it; guarded by taking
    private final AtomicReference<Failure> first = new AtomicReference<>();
    private final Object taking = new Object(); // guards the beginning and the end of programs that threads take

    private JobKeeper keeper; // of an open job; by the thread that has opened it

    // Volatile store by the thread that closes, volatile load by any: an endpoint is taken no more.
    private volatile boolean isClosed;

    private Job(RuntimeContext context, int count, Options options) {
        Given.given(options, ErrorClass.ARG, "options", "Job");
        Given.given(context, ErrorClass.ARG, "context", "Job");
        if (count < 1) {
            throw new SennitException(ErrorClass.ARG, "a job needs at least one endpoint: endpoints=" + count);
        }
        LauncherProtocol.spaceOf(options.value(JobOptions.NAME)); // an error where it is too long
        process = start(JobServices.ofClassPath(context), options, count);
        endpoints = new Endpoint[process.worlds().size()];
    }

    private static JobProcess start(JobServices services, Options options, int count) {
        try {
            return new JobProcess(services, options, count);
        } catch (RuntimeException | Error e) {
            SennitException shortage = OpenFiles.shortageBehind(e);
            if (shortage != null) {
                throw shortage;
            }
            throw e;
        }
    }

    // ---- running ----

    /**
     * Runs a program on each of this process's endpoints; blocks until all have ended. When the calling thread is interrupted, it
     * aborts the job.
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts
     * @param program what each runs
     * @throws SennitException PROC_ABORTED with the cause when an endpoint's program failed; PROC_FAILED likewise where the
     *     others went on to their end (option {@code failure}); ARG for a bad number, or a missing argument;
     *     BOOTSTRAP, NETWORK when the job could not start, or another one of the same name runs in this launched process; final
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
        Given.given(name, ErrorClass.ARG, "name", "Job.run");
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
        Given.given(program, ErrorClass.ARG, "program", "Job.run");
        Job job = new Job(RuntimeContext.system(), endpoints, options);
        JobProcess process = job.process;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < job.endpoints.length; i++) {
            int index = i;
            Thread thread = process.context()
                    .newThread(
                            "endpoint-" + process.worlds().get(i).rank(),
                            process.isVirtual(),
                            () -> job.runOne(index, program));
            process.programs().get(i).begin(thread);
            threads.add(thread);
        }
        job.finish(() -> {
            threads.forEach(process.context()::start);
            job.awaitPrograms((i, timeoutNs) -> process.context().join(threads.get(i), timeoutNs));
        });
    }

    private void runOne(int index, EndpointProgram program) {
        Throwable failure = null;
        OutputPrefix.setRank(process.worlds().get(index).rank());
        process.binding().bind(index);
        try {
            program.run(new EndpointHandle(process.worlds().get(index)));
        } catch (Throwable e) {
            failure = e;
        }
        endProgram(index, failure);
    }

    // ---- open jobs ----

    /**
     * Opens a job in which this process has one endpoint, which the calling thread takes. (MPI_Init)
     *
     * @param options the options of the job, its name among them
     * @return the job, to be closed by the calling thread
     * @throws SennitException UNSUPPORTED when the launcher wants several endpoints in this process; otherwise as for
     *     {@link #open(int, ThreadLevel, Options)}
     */
    public static Job open(Options options) {
        Job job = open(1, options);
        if (job.size() > 1) {
            int size = job.size();
            job.close();
            throw new SennitException(
                    ErrorClass.UNSUPPORTED,
                    "the program opens one endpoint, the launcher wants several: operation=open endpoints=" + size);
        }
        job.endpoint(0);
        return job;
    }

    /**
     * Opens a job with several endpoints in this process; threads take them by {@link #endpoint(int)}.
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts, see {@link #size}
     * @param options the options of the job, its name among them
     * @return the job, to be closed by the calling thread
     * @throws SennitException as for {@link #open(int, ThreadLevel, Options)}
     */
    public static Job open(int endpoints, Options options) {
        return open(endpoints, options, RuntimeContext.system());
    }

    /**
     * Opens a job whose endpoints have the wanted thread level, whatever the options say. (MPI_Init_thread)
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts, see {@link #size}
     * @param wanted the level; {@link Endpoint#threadLevel} says which one is provided
     * @param options the options of the job, its name among them
     * @return the job, to be closed by the calling thread
     * @throws SennitException ARG for a bad number; BOOTSTRAP, NETWORK when the job could not start, or another one of the
     *     same name is open in this launched process; final
     */
    public static Job open(int endpoints, ThreadLevel wanted, Options options) {
        Given.given(wanted, ErrorClass.ARG, "thread level", "Job.open");
        Given.given(options, ErrorClass.ARG, "options", "Job.open");
        return open(endpoints, options.with(ThreadLevel.OPTION, wanted.text(), "Job.open"));
    }

    /**
     * Opens a job that takes clock, waiting, threads and random numbers from the caller: for simulations, and for engines that
     * bring threads of their own.
     *
     * @param endpoints how many endpoints, at least 1; under a launcher its number counts, see {@link #size}
     * @param options the options of the job, its name among them
     * @param context what the whole job waits and measures time with
     * @return the job, to be closed by the calling thread
     * @throws SennitException as for {@link #open(int, ThreadLevel, Options)}
     */
    public static Job open(int endpoints, Options options, RuntimeContext context) {
        Job job = new Job(context, endpoints, options);
        job.keeper = new JobKeeper(job.process, LOOK_NS);
        return job;
    }

    /**
     * Returns the number of endpoints of this process.
     *
     * @return 1 or more
     */
    public int size() {
        return endpoints.length;
    }

    /**
     * Returns the endpoint of an open job that has one in this process.
     *
     * @return the endpoint, taken by the calling thread
     * @throws SennitException ARG when there are several; otherwise as for {@link #endpoint(int)}
     */
    public Endpoint endpoint() {
        if (endpoints.length > 1) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "the job has several endpoints here: operation=endpoint endpoints=" + endpoints.length);
        }
        return endpoint(0);
    }

    /**
     * Takes an endpoint of an open job for the calling thread, which drives it until it calls {@link #end}, or {@link #close} if
     * it has opened the job.
     *
     * @param index its number, 0 to {@link #size} − 1
     * @return the endpoint, always the same
     * @throws SennitException ARG for another number, or when another thread has taken it; SESSION when it has ended; final
     */
    public Endpoint endpoint(int index) {
        checkIndex("endpoint", index);
        ProgramState program = process.programs().get(index);
        Thread self = Thread.currentThread();
        synchronized (taking) {
            checkNotEnded("endpoint", index);
            if (program.thread() == null) {
                program.begin(self);
                process.binding().bind(index);
                OutputPrefix.setRank(process.worlds().get(index).rank());
                endpoints[index] = new EndpointHandle(process.worlds().get(index));
            }
            if (program.thread() != self) {
                throw takenByAnother("endpoint", index);
            }
            return endpoints[index];
        }
    }

    /**
     * Ends an endpoint that the calling thread has taken, as the end of its program in {@link #run} does: unreceived messages are
     * dropped, and calls of others that wait for it fail with PROC_ENDED.
     *
     * @param index its number
     * @throws SennitException ARG for another number, or when another thread has taken it; SESSION when it has ended; final
     */
    public void end(int index) {
        checkIndex("end", index);
        synchronized (taking) {
            checkNotEnded("end", index);
            if (process.programs().get(index).thread() != Thread.currentThread()) {
                throw takenByAnother("end", index);
            }
        }
        endProgram(index, null);
        process.context().unpark(opener);
    }

    /**
     * Closes an open job: ends the endpoints that the calling thread or no thread has taken, waits until the other threads have ended
     * theirs, and closes the connections to the other processes. Blocks. Nothing happens when the job is closed. (MPI_Finalize)
     *
     * @throws SennitException PROC_ABORTED with the cause when the job has failed; SESSION when the calling thread has not opened
     *     the job, which stays open; final
     */
    @Override
    public void close() {
        if (Thread.currentThread() != opener) {
            throw new SennitException(
                    ErrorClass.SESSION,
                    "only the thread that has opened a job closes it: operation=close opener=" + opener.getName()
                            + " caller=" + Thread.currentThread().getName());
        }
        if (isClosed) {
            return;
        }
        keeper.close();
        List<Integer> own = new ArrayList<>();
        synchronized (taking) {
            isClosed = true;
            for (int i = 0; i < endpoints.length; i++) {
                ProgramState program = process.programs().get(i);
                if (program.thread() == null || program.thread() == opener && !program.hasEnded()) {
                    program.begin(opener);
                    own.add(i);
                }
            }
        }
        finish(() -> {
            own.forEach(index -> endProgram(index, null));
            awaitPrograms(this::awaitEnd);
        });
    }

    private boolean awaitEnd(int index, long timeoutNs) throws InterruptedException {
        if (process.programs().get(index).hasEnded()) {
            return true;
        }
        process.context().parkNanos(this, timeoutNs);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return process.programs().get(index).hasEnded();
    }

    private void checkIndex(String operation, int index) {
        if (index < 0 || index >= endpoints.length) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "no such endpoint: operation=" + operation + " index=" + index + " endpoints=" + endpoints.length);
        }
    }

    private void checkNotEnded(String operation, int index) {
        boolean hasEnded = process.programs().get(index).hasEnded();
        if (hasEnded || isClosed && process.programs().get(index).thread() == null) {
            throw new SennitException(
                    ErrorClass.SESSION,
                    (isClosed ? "the job is closed" : "the endpoint has ended") + ": operation=" + operation + " index="
                            + index);
        }
    }

    private SennitException takenByAnother(String operation, int index) {
        Thread driver = process.programs().get(index).thread();
        return new SennitException(
                ErrorClass.ARG,
                "the endpoint is not taken by the calling thread: operation=" + operation + " index=" + index
                        + " taken="
                        + (driver == null ? "by none" : "by " + driver.getName()) + " caller="
                        + Thread.currentThread().getName());
    }

    // ---- the end ----

    /** Called by the thread of an endpoint's program when that is over, normally or not. */
    private void endProgram(int index, Throwable thrown) {
        CommContext world = process.worlds().get(index);
        try {
            if (thrown != null) {
                failed(world, thrown);
                return;
            }
            EndReport.ofUnderWay(world);
            world.device().end();
        } catch (Throwable e) {
            failed(world, e);
        } finally {
            process.binding().release(index);
            process.ended(world);
            world.device().refuseCalls(world.rank());
            OutputPrefix.clear();
            process.programs().get(index).end();
        }
    }

    private void failed(CommContext world, Throwable e) {
        Failure failure = new Failure(world.rank(), e);
        if (process.isContinuing() && process.health().failure() == null) {
            failAlone(world, failure);
        } else if (process.health().fail("rank " + world.rank(), e)) {
            first.set(failure);
            process.abort(1, failure.report());
        }
    }

    private void failAlone(CommContext world, Failure failure) {
        first.compareAndSet(null, failure);
        System.err.println(failure.report());
        try {
            process.endpointFailed(world, failure.cause());
        } catch (RuntimeException e) { // its large messages cannot be brought to an end
            failure.cause().addSuppressed(e);
        }
    }

    /** Runs what brings all programs to their end, closes the process's part of the job, and throws what has ended the job if anything has. */
    private void finish(Runnable ending) {
        try (process) {
            ending.run();
            process.lookAfter(); // of what the last program has sent to those that ended before
            process.health().check(); // what made all others fail, if it was none of our programs
        } catch (SennitException e) {
            Failure failure = first.get();
            if (failure == null) {
                throw inALine(e);
            }
            throw failure.asException(ErrorClass.PROC_ABORTED);
        }
        Failure failure = first.get();
        if (failure != null) {
            throw failure.asException(ErrorClass.PROC_FAILED);
        }
        process.worlds().forEach(EndReport::ofLate);
    }

    /** Returns the end of another process, of which the launcher has told, as an exception of one line: no stack trace tells more. */
    private static SennitException inALine(SennitException e) {
        if (e.getCause() == null || e.getCause().getStackTrace().length > 0) {
            return e;
        }
        SennitException told = new SennitException(e.errorClass(), e.getMessage());
        told.setStackTrace(new StackTraceElement[0]);
        return told;
    }

    /** Waits for the end of a program. */
    @FunctionalInterface
    private interface ProgramWait {
        /** Returns whether the program has ended; blocks for at most the time. */
        boolean hasEnded(int index, long timeoutNs) throws InterruptedException;
    }

    /** Waits for the endpoints; after a failure only for a while, since they may never ask the library again. */
    private void awaitPrograms(ProgramWait wait) {
        boolean isInterrupted = false;
        long failedAt = 0;
        for (int i = 0; i < endpoints.length; ) {
            try {
                if (wait.hasEnded(i, failedAt == 0 ? LOOK_NS : FAILED_LOOK_NS)) {
                    i++;
                    continue;
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
                process.health().fail("the thread that runs the job", e);
            }
            process.lookAfter();
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
