package org.sennit.internal.launch.job;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Carries the output of one JVM to the launcher's, line by line, so that lines of several JVMs do not mix. A carriage
 * return ends a line too, for the sake of progress bars. A begun line is kept back for a moment only, and to a size: a
 * prompt must appear, and output without lines must not fill the memory.
 *
 * <p>Threads: one runs it; the target is its own lock, shared by the pumps of all JVMs.
 */
final class LinePump implements Runnable {
    private static final int CHUNK_BYTES = 1 << 16;

    /** Longest part of a line that is kept until its end has come; in bytes. */
    private static final int MOST_BEGUN_BYTES = CHUNK_BYTES;

    /** Longest time that it is kept. */
    private static final long BEGUN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private final InputStream source;
    private final OutputStream target;

    /**
     * Whether the pump waits for the JVM, and not for the reader of our output; written by the pump, read by any
     * thread.
     */
    private volatile boolean isReading;

    /** Whether the last that was written is a part of a line; by the pump. */
    private boolean isLineOpen;

    LinePump(InputStream source, OutputStream target) {
        this.source = source;
        this.target = target;
    }

    @Override
    public void run() {
        byte[] chunk = new byte[CHUNK_BYTES];
        ByteArrayOutputStream begun = new ByteArrayOutputStream();
        long begunNs = 0;
        try (source) {
            for (int length = read(chunk); length >= 0; length = read(chunk)) {
                int whole = endOfLastLine(chunk, length);
                if (whole > 0) {
                    write(begun, chunk, whole);
                    isLineOpen = false;
                }
                if (whole < length) {
                    begunNs = begun.size() == 0 ? System.nanoTime() : begunNs;
                    begun.write(chunk, whole, length - whole);
                }
                if (begun.size() > MOST_BEGUN_BYTES || begun.size() > 0 && !hasMoreBefore(begunNs + BEGUN_NS)) {
                    write(begun, chunk, 0);
                    isLineOpen = true;
                }
            }
        } catch (IOException closed) {
            // The JVM is gone; its output is written below.
        }
        if (begun.size() > 0 || isLineOpen) {
            begun.write('\n');
            writeLast(begun);
        }
    }

    boolean isReading() {
        return isReading;
    }

    /** Waits for more output, up to a time. */
    private boolean hasMoreBefore(long deadlineNs) throws IOException {
        isReading = true;
        try {
            while (source.available() == 0) {
                if (deadlineNs - System.nanoTime() <= 0) {
                    return false;
                }
                LockSupport.parkNanos(LOOK_NS);
            }
            return true;
        } finally {
            isReading = false;
        }
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
            // The output is lost; the launcher's exit status shows it.
        }
    }
}
