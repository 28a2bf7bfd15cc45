package org.sennit.qmp;

/** Measurements of one handle. Belongs to the thread that uses the handle; the table is read after all waits. */
final class HandleProfile {
    private final Profile all;
    private final String name;
    private final long bytesEach;

    private long starts;
    private long startNs;
    private long waitNs;

    HandleProfile(Profile all, String name, long bytesEach) {
        this.all = all;
        this.name = name;
        this.bytesEach = bytesEach;
    }

    void started(boolean hasStarted, long elapsedNs) {
        starts += hasStarted ? 1 : 0;
        startNs += elapsedNs;
        all.spent(elapsedNs);
    }

    void waited(long elapsedNs) {
        waitNs += elapsedNs;
        all.spent(elapsedNs);
    }

    /** Returns whether it was started: parts of a multiple never are. */
    boolean isUsed() {
        return starts > 0;
    }

    /** Returns a line of the table. */
    String line() {
        return String.format(
                "%10d %14d %12.6f %12.6f  %s%n", starts, starts * bytesEach, startNs * 1e-9, waitNs * 1e-9, name);
    }
}
