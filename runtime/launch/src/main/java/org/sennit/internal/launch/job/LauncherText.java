package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;

/** What the launcher itself prints for the user of a job. Threads: any. */
final class LauncherText {
    private final OutputStream err; // its own lock, shared with the output of the processes

    LauncherText(OutputStream err) {
        this.err = err;
    }

    /** Writes a text and a line end. */
    void write(String text) {
        try {
            synchronized (err) {
                err.write((text + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
                err.flush();
            }
        } catch (IOException readerGone) {
            // RunningJob.report() still has it.
        }
    }

    /** Writes a failure of the launcher itself, with its stack. */
    void write(String report, Throwable broken) {
        StringWriter stack = new StringWriter();
        broken.printStackTrace(new PrintWriter(stack));
        try {
            write(report + System.lineSeparator() + stack);
        } catch (RuntimeException | Error again) {
            // It was the output that has failed.
        }
    }
}
