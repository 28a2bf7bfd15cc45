package org.sennit.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A process's part of a job, from its start to its end, or its abort. One thread. */
@Name("org.sennit.Job")
@Label("Job")
@Category("Sennit")
@StackTrace(false)
public final class JobEvent extends Event {
    /** The number of the process. */
    @Label("Process")
    public int process;

    /** How many processes the job has. */
    @Label("Processes")
    public int processes;

    /** How many endpoints this process has. */
    @Label("Endpoints")
    public int endpoints;

    /** What the job was aborted for; null when it has only started. */
    @Label("Abort")
    public String abort;

    /** Makes an event that has not happened. */
    public JobEvent() {}

    /**
     * Records that a process is in its job, or that the job is aborted.
     *
     * @param process the number of the process
     * @param processes how many there are
     * @param endpoints how many endpoints it has
     * @param abort why it is aborted, or null
     */
    public static void record(int process, int processes, int endpoints, String abort) {
        JobEvent event = new JobEvent();
        if (event.shouldCommit()) {
            event.process = process;
            event.processes = processes;
            event.endpoints = endpoints;
            event.abort = abort;
            event.commit();
        }
    }
}
