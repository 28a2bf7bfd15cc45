package org.sennit.internal.runtime.bootstrap.pmi;

import java.io.Closeable;
import java.io.IOException;

/** The connection to a process manager. One thread reads; writers take turns. */
interface PmiChannel extends Closeable {
    /**
     * Reads what there is. Blocks until there is something or the time has passed.
     *
     * @param timeoutMs the longest wait, at least 1
     * @return the number of bytes; -1 at the end; 0 when the time has passed
     * @throws IOException the connection is broken
     */
    int read(byte[] bytes, int timeoutMs) throws IOException;

    /** Writes all. */
    void write(byte[] bytes) throws IOException;

    /** Names it, for errors: {@code PMI_FD=6}. */
    String name();
}
