package org.sennit.internal.launch;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sennit.internal.launch.job.WatchedOutput;

/**
 * Standard output of a program that runs in the launcher's own JVM: ends the JVM when the reader has closed the pipe,
 * as {@code head} does, with the status of SIGPIPE, like a job of several JVMs. The JVM ignores that signal, and {@link
 * System#out} its error.
 *
 * <p>Threads: any.
 */
final class PipedOutput extends OutputStream {
    /** Size of the buffer, as in the JDK's own {@link System#out}, which is flushed by each call; in bytes. */
    private static final int BUFFER_BYTES = 128;

    private final OutputStream file = new FileOutputStream(FileDescriptor.out);
    private final AtomicBoolean isEnding = new AtomicBoolean();

    private PipedOutput() {}

    /** Puts such a stream in the place of {@link System#out}, and returns what it writes to. */
    static OutputStream install() {
        PipedOutput out = new PipedOutput();
        Charset charset = Charset.forName(System.getProperty("stdout.encoding", "UTF-8"), Charset.defaultCharset());
        System.setOut(new PrintStream(new BufferedOutputStream(out, BUFFER_BYTES), true, charset));
        return out;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            file.write(bytes, offset, length);
        } catch (IOException failure) {
            if (WatchedOutput.isReaderGone(failure.getMessage()) && isEnding.compareAndSet(false, true)) {
                // By a thread of its own: a shutdown hook may wait for the one that prints.
                Thread.ofPlatform()
                        .daemon()
                        .name("sennit-reader-gone")
                        .start(() -> System.exit(WatchedOutput.NO_READER_STATUS));
            }
            throw failure;
        }
    }
}
