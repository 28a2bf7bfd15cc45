package org.sennit.internal.endpoints.device.failure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The failed processes and endpoints of the job, as far as this process knows, each with the first reported cause:
 * processes that have died, and endpoints whose program has failed in surviving processes. Grows only. Any thread may
 * call.
 */
public final class FailedPeers {
    private final boolean isContinuing;
    private final Map<Integer, Throwable> processes = new ConcurrentHashMap<>();
    private final Map<Long, Throwable> endpoints = new ConcurrentHashMap<>();

    // Volatile store under this object's lock after an entry was made: a thread that sees the number sees the entry.
    // Volatile load in every call that may wait: its thread looks here after it has posted; the thread that enters a
    // failure looks at the posted receives afterwards.
    private volatile int count;

    /**
     * Makes an empty one.
     *
     * @param isContinuing whether the job continues after a failure; if not, it stays empty
     */
    public FailedPeers(boolean isContinuing) {
        this.isContinuing = isContinuing;
    }

    /**
     * Records that an operation with a process has failed: if the process is dead, the caller that gets the error finds
     * it here.
     *
     * @param cause what has happened
     */
    public void noticed(int process, Throwable cause) {
        if (cause instanceof SennitException error && error.errorClass() == ErrorClass.PROC_FAILED && process >= 0) {
            addProcess(process, cause);
        }
    }

    /**
     * Enters a process; false when it was known.
     *
     * @param cause what has happened
     */
    public synchronized boolean addProcess(int process, Throwable cause) {
        return isContinuing && counted(processes.putIfAbsent(process, cause) == null);
    }

    /**
     * Enters an endpoint; false when it was known.
     *
     * @param cause what has happened
     */
    public synchronized boolean addEndpoint(int process, int endpoint, Throwable cause) {
        return isContinuing && counted(endpoints.putIfAbsent(key(process, endpoint), cause) == null);
    }

    private boolean counted(boolean isNew) {
        if (isNew) {
            count = count + 1;
        }
        return isNew;
    }

    private static long key(int process, int endpoint) {
        return (long) process << 32 | endpoint;
    }

    /** Returns the number of failed processes, which only grows. */
    public int count() {
        return count;
    }

    /** Returns the reason for which a process is taken for dead, or null when it lives as far as is known. */
    public Throwable causeOf(int process) {
        return processes.get(process);
    }

    /**
     * Returns the reason for which an endpoint, or its process, is taken for failed.
     *
     * @param address where it lives
     * @return the cause, or null when it is well as far as is known
     */
    public Throwable causeOf(EndpointAddress address) {
        Throwable ofProcess = processes.get(address.process());
        return ofProcess != null ? ofProcess : endpoints.get(key(address.process(), address.endpoint()));
    }
}
