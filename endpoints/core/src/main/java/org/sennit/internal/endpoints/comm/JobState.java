package org.sennit.internal.endpoints.comm;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.endpoints.datatype.ReductionOrder;
import org.sennit.internal.runtime.progress.JobHealth;

/** Whether a job is on. Ended by the thread that runs the job, asked by all endpoints. */
public final class JobState {
    private final JobHealth health;
    private final Options options;
    private final ObjectRules objects;
    private final ReductionOrder reductions;
    private final boolean isContinuing;
    private final Aborter aborter;

    // Volatile: a handle that was kept beyond the job must see the end; read-mostly, so it costs a plain load.
    private volatile boolean isRunning = true;

    /** Ends the other processes of the job. */
    @FunctionalInterface
    public interface Aborter {
        /**
         * Tells the launcher; any thread may call.
         *
         * @param status the exit status of the whole job
         * @param report why, for the user
         */
        void abort(int status, String report);
    }

    /**
     * Makes the state of a running job.
     *
     * @param health its health
     * @param options its options
     * @param isContinuing whether the job goes on when one of its processes or endpoints fails
     * @param aborter ends the other processes
     */
    public JobState(JobHealth health, Options options, boolean isContinuing, Aborter aborter) {
        this.health = health;
        this.options = options;
        this.objects = ObjectRules.of(options);
        this.reductions = ReductionOrder.of(options.value(ReductionOrder.OPTION));
        this.isContinuing = isContinuing;
        this.aborter = aborter;
    }

    /**
     * Returns whether the job goes on when one of its processes or endpoints fails.
     *
     * @return the option {@code failure}
     */
    public boolean isContinuing() {
        return isContinuing;
    }

    /**
     * Ends the job, with all its processes.
     *
     * @param who who wants it
     * @param status the exit status of the whole job; 1 for one that is none of 1 to 255
     * @param cause why
     */
    public void abort(String who, int status, Throwable cause) {
        if (health.fail(who, cause)) {
            StringWriter trace = new StringWriter();
            cause.printStackTrace(new PrintWriter(trace, true));
            aborter.abort(
                    status < 1 || status > 255 ? 1 : status,
                    who + " has ended the job: " + trace.toString().stripTrailing());
        }
    }

    /**
     * Returns whether the job is on and well.
     *
     * @return false after its end and after a failure
     */
    public boolean isRunning() {
        return isRunning && health.failure() == null;
    }

    /** Ends the job. */
    public void end() {
        isRunning = false;
    }

    /** Returns the job's options. */
    public Options options() {
        return options;
    }

    /**
     * Which objects are let in.
     *
     * @return the rules
     */
    public ObjectRules objects() {
        return objects;
    }

    /**
     * Returns in which order reductions combine their operands.
     *
     * @return the order, the same in all processes
     */
    public ReductionOrder reductions() {
        return reductions;
    }

    /**
     * Returns the health of the job.
     *
     * @return the health
     */
    public JobHealth health() {
        return health;
    }
}
