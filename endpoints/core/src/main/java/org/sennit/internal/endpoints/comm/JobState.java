package org.sennit.internal.endpoints.comm;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.datatype.ObjectRules;
import org.sennit.internal.endpoints.datatype.ReductionOrder;
import org.sennit.internal.runtime.progress.JobHealth;

/** The state of a job: running or ended. Ended by the thread that runs the job, read by all endpoints. */
public final class JobState {
    private final JobHealth health;
    private final Options options;
    private final ObjectRules objects;
    private final ReductionOrder reductions;
    private final boolean isContinuing;
    private final Aborter aborter;

    // Volatile: a handle that outlives the job must see the end; a load costs no more than a plain one.
    private volatile boolean isRunning = true;

    /** Ends the other processes of the job. */
    @FunctionalInterface
    public interface Aborter {
        /**
         * Notifies the launcher; any thread may call.
         *
         * @param status the exit status of the whole job
         * @param report why, for the user
         */
        void abort(int status, String report);
    }

    /**
     * Makes the state of a running job.
     *
     * @param isContinuing whether the job survives the failure of a process or endpoint
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

    /** Returns whether the job survives the failure of a process or endpoint (option {@code failure}). */
    public boolean isContinuing() {
        return isContinuing;
    }

    /**
     * Aborts the job with all its processes.
     *
     * @param who the rank or thread that aborts
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

    /** Returns whether the job is running and has not failed; false after its end and after a failure. */
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

    /** Returns which objects may be received. */
    public ObjectRules objects() {
        return objects;
    }

    /** Returns in which order reductions combine their operands; the same in all processes. */
    public ReductionOrder reductions() {
        return reductions;
    }

    /** Returns the health of the job. */
    public JobHealth health() {
        return health;
    }
}
