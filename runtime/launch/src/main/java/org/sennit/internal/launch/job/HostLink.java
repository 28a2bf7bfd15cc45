package org.sennit.internal.launch.job;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * The connection to the JVM that serves the launcher on another host: over an agent, or one that it has opened itself.
 * Threads: any.
 */
interface HostLink {
    /** Returns what is on the line, for errors: {@code agent ssh b …}. */
    String name();

    /** Returns the stream from the host. */
    InputStream in();

    /** Returns the stream to the host; flushed for each frame. */
    OutputStream out();

    /** Takes a line that has come before the host's greeting. */
    void heard(String line);

    /** Records that the host has greeted. */
    void greeted();

    /** Returns the last lines printed before the greeting; empty without any. */
    String lastWords();

    /**
     * Returns the reason for which nothing comes any more, as in "agent ssh b … ended with exit status 255". Blocks for
     * a moment.
     */
    String fate() throws InterruptedException;

    /**
     * Ends the line. Blocks for a moment.
     *
     * @param isOver whether the host has sent DONE, so that it ends by itself
     */
    void close(boolean isOver);
}
