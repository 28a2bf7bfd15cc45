package org.sennit.internal.runtime.trace;

import jdk.jfr.FlightRecorder;

/**
 * Records {@link JobEvent}s where a flight recorder runs. Where none does, no class of an event is made ready: the
 * recorder would write byte code for it, and take 100 ms of a start of 400.
 *
 * <p>Stateless; any thread.
 */
public final class JobRecord {
    private JobRecord() {}

    /**
     * Records that a process is in its job, or that the job is aborted.
     *
     * @param process the number of the process
     * @param processes their number
     * @param endpoints the number of endpoints that it has
     * @param abort why it is aborted, or null
     */
    public static void record(int process, int processes, int endpoints, String abort) {
        if (FlightRecorder.isInitialized()) {
            commit(process, processes, endpoints, abort);
        }
    }

    private static void commit(int process, int processes, int endpoints, String abort) {
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
