package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Keeps the last lines that an agent has printed, for the error if it fails; passes them on once its host has answered.
 *
 * <p>Threads: any, under its lock.
 */
final class LastWords extends OutputStream {
    private static final int LINES = 4;
    private static final int LONGEST = 300;

    private final OutputStream target;
    private final Deque<String> lines = new ArrayDeque<>(); // guarded by this
    private boolean isPassing; // guarded by this

    LastWords(OutputStream target) {
        this.target = target;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        new String(bytes, offset, length, StandardCharsets.UTF_8).lines().forEach(this::keep);
        if (isPassing) {
            synchronized (target) {
                target.write(bytes, offset, length);
                target.flush();
            }
        }
    }

    private void keep(String line) {
        if (!line.isBlank()) {
            if (lines.size() == LINES) {
                lines.removeFirst();
            }
            String text = line.strip();
            lines.addLast(text.length() > LONGEST ? text.substring(0, LONGEST) : text);
        }
    }

    synchronized void keepLine(String line) {
        keep(line);
    }

    synchronized void pass() {
        isPassing = true;
    }

    /** Returns the lines, separated by " / ". */
    synchronized String text() {
        return String.join(" / ", lines);
    }
}
