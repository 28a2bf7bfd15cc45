package org.sennit.internal.runtime.trace;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A process's part of a job, from its start to its end, or its abort; {@link JobRecord} makes it. One thread. */
@Name("org.sennit.Job")
@Label("Job")
@Category("Sennit")
@StackTrace(false)
public final class JobEvent extends Event {
    /** The number of the process. */
    @Label("Process")
    public int process;

    /** Number of processes of the job. */
    @Label("Processes")
    public int processes;

    /** Number of endpoints of this process. */
    @Label("Endpoints")
    public int endpoints;

    /** Cause of the job's abort; null when it has only started. */
    @Label("Abort")
    public String abort;
}
