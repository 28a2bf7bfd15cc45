package org.sennit.internal.launch.job;

/**
 * Something that a process of a job did and that its launcher must act upon.
 *
 * @param process the number of the process
 * @param status the exit status: of the process, or the one it asks for
 * @param report the process's own report, or null
 * @param timeNs when the launcher learned of it, by {@link System#nanoTime()}
 */
record ProcessEvent(Kind kind, int process, int status, String report, long timeNs) {
    enum Kind {
        /** The process has ended. */
        EXITED,
        /** The process asks to end the job. */
        ABORTED,
        /** An exception has left the main method of the process. */
        UNCAUGHT,
        /** The process has not come to a step of start-up in time. */
        LATE,
        /** The user of the launcher asks to end the job. */
        STOPPED
    }

    static ProcessEvent now(Kind kind, int process, int status, String report) {
        return new ProcessEvent(kind, process, status, report, System.nanoTime());
    }

    boolean isSignal() {
        return kind == Kind.EXITED && status > Signals.BASE && status <= Signals.BASE + Signals.LAST;
    }

    /** Returns the fate of the process, as in " ended with exit status 3". */
    String fate(LaunchedProcess process) {
        return switch (kind) {
            case EXITED -> process.fate() == null ? exit() : process.fate();
            case ABORTED, LATE -> " failed";
            default -> " failed: uncaught exception";
        };
    }

    /**
     * Returns the report of a failed process for the user: one line, and below it what the process has reported,
     * unless that is a line too and finds room in the first.
     *
     * @param nameAndFate the name of the process and what has happened to it
     * @param outcome what becomes of the job
     * @param report the process's own report, or null
     */
    static String text(String nameAndFate, String outcome, String report) {
        String said = report == null ? "" : report.strip();
        if (said.isEmpty()) {
            return "sennit: " + nameAndFate + "; " + outcome;
        }
        return said.lines().count() == 1
                ? "sennit: " + nameAndFate + ": " + said + "; " + outcome
                : "sennit: " + nameAndFate + "; " + outcome + System.lineSeparator() + report;
    }

    private String exit() {
        if (isSignal()) {
            int signal = status - Signals.BASE;
            return " was ended by signal " + signal + " (" + Signals.name(signal) + ")";
        }
        return status == 0 ? " left with exit status 0 in the middle of its job" : " ended with exit status " + status;
    }
}
