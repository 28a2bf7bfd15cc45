package org.sennit.qmp;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Prints texts of a node, with its number and host before each. Any thread. */
final class Console {
    private final int node;

    private int level; // by the thread that drives the node; a print by another may miss the newest
    private String prefix; // null before the first print; the same whichever thread makes it

    Console(int node) {
        this.node = node;
    }

    int verbose(int newLevel) {
        int before = level;
        level = newLevel;
        return before;
    }

    /** As above; ends the line where the format does not. */
    int printLine(PrintStream stream, String format, Object... arguments) {
        boolean hasEnd = format.endsWith("\n") || format.endsWith("%n");
        return print(stream, hasEnd ? format : format + "%n", arguments);
    }

    int print(PrintStream stream, String format, Object... arguments) {
        String text = prefix() + String.format(format, arguments);
        stream.print(text);
        stream.flush();
        return text.length();
    }

    /** Writes an error, where errors are to be seen. */
    void report(String text) {
        if (level > 0) {
            print(System.err, "%s%n", text);
        }
    }

    /** Writes a decision, where those are to be seen. */
    void tell(String text) {
        if (level > 1) {
            print(System.err, "%s%n", text);
        }
    }

    private String prefix() {
        if (prefix == null) {
            prefix = "QMP node " + node + "@" + host() + ": ";
        }
        return prefix;
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) { // a host without an entry for its own name
            return "localhost";
        }
    }
}
