package org.sennit.qmp;

import org.sennit.Endpoint;

/** What all parts of a node use. Belongs to the thread that drives the node, except for the last errors. */
final class NodeSurroundings {
    private final Endpoint endpoint;
    private final int[] logicalMap; // of the command line; null without one
    private final Console console;
    private final ErrorLog errors;
    private final Profile profile;

    private boolean isInitialized = true;

    NodeSurroundings(Endpoint endpoint, int rank, int[] logicalMap) {
        this.endpoint = endpoint;
        this.logicalMap = logicalMap;
        this.console = new Console(rank);
        this.errors = new ErrorLog(console);
        this.profile = new Profile(console);
    }

    /** Returns the time by the clock of the job. */
    long nanoTime() {
        return endpoint.nanoTime();
    }

    /** Returns the order of logical axes of the command line, or null. */
    int[] logicalMap() {
        return logicalMap;
    }

    Console console() {
        return console;
    }

    ErrorLog errors() {
        return errors;
    }

    Profile profile() {
        return profile;
    }

    boolean isInitialized() {
        return isInitialized;
    }

    /** @throws RefusedCall NOT_INITED after the end */
    void checkInitialized() {
        if (!isInitialized) {
            throw new RefusedCall(QmpStatus.NOT_INITED, "QMP has been finalized");
        }
    }

    void end() {
        isInitialized = false;
    }
}
