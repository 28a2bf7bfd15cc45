package org.sennit.internal.launch.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Kind;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.internal.runtime.trace.TraceOptions;

/**
 * The parts of a profile or a trace that the processes of this host leave in its temporary folder, and that go to the
 * launcher: also what a process has written that was killed. Threads: one at a time.
 */
final class HostParts {
    private static final int PIECE_BYTES = 1 << 18;

    private final Path traces; // null without a trace
    private final Path profiles; // null without a profile

    private HostParts(Path traces, Path profiles) {
        this.traces = traces;
        this.profiles = profiles;
    }

    /**
     * Makes room.
     *
     * @param wanted kinds of parts
     * @param folder of the job; null where none could be made
     * @throws IOException parts are wanted, and there is no folder for them
     */
    static HostParts of(List<String> wanted, TemporaryFolder folder) throws IOException {
        if (!wanted.isEmpty() && folder == null) {
            throw new IOException(
                    "a profile or a trace needs a temporary folder, and none can be made (java.io.tmpdir): "
                            + System.getProperty("java.io.tmpdir"));
        }
        return new HostParts(
                wanted.contains(HostFrames.TRACE_PART) ? folder.folder(HostFrames.TRACE_PART) : null,
                wanted.contains(HostFrames.PROFILE_PART) ? folder.folder(HostFrames.PROFILE_PART) : null);
    }

    /** Returns the JVM flags of every process. */
    List<String> jvmFlags() {
        List<String> flags = new ArrayList<>();
        if (traces != null) {
            flags.add("-D" + Options.propertyName(TraceOptions.TRACE.name()) + "="
                    + traces.resolve(HostFrames.TRACE_PART));
        }
        if (profiles != null) {
            flags.add("-D" + Options.propertyName(TraceOptions.PROFILE_PARTS.name()) + "=" + profiles);
        }
        return flags;
    }

    /** Sends all that the processes have left, once they have ended. */
    void send(HostFrames frames) throws IOException {
        if (traces != null) {
            send(traces, "", frames);
        }
        if (profiles != null) {
            send(profiles, HostFrames.PROFILE_PART, frames);
        }
    }

    private static void send(Path folder, String prefix, HostFrames frames) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.toList();
        }
        for (Path file : files) {
            byte[] name = (prefix + file.getFileName() + "\n").getBytes(StandardCharsets.UTF_8);
            try (InputStream in = Files.newInputStream(file)) {
                for (byte[] piece = in.readNBytes(PIECE_BYTES); piece.length > 0; piece = in.readNBytes(PIECE_BYTES)) {
                    ByteArrayOutputStream part = new ByteArrayOutputStream(name.length + piece.length);
                    part.writeBytes(name);
                    part.writeBytes(piece);
                    frames.write(Kind.PART, 0, part.toByteArray(), 0, part.size());
                }
            }
        }
    }
}
