package org.sennit.internal.launch.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Carries the output of one JVM to the launcher's, line by line, so that lines of several JVMs do not mix. A carriage
 * return ends a line too, for the sake of progress bars.
 *
 * <p>Threads: one runs it; the target is its own lock, shared by the pumps of all JVMs.
 */
final class LinePump implements Runnable {
    private static final int CHUNK_BYTES = 1 << 16;

    private final InputStream source;
    private final OutputStream target;

    /**
     * Whether the pump waits for the JVM, and not for the reader of our output; written by the pump, read by any
     * thread.
     */
    private volatile boolean isReading;

    LinePump(InputStream source, OutputStream target) {
        this.source = source;
        this.target = target;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        try (source) {
            for (int length = read(chunk); length >= 0; length = read(chunk)) {
                int whole = endOfLastLine(chunk, length);
                if (whole > 0) {
                    write(begun, chunk, whole);
                }
                begun.write(chunk, whole, length - whole);
            }
        } catch (IOException closed) {
            // The JVM is gone; its output is written below.
        }
        if (begun.size() > 0) {
            begun.write('\n');
            writeLast(begun);
        }
    }

    boolean isReading() {
        return isReading;
    }

    private int read(byte[] chunk) throws IOException {
        isReading = true;
        int length = source.read(chunk);
        isReading = false;
        return length;
    }

    private static int endOfLastLine(byte[] chunk, int length) {
        int end = length;
        while (end > 0 && chunk[end - 1] != '\n' && chunk[end - 1] != '\r') {
            end--;
        }
        return end;
    }

    private void write(ByteArrayOutputStream begun, byte[] chunk, int length) throws IOException {
        synchronized (target) {
            begun.writeTo(target);
            target.write(chunk, 0, length);
            target.flush();
        }
        begun.reset();
    }

    private void writeLast(ByteArrayOutputStream begun) {
        try {
            write(begun, new byte[0], 0);
        } catch (IOException readerGone) {
            // The output is lost; the launcher's exit status tells.
        }
    }
}
