package org.sennit.internal.launch.job;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The processes that a job has lost and goes on without ({@code failure=continue}): the first one's status is the
 * job's, and all of them are in its report. Belongs to the supervisor's thread.
 */
final class LostProcesses {
    private final Map<Integer, String> uncaught = new HashMap<>(); // what left the main method, by process
    private final List<String> names = new ArrayList<>();
    private int status;

    /** Records that an exception has left a process's main method; its end follows. */
    void uncaught(int process, String report) {
        uncaught.putIfAbsent(process, report);
    }

    /**
     * Records that a process has died.
     *
     * @param event its end
     * @param nameAndFate the name of the process and what has happened to it
     * @return the line for the user
     */
    String died(ProcessEvent event, String nameAndFate) {
        if (names.isEmpty()) {
            status = event.status() == 0 ? 1 : event.status();
        }
        names.add(nameAndFate);
        return ProcessEvent.text(nameAndFate, "the others go on", uncaught.get(event.process()));
    }

    boolean isEmpty() {
        return names.isEmpty();
    }

    /** Returns the exit status of the job: that of the process that died first, and never 0 where one has. */
    int status() {
        return status;
    }

    /** Returns the last line of the job, for the user. */
    String summary() {
        return "sennit: the job ends with exit status " + status + ": " + String.join("; ", names);
    }
}
