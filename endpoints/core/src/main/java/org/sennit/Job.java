package org.sennit;

import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.RunningPrograms;
import org.sennit.internal.endpoints.handle.EndpointHandle;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.error.Given;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.context.RuntimeContext;

/**
 * This process's part of a job. Without a launcher a job is this JVM alone; under {@code sennit run} this process takes
 * its part in the launcher's job, and the launcher's numbers win.
 *
 * <p>{@link #run} starts a thread for each endpoint and blocks until all have ended. {@link #open} gives the
 * endpoints to threads that the caller has already, as a library needs whose calls for start and end are
 * apart (MPI_Init, MPI_Finalize):
 *
 * <pre>{@code
 * try (Job job = Job.open(Options.fromEnvironment())) {
 *     Communicator world = job.endpoint().world();
 *     world.barrier();
 * }
 * }</pre>
 *
 * <p>An open job ends like a program of {@link #run}: {@link #close} waits until all its endpoints, and all
 * other processes, have come to their end. A thread that fails calls {@link Communicator#abort} first where
 * the others are not to go on.
 *
 * <p>A program may have jobs one after the other: the first in one process is the first in all. Jobs at the same time,
 * by several threads of a process, begin in any order; so in a job of several processes each needs a name, and where
 * two have the same one, or none, the second is refused and all processes end with an error.
 *
 * <p>Threads: {@link #close} is for the thread that has opened the job, {@link #end} for the thread that has taken the
 * endpoint; any thread may call the rest.
 */
public final class Job implements AutoCloseable {
    private final RunningPrograms programs;
    private final Endpoint[] endpoints; // each made and read by the thread that has taken it

    private Job(RunningPrograms programs) {
        this.programs = programs;
        this.endpoints = new Endpoint[programs.size()];
    }

    // ---- running ----

    /**
     * Runs a program on each of this process's endpoints; blocks until all have ended. When the calling thread is
     * interrupted, it aborts the job.
     *
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts
     * @param program the program of each endpoint
     * @throws SennitException PROC_ABORTED with the cause when an endpoint's program failed; PROC_FAILED likewise
     *     where the others went on to their end (option {@code failure}); ARG for a bad number, or a missing
     *     argument; BOOTSTRAP, NETWORK when the job could not start, or another one of the same name runs in this
     *     launched process; final
     */
    public static void run(int endpoints, EndpointProgram program) {
        run(endpoints, Options.fromEnvironment(), program);
    }

    /**
     * Runs a program on each of this process's endpoints, as one of several jobs at the same time;
     * blocks until all have ended.
     *
     * @param name distinguishes jobs that a launched process runs at the same time, the same in all processes; the k-th
     *     job of a name in one process is the k-th in all
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts
     * @param program the program of each endpoint
     * @throws SennitException as for {@link #run(int, EndpointProgram)}; ARG for a name of more than 100 characters
     */
    public static void run(String name, int endpoints, EndpointProgram program) {
        Given.given(name, ErrorClass.ARG, "name", "Job.run");
        run(endpoints, Options.fromEnvironment().with(JobOptions.NAME, name, "Job.run"), program);
    }

    /**
     * Runs a program on each of this process's endpoints; blocks until all have ended.
     *
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts
     * @param options the options of the job, such as {@code Options.fromEnvironment().with("wait.permits", "4")}
     * @param program the program of each endpoint
     * @throws SennitException as for {@link #run(int, EndpointProgram)}
     */
    public static void run(int endpoints, Options options, EndpointProgram program) {
        Given.given(program, ErrorClass.ARG, "program", "Job.run");
        RunningPrograms.start(RuntimeContext.system(), endpoints, options)
                .run(world -> program.run(new EndpointHandle(world)));
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
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts, see {@link #size}
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
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts, see {@link #size}
     * @param wanted the level; {@link Endpoint#threadLevel} says which one is provided
     * @param options the options of the job, its name among them
     * @return the job, to be closed by the calling thread
     * @throws SennitException ARG for a bad number; BOOTSTRAP, NETWORK when the job could not start, or another one of
     *     the same name is open in this launched process; final
     */
    public static Job open(int endpoints, ThreadLevel wanted, Options options) {
        Given.given(wanted, ErrorClass.ARG, "thread level", "Job.open");
        Given.given(options, ErrorClass.ARG, "options", "Job.open");
        return open(endpoints, options.with(ThreadLevel.OPTION, wanted.text(), "Job.open"));
    }

    /**
     * Opens a job that takes clock, waiting, threads and random numbers from the caller: for simulations, and for
     * engines that bring threads of their own.
     *
     * @param endpoints the number of endpoints, at least 1; under a launcher its number counts, see {@link #size}
     * @param options the options of the job, its name among them
     * @param context what the whole job waits and measures time with
     * @return the job, to be closed by the calling thread
     * @throws SennitException as for {@link #open(int, ThreadLevel, Options)}
     */
    public static Job open(int endpoints, Options options, RuntimeContext context) {
        return new Job(RunningPrograms.open(context, endpoints, options));
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
     * Takes an endpoint of an open job for the calling thread, which drives it until it calls {@link #end}, or
     * {@link #close} if it has opened the job.
     *
     * @param index its number, 0 to {@link #size} − 1
     * @return the endpoint, always the same
     * @throws SennitException ARG for another number, or when another thread has taken it; SESSION
     *     when it has ended; final
     */
    public Endpoint endpoint(int index) {
        if (programs.take(index)) {
            endpoints[index] = new EndpointHandle(programs.world(index));
        }
        return endpoints[index];
    }

    /**
     * Ends an endpoint that the calling thread has taken, as the end of its program in {@link #run} does: unreceived
     * messages are dropped, and calls of others that wait for it fail with PROC_ENDED. An endpoint whose thread is
     * gone without it has failed.
     *
     * @param index its number
     * @throws SennitException ARG for another number, or when another thread has taken it; SESSION
     *     when it has ended; final
     */
    public void end(int index) {
        programs.end(index);
    }

    /**
     * Closes an open job: ends the endpoints that the calling thread or no thread has taken, waits until the other
     * threads have ended theirs, and closes the connections to the other processes. Blocks. Nothing happens when the
     * job is closed. (MPI_Finalize)
     *
     * @throws SennitException PROC_ABORTED with the cause when the job has failed; SESSION when the calling thread has
     *     not opened the job, which stays open; final
     */
    @Override
    public void close() {
        programs.close();
    }
}
