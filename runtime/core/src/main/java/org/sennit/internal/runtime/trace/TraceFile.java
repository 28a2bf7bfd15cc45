package org.sennit.internal.runtime.trace;

import java.io.BufferedReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;

/**
 * A file in Chrome's trace format, a JSON array with an event on each line, that Perfetto and chrome://tracing show.
 * It ends in its closing bracket after every write, so that a process which is killed leaves a valid file. Any thread
 * may append.
 */
public final class TraceFile implements AutoCloseable {
    private static final byte[] END = "\n]\n".getBytes(StandardCharsets.UTF_8);
    private static final String PART = ".part";
    private static final String TIME = "\"ts\":";

    // Guarded by this.
    private final FileChannel channel;
    private long length; // without END
    private boolean isEmpty = true;

    /**
     * Makes an empty trace.
     *
     * @param file created or replaced
     * @throws IOException where it cannot be written
     */
    public TraceFile(Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        length = 1;
        write(ByteBuffer.wrap("[\n]\n".getBytes(StandardCharsets.UTF_8)), 0);
    }

    /**
     * Adds events.
     *
     * @param events JSON objects, one a line, with a comma and a line end between two
     * @throws IOException where the file cannot be written
     */
    public synchronized void append(CharSequence events) throws IOException {
        if (events.isEmpty() || !channel.isOpen()) {
            return;
        }
        append(events, StandardCharsets.UTF_8);
    }

    /** Caller holds the lock. */
    private void append(CharSequence events, Charset charset) throws IOException {
        byte[] text = ((isEmpty ? "\n" : ",\n") + events).getBytes(charset);
        isEmpty = false;
        ByteBuffer buffer = ByteBuffer.allocate(text.length + END.length);
        buffer.put(text).put(END).flip();
        write(buffer, length);
        length += text.length;
    }

    private void write(ByteBuffer buffer, long position) throws IOException {
        long at = position;
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    /**
     * Returns the file of one process of a job of several.
     *
     * @param file the file of the whole job
     * @return a file beside it
     */
    public static Path partOf(Path file, int process) {
        return file.resolveSibling(file.getFileName() + PART + process);
    }

    /**
     * Puts the parts of a job together, and deletes them. Leaves out an event that a process was killed in writing.
     *
     * @param file receives the whole
     * @param processes the number of parts that there may be; one may be missing
     * @param aheadNs for each process, by how much its clock was ahead at a time of its own, in nanoseconds: its events
     *     are moved back
     * @throws IOException where a file cannot be read or written
     */
    public static void merge(Path file, int processes, IntFunction<LongUnaryOperator> aheadNs) throws IOException {
        List<Path> parts = new ArrayList<>();
        try (TraceFile whole = new TraceFile(file)) {
            for (int process = 0; process < processes; process++) {
                Path part = partOf(file, process);
                if (Files.exists(part)) {
                    parts.add(part);
                    whole.appendPart(part, aheadNs.apply(process));
                }
            }
        }
        for (Path part : parts) {
            Files.delete(part);
        }
    }

    /** Copies names as bytes: a part may have been cut inside a character. */
    private synchronized void appendPart(Path part, LongUnaryOperator aheadNs) throws IOException {
        try (BufferedReader lines = Files.newBufferedReader(part, StandardCharsets.ISO_8859_1)) {
            String line = lines.readLine();
            for (String next = lines.readLine(); next != null; next = lines.readLine()) {
                appendLine(line, aheadNs);
                line = next; // the last one is the closing bracket, or has been cut
            }
        }
    }

    private void appendLine(String line, LongUnaryOperator aheadNs) throws IOException {
        if (line.startsWith("{")) {
            String event = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
            append(movedBack(event, aheadNs), StandardCharsets.ISO_8859_1);
        }
    }

    /**
     * Moves the time of an event. An event has at most one, in microseconds; a name in quotes cannot hold the key,
     * whose quotes are not escaped.
     */
    private static String movedBack(String event, LongUnaryOperator aheadNs) {
        int begin = event.indexOf(TIME);
        if (begin < 0) {
            return event;
        }
        begin += TIME.length();
        int end = begin;
        while (end < event.length() && (event.charAt(end) == '.' || Character.isDigit(event.charAt(end)))) {
            end++;
        }
        BigDecimal time = new BigDecimal(event.substring(begin, end));
        long byNs = aheadNs.applyAsLong(time.movePointRight(3).longValue());
        if (byNs == 0) {
            return event;
        }
        time = time.subtract(BigDecimal.valueOf(byNs, 3));
        return event.substring(0, begin) + time.toPlainString() + event.substring(end);
    }

    /**
     * Deletes what an earlier job may have left.
     *
     * @param file the file of the whole job
     * @param processes the number of parts that there may be
     * @throws IOException where one cannot be deleted
     */
    public static void deleteParts(Path file, int processes) throws IOException {
        for (int process = 0; process < processes; process++) {
            Files.deleteIfExists(partOf(file, process));
        }
    }
}
