package org.sennit.internal.endpoints.construct;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
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
 * The programs of this process's endpoints in one job, from the start of the job to its end: on threads made for them
 * ({@link #run}), or on threads of the caller that take an endpoint ({@link #take}) and end it.
 *
 * <p>{@link #run} and {@link #close} are for the thread that has started the job, {@link #end} for the thread that has
 * taken the endpoint; any thread may call the rest.
 */
public final class RunningPrograms {
    /** Time that computing endpoints have to notice a failure. */
    private static final long NOTICE_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Between two looks at the endpoints. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final long FAILED_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final Thread opener = Thread.currentThread();
    private final JobProcess process;
    private final AtomicReference<ProgramFailure> first = new AtomicReference<>();
    private final Object taking = new Object(); // guards the beginning and the end of programs that threads take

    private final boolean[] isAbandoned; // by endpoint: its thread is gone; of the thread that looks after them
    private JobKeeper keeper; // of an open job; by the thread that has opened it

    // Volatile store by the thread that closes, volatile load by any: an endpoint is taken no more.
    private volatile boolean isClosed;

    /** What the thread of an endpoint runs. */
    @FunctionalInterface
    public interface Body {
        /** Runs the program of the endpoint that has this state of the world. */
        void run(CommContext world) throws Throwable;
    }

    private RunningPrograms(JobProcess process) {
        this.process = process;
        this.isAbandoned = new boolean[process.worlds().size()];
    }

    /** Starts the job, for {@link #run}; blocks until all processes are there. */
    public static RunningPrograms start(RuntimeContext context, int endpoints, Options options) {
        Given.given(options, ErrorClass.ARG, "options", "Job");
        Given.given(context, ErrorClass.ARG, "context", "Job");
        if (endpoints < 1) {
            throw new SennitException(ErrorClass.ARG, "a job needs at least one endpoint: endpoints=" + endpoints);
        }
        LauncherProtocol.spaceOf(options.value(JobOptions.NAME)); // an error where it is too long
        try {
            return new RunningPrograms(new JobProcess(JobServices.ofClassPath(context), options, endpoints));
        } catch (RuntimeException | Error e) {
            SennitException shortage = OpenFiles.shortageBehind(e);
            if (shortage != null) {
                throw shortage;
            }
            throw e;
        }
    }

    /** Starts the job, for threads that {@link #take} its endpoints. */
    public static RunningPrograms open(RuntimeContext context, int endpoints, Options options) {
        RunningPrograms programs = start(context, endpoints, options);
        programs.keeper = new JobKeeper(programs.process, programs::lookAfter, LOOK_NS);
        return programs;
    }

    /** Returns the number of endpoints of this process. */
    public int size() {
        return process.worlds().size();
    }

    /** Returns an endpoint's state of the world. */
    public CommContext world(int index) {
        return process.worlds().get(index);
    }

    private ProgramState program(int index) {
        return process.programs().get(index);
    }

    // ---- on threads made for them ----

    /** Runs a program on each endpoint; returns when all have ended and the job is closed. */
    public void run(Body body) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < size(); i++) {
            int index = i;
            String name = "endpoint-" + world(i).rank();
            Thread thread = process.context().newThread(name, process.isVirtual(), () -> runOne(index, body));
            program(i).begin(thread);
            threads.add(thread);
        }
        finish(() -> {
            threads.forEach(process.context()::start);
            awaitEnds((i, timeoutNs) -> process.context().join(threads.get(i), timeoutNs));
        });
    }

    private void runOne(int index, Body body) {
        Throwable failure = null;
        attach(index);
        try {
            body.run(world(index));
        } catch (Throwable e) {
            failure = e;
        }
        endProgram(index, failure);
    }

    /** Makes the calling thread that of an endpoint, for its processor and for what it prints. */
    private void attach(int index) {
        OutputPrefix.setRank(world(index).rank());
        process.binding().bind(index);
    }

    // ---- on threads of the caller ----

    /**
     * Takes an endpoint for the calling thread.
     *
     * @return whether it has not had the endpoint before
     * @throws SennitException ARG when there is no such endpoint, or another thread has taken it;
     *     SESSION when it has ended
     */
    public boolean take(int index) {
        checkIndex("endpoint", index);
        ProgramState program = program(index);
        Thread self = Thread.currentThread();
        synchronized (taking) {
            checkNotEnded("endpoint", index);
            boolean isFree = program.thread() == null;
            if (isFree) {
                program.begin(self);
                attach(index);
            }
            if (program.thread() != self) {
                throw takenByAnother("endpoint", index);
            }
            return isFree;
        }
    }

    /**
     * Ends an endpoint that the calling thread has taken.
     *
     * @throws SennitException as for {@link #take}
     */
    public void end(int index) {
        checkIndex("end", index);
        synchronized (taking) {
            checkNotEnded("end", index);
            if (program(index).thread() != Thread.currentThread()) {
                throw takenByAnother("end", index);
            }
        }
        endProgram(index, null);
        process.context().unpark(opener);
    }

    /**
     * Ends the endpoints that the calling thread or no thread has taken, waits for the
     * others, and closes the job; once.
     *
     * @throws SennitException PROC_ABORTED, PROC_FAILED with the first failure; SESSION for a thread
     *     that has not opened the job
     */
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
        List<Integer> own = new ArrayList<>();
        synchronized (taking) {
            isClosed = true;
            for (int i = 0; i < size(); i++) {
                ProgramState program = program(i);
                if (program.thread() == null || program.thread() == opener && !program.hasEnded()) {
                    program.begin(opener);
                    own.add(i);
                }
            }
        }
        finish(() -> {
            try {
                own.forEach(index -> endProgram(index, null));
            } finally {
                keeper.close(); // until here, since an endpoint may wait at its end for one that has ended
            }
            awaitEnds(this::awaitEnd);
        });
    }

    private boolean awaitEnd(int index, long timeoutNs) throws InterruptedException {
        if (program(index).hasEnded()) {
            return true;
        }
        process.context().parkNanos(this, timeoutNs);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        return program(index).hasEnded();
    }

    private void checkIndex(String operation, int index) {
        if (index < 0 || index >= size()) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "no such endpoint: operation=" + operation + " index=" + index + " endpoints=" + size());
        }
    }

    private void checkNotEnded(String operation, int index) {
        boolean hasEnded = program(index).hasEnded();
        if (hasEnded || isClosed && program(index).thread() == null) {
            throw new SennitException(
                    ErrorClass.SESSION,
                    (isClosed ? "the job is closed" : "the endpoint has ended") + ": operation=" + operation + " index="
                            + index);
        }
    }

    private SennitException takenByAnother(String operation, int index) {
        Thread driver = program(index).thread();
        return new SennitException(
                ErrorClass.ARG,
                "the endpoint is not taken by the calling thread: operation=" + operation + " index=" + index
                        + " taken="
                        + (driver == null ? "by none" : "by " + driver.getName()) + " caller="
                        + Thread.currentThread().getName());
    }

    // ---- the end ----

    /**
     * Called by the thread of an endpoint's program when that is over, normally or not, or when that thread is gone.
     */
    private void endProgram(int index, Throwable thrown) {
        CommContext world = world(index);
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
            try {
                process.binding().release(index);
                process.ended(world);
                world.device().refuseCalls(world.rank());
                OutputPrefix.clear();
            } finally {
                program(index).end();
            }
        }
    }

    /**
     * As {@link JobProcess#lookAfter}; and an endpoint fails whose thread has ended without ending it. By one thread at
     * a time.
     */
    private void lookAfter() {
        for (int i = 0; i < size(); i++) {
            Thread thread = program(i).thread();
            // In this order: the thread enters the end of its program before its own.
            if (thread != null
                    && thread.getState() == Thread.State.TERMINATED
                    && !program(i).hasEnded()
                    && !isAbandoned[i]) {
                isAbandoned[i] = true;
                abandoned(i, thread);
            }
        }
        process.lookAfter();
    }

    /** Ends an endpoint in a thread of its own: the end may wait for one that is looked after meanwhile. */
    private void abandoned(int index, Thread thread) {
        SennitException gone = new SennitException(
                ErrorClass.SESSION,
                "the thread that had taken the endpoint is gone, without Job.end: index=" + index + " thread="
                        + thread.getName());
        RuntimeContext context = process.context();
        context.start(context.newThread("sennit-end", false, () -> {
            try {
                endProgram(index, gone);
            } catch (RuntimeException | Error e) { // of work that the program wants done at its end
                gone.addSuppressed(e);
            }
        }));
    }

    private void failed(CommContext world, Throwable e) {
        ProgramFailure failure = new ProgramFailure(world.rank(), e);
        if (process.isContinuing() && process.health().failure() == null) {
            failAlone(world, failure);
        } else if (process.health().fail("rank " + world.rank(), e)
                || process.health().failure() == e) { // recorded by the collective that has thrown it
            first.set(failure);
            process.abort(1, failure.report());
        }
    }

    private void failAlone(CommContext world, ProgramFailure failure) {
        first.compareAndSet(null, failure);
        System.err.println(failure.report());
        try {
            process.endpointFailed(world, failure.cause());
        } catch (RuntimeException e) { // its large messages cannot be brought to an end
            failure.cause().addSuppressed(e);
        }
    }

    /** Brings all programs to their end, closes this process's part of the job, and throws what has ended it. */
    private void finish(Runnable ending) {
        try (process) {
            ending.run();
            lookAfter(); // of what the last program has sent to those that ended before
            process.health().check(); // what made all others fail, if it was none of our programs
        } catch (SennitException e) {
            ProgramFailure failure = first.get();
            if (failure == null) {
                throw inALine(e);
            }
            throw failure.asException(ErrorClass.PROC_ABORTED);
        }
        ProgramFailure failure = first.get();
        if (failure != null) {
            throw failure.asException(ErrorClass.PROC_FAILED);
        }
        process.worlds().forEach(EndReport::ofLate);
    }

    /** Returns the end of another process, as the launcher has reported it: a stack trace would add nothing. */
    private static SennitException inALine(SennitException e) {
        if (e.getCause() == null || e.getCause().getStackTrace().length > 0) {
            return e;
        }
        SennitException end = new SennitException(e.errorClass(), e.getMessage());
        end.setStackTrace(new StackTraceElement[0]);
        return end;
    }

    /** Waits for the end of a program. */
    @FunctionalInterface
    private interface ProgramWait {
        /** Returns whether the program has ended; blocks for at most the time. */
        boolean hasEnded(int index, long timeoutNs) throws InterruptedException;
    }

    /** Waits for the programs; after a failure only for a while, since they may never ask the library again. */
    private void awaitEnds(ProgramWait wait) {
        boolean isInterrupted = false;
        long failedAt = 0;
        for (int i = 0; i < size(); ) {
            try {
                if (wait.hasEnded(i, failedAt == 0 ? LOOK_NS : FAILED_LOOK_NS)) {
                    i++;
                    continue;
                }
            } catch (InterruptedException e) {
                isInterrupted = true;
                process.health().fail("the thread that runs the job", e);
            }
            lookAfter();
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
}
