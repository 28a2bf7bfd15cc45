package org.sennit.internal.launch.hosts;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.sennit.config.Options;
import org.sennit.spi.network.HostIdentity;

/**
 * The frames between the launcher and the JVM that it has started on another host, over the agent's standard input
 * and output. The host's first line is {@link #GREETING} and the host's identity; what an agent or a login shell
 * prints before it is none of ours.
 *
 * <pre>
 * frame      1 byte kind, 4 bytes number of a process, 4 bytes length n, n bytes
 * launcher   JOB what to start ({@link HostJob}) · INPUT for the process's standard input, one at a time · KILL the
 *            process · END all processes, and why · CLOCK what time is it · REFUSED why a host that has come by itself
 *            is not wanted
 * host       STARTED its process id, as text · OUTPUT, ERROR whole lines · WANTED the INPUT has been taken · EXITED its
 *            status, as text, behind all its output · FAILED why nothing has been started · CLOCK the time, in
 *            nanoseconds, as text · PART a piece of a file of a profile or a trace: its name, a line feed, bytes to be
 *            added to it · DONE behind all others
 * </pre>
 *
 * <p>The end of either stream is the end of the job on that host. Threads: any may write; one reads.
 */
public final class HostFrames {
    /** Begin of the first line of a host; the number changes with the frames. */
    public static final String GREETING = "SENNIT-HOST 3 ";

    /** The class that the agent starts, in another package of this module. */
    public static final String HOST_CLASS = "org.sennit.internal.launch.host.HostMain";

    /** Begin of the name of a part of a trace. */
    public static final String TRACE_PART = "trace";

    /** Begin of the name of a part of a profile. */
    public static final String PROFILE_PART = "profile";

    private static final int MOST_BYTES = 64 << 20;

    /** The kind of a frame. */
    public enum Kind {
        /** Description of what to start. */
        JOB,
        /** Bytes for the process's standard input; empty: its end. */
        INPUT,
        /** Kill the process. */
        KILL,
        /** End all processes. */
        END,
        /** The process runs. */
        STARTED,
        /** Lines of standard output. */
        OUTPUT,
        /** Lines of standard error. */
        ERROR,
        /** The process has taken its input. */
        WANTED,
        /** The process has ended. */
        EXITED,
        /** Nothing has been started. */
        FAILED,
        /** All processes have ended. */
        DONE,
        /** The launcher asks for the host's clock; the host answers. */
        CLOCK,
        /** A piece of a file that the processes have left. */
        PART,
        /** The host is not wanted. */
        REFUSED
    }

    /**
     * One frame.
     *
     * @param kind what it is about
     * @param process the number of a process; 0 where it is about none
     * @param bytes the content
     */
    public record Frame(Kind kind, int process, byte[] bytes) {
        /** Returns the content as text. */
        public String text() {
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private final DataInputStream in;
    private final DataOutputStream out; // guarded by itself

    /** Reads from one stream, writes to the other; both are buffered where that matters. */
    public HostFrames(InputStream in, OutputStream out) {
        this.in = new DataInputStream(in);
        this.out = new DataOutputStream(out);
    }

    /** Returns the first line of this host. */
    public static byte[] greeting() {
        String identity = HostIdentity.of(Options.defaults(), 0).digest(); // by the machine, whatever its name
        return (GREETING + identity + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the identity of the host whose first line this is, behind whatever else; null: it is none. */
    public static String identityIn(String line) {
        int start = line.lastIndexOf(GREETING);
        String identity = start < 0 ? "" : line.substring(start + GREETING.length());
        return identity.matches("[0-9a-f]{16}") ? identity : null;
    }

    /** Writes a frame. Blocks while the other side does not read. */
    public void write(Kind kind, int process, byte[] bytes, int offset, int length) throws IOException {
        synchronized (out) {
            out.writeByte(kind.ordinal());
            out.writeInt(process);
            out.writeInt(length);
            out.write(bytes, offset, length);
            out.flush();
        }
    }

    /** Writes a frame with a text. */
    public void write(Kind kind, int process, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        write(kind, process, bytes, 0, bytes.length);
    }

    /**
     * Reads the next frame. Blocks until it is there.
     *
     * @return null at the end of the stream
     */
    public Frame read() throws IOException {
        int kind = in.read();
        if (kind < 0) {
            return null;
        }
        int process = in.readInt();
        int length = in.readInt();
        if (kind >= Kind.values().length || length < 0 || length > MOST_BYTES) {
            throw new IOException("malformed frame: kind=" + kind + " length=" + length);
        }
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("inside a frame");
        }
        return new Frame(Kind.values()[kind], process, bytes);
    }
}
