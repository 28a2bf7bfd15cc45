package org.sennit.internal.runtime.trace;

import java.io.IOException;

/**
 * The events of one endpoint, on their way to a {@link TraceFile}: kept as text until there is enough for a write, and
 * counted, so that a trace does not grow without end. One thread at a time.
 */
public final class TraceEvents {
    private static final int FLUSH_CHARS = 1 << 15;
    private static final int NS_PER_US = 1000;

    private final TraceFile file;
    private final int process;
    private final int rank;
    private final StringBuilder text = new StringBuilder();
    private long left;
    private long cut;
    private IOException failure;

    /**
     * Makes the track of an endpoint.
     *
     * @param file where its events go
     * @param rank its rank in the world
     * @param most the number of events that are kept
     */
    public TraceEvents(TraceFile file, int process, int rank, long most) {
        this.file = file;
        this.process = process;
        this.rank = rank;
        this.left = most;
        name("thread_name", "rank " + rank);
    }

    /**
     * Names the track's process or the track.
     *
     * @param what {@code process_name} or {@code thread_name}
     */
    public void name(String what, String name) {
        separate().append("{\"ph\":\"M\",\"name\":\"").append(what).append('"');
        track();
        text.append(",\"args\":{\"name\":");
        quote(name);
        text.append("}}");
    }

    /**
     * Adds a slice.
     *
     * @param startNs its begin
     * @param args names and values in turn; values that are texts are quoted
     */
    public void slice(String name, long startNs, long endNs, Object... args) {
        if (!take()) {
            return;
        }
        separate().append("{\"ph\":\"X\",\"name\":");
        quote(name);
        track();
        time("ts", startNs);
        time("dur", Math.max(1, endNs - startNs));
        text.append(",\"args\":{");
        for (int i = 0; i < args.length; i += 2) {
            text.append(i == 0 ? "" : ",").append('"').append(args[i]).append("\":");
            if (args[i + 1] instanceof Number) {
                text.append(args[i + 1]);
            } else {
                quote(String.valueOf(args[i + 1]));
            }
        }
        text.append("}}");
        flushIfLong();
    }

    /**
     * Adds an end of an arrow, bound to the slice around it.
     *
     * @param isStart whether the arrow begins here
     * @param id the same at both ends
     */
    public void arrow(boolean isStart, String id, long timeNs) {
        if (!take()) {
            return;
        }
        separate()
                .append("{\"ph\":\"")
                .append(isStart ? 's' : 'f')
                .append("\",\"name\":\"message\",\"cat\":\"message\"");
        track();
        time("ts", timeNs);
        text.append(",\"id\":");
        quote(id);
        text.append(isStart ? "}" : ",\"bp\":\"e\"}");
        flushIfLong();
    }

    /** Returns whether no more events are kept: what they would say need not be made. */
    public boolean isFull() {
        return left <= 0;
    }

    private boolean take() {
        if (isFull()) {
            cut++;
            return false;
        }
        left--;
        return true;
    }

    private StringBuilder separate() {
        return text.isEmpty() ? text : text.append(",\n");
    }

    private void track() {
        text.append(",\"pid\":").append(process).append(",\"tid\":").append(rank);
    }

    /** Writes a time in microseconds, Chrome's unit. */
    private void time(String name, long ns) {
        text.append(",\"").append(name).append("\":").append(ns / NS_PER_US).append('.');
        long rest = ns % NS_PER_US;
        text.append(rest < 100 ? "0" : "").append(rest < 10 ? "0" : "").append(rest);
    }

    private void quote(String value) {
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else {
                text.append(c < ' ' ? ' ' : c);
            }
        }
        text.append('"');
    }

    private void flushIfLong() {
        if (text.length() >= FLUSH_CHARS) {
            flush();
        }
    }

    private void flush() {
        try {
            file.append(text);
        } catch (IOException e) { // reported at the end: a message must not fail because a disk is full
            failure = failure == null ? e : failure;
            left = 0;
        }
        text.setLength(0);
    }

    /**
     * Writes what is left.
     *
     * @return what the user should know: that events were left out, or could not be written; null when all is well
     */
    public String end() {
        flush();
        if (failure != null) {
            return "the trace of rank " + rank + " is not complete: " + failure;
        }
        return cut == 0 ? null : "the trace of rank " + rank + " is cut: " + cut + " more events (option trace.events)";
    }
}
