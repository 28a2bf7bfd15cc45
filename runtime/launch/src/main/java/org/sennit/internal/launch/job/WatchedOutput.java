package org.sennit.internal.launch.job;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;

/**
 * Standard output of the launcher, which reports when its reader has closed the pipe, as {@code head} does: a process
 * would be ended by SIGPIPE then. Threads: one at a time, under its lock.
 */
public final class WatchedOutput extends FilterOutputStream {
    /** Exit status of a job whose reader has gone: that of a process which SIGPIPE has ended. */
    public static final int NO_READER_STATUS = Signals.BASE + Signals.PIPE;

    private final PrintStream stream;
    private final Runnable readerGone;
    private boolean isBroken;

    private WatchedOutput(PrintStream stream, Runnable readerGone) {
        super(stream);
        this.stream = stream;
        this.readerGone = readerGone;
    }

    /**
     * Returns a stream to use in the place of another one.
     *
     * @param readerGone is run once, where the stream is standard output and its reader has gone
     */
    static OutputStream of(OutputStream stream, Runnable readerGone) {
        return stream == System.out ? new WatchedOutput(System.out, readerGone) : stream;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
    }

    @Override
    public void flush() {
        if (!isBroken && stream.checkError()) { // flushes
            isBroken = true;
            if (isReaderGone(failure())) {
                readerGone.run();
            }
        }
    }

    /**
     * Returns the reason for which nothing can be written to standard output; null where something can. Writes a line
     * feed where it can.
     */
    @SuppressWarnings("resource") // to close it would close standard output
    public static String failure() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return null;
        } catch (IOException cause) {
            return String.valueOf(cause.getMessage());
        }
    }

    /** Returns whether a failure is that the reader has closed the pipe. */
    public static boolean isReaderGone(String failure) {
        return BrokenPipeTexts.areIn(failure);
    }
}
