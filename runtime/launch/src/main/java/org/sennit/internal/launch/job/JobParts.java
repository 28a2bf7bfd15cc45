package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sennit.config.Options;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.internal.runtime.trace.Profile;
import org.sennit.internal.runtime.trace.TraceFile;
import org.sennit.internal.runtime.trace.TraceOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The parts of a profile and a trace that the processes of a job leave behind, and how they become one. What a killed
 * process has written counts too.
 *
 * <p>Threads: made by the launcher's, ended by the job's supervisor or the launcher's shutdown hook.
 */
final class JobParts {
    /** A kind of part, and what distinguishes those of a kind. */
    private static final Pattern PART =
            Pattern.compile("(" + HostFrames.TRACE_PART + "|" + HostFrames.PROFILE_PART + ")([A-Za-z0-9._-]*)");

    private final int processes;
    private final Path trace; // null without one
    private final Path profiles; // null without one
    private final String profileFile;
    private boolean isDone; // guarded by this

    private JobParts(int processes, Path trace, Path profiles, String profileFile) {
        this.processes = processes;
        this.trace = trace;
        this.profiles = profiles;
        this.profileFile = profileFile;
    }

    /**
     * Makes room for what the options ask for; the parts of a profile go into the job's folder, which is null where
     * none can be.
     */
    static JobParts of(Options options, int processes, TemporaryFolder folder) throws IOException {
        String file = options.value(TraceOptions.TRACE);
        Path trace = file.isEmpty() ? null : Path.of(file).toAbsolutePath();
        if (trace != null) {
            TraceFile.deleteParts(trace, processes);
            if (processes == 1) {
                Files.deleteIfExists(trace); // what a host sends is added
            }
        }
        Path profiles = options.value(TraceOptions.PROFILE) ? profileFolder(folder) : null;
        return new JobParts(processes, trace, profiles, options.value(TraceOptions.PROFILE_FILE));
    }

    private static Path profileFolder(TemporaryFolder folder) throws IOException {
        if (folder == null) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "a profile needs a temporary folder, and none can be made (java.io.tmpdir): "
                            + System.getProperty("java.io.tmpdir"));
        }
        return folder.folder("profile");
    }

    /** Returns the JVM flags of every process. */
    List<String> jvmFlags() {
        List<String> flags = new ArrayList<>();
        if (trace != null) {
            flags.add("-D" + Options.propertyName(TraceOptions.TRACE.name()) + "=" + trace);
        }
        if (profiles != null) {
            flags.add("-D" + Options.propertyName(TraceOptions.PROFILE_PARTS.name()) + "=" + profiles);
        }
        return flags;
    }

    /** Returns whether there is a trace. */
    boolean isTraced() {
        return trace != null;
    }

    /** Returns what processes of other hosts leave there, to be sent to {@link #take}. */
    List<String> wantedFromHosts() {
        List<String> wanted = new ArrayList<>();
        if (trace != null) {
            wanted.add(HostFrames.TRACE_PART);
        }
        if (profiles != null) {
            wanted.add(HostFrames.PROFILE_PART);
        }
        return wanted;
    }

    /**
     * Takes a piece of a file that processes on another host have left.
     *
     * @param part as {@link HostFrames.Kind#PART} has it
     * @throws IOException it is none that was asked for, or cannot be written
     */
    synchronized void take(byte[] part) throws IOException {
        int end = 0;
        while (end < part.length && part[end] != '\n') {
            end++;
        }
        Path file = fileOf(new String(part, 0, end, StandardCharsets.UTF_8));
        if (isDone) {
            return;
        }
        try (OutputStream out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            out.write(part, end + 1, part.length - end - 1);
        }
    }

    private Path fileOf(String name) throws IOException {
        Matcher matcher = PART.matcher(name);
        if (matcher.matches() && trace != null && matcher.group(1).equals(HostFrames.TRACE_PART)) {
            return trace.resolveSibling(trace.getFileName() + matcher.group(2));
        }
        if (matcher.matches() && profiles != null && matcher.group(1).equals(HostFrames.PROFILE_PART)) {
            return profiles.resolve("part" + matcher.group(2));
        }
        throw new IOException("a part that was not asked for: " + name);
    }

    /**
     * Puts the parts together, once all processes have ended. Returns the profile's table to print, or an empty text.
     *
     * @param hosts whose clocks are known; those that are lost have sent nothing
     */
    synchronized String finish(JobHosts hosts) {
        if (isDone) {
            return "";
        }
        isDone = true;
        StringBuilder text = new StringBuilder();
        try {
            if (trace != null && processes > 1) {
                TraceFile.merge(trace, processes, hosts::clockAheadNs);
            }
            if (profiles != null) {
                text.append(table());
            }
            if ((trace != null || profiles != null) && !hosts.lost().isEmpty()) {
                text.append(text.isEmpty() ? "" : System.lineSeparator())
                        .append("sennit: profile or trace is not complete: not all has come from host ")
                        .append(String.join(", ", hosts.lost()));
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) { // whatever is in them, the job must end
            text.append("sennit: profile or trace is not complete: ").append(e);
        }
        return text.toString();
    }

    /** Makes {@link #finish} do nothing: the launcher ends before its job, and the parts with it. */
    synchronized void discard() {
        isDone = true;
    }

    private String table() throws IOException {
        Profile whole = Profile.readAll(profiles);
        if (profileFile.isEmpty()) {
            return whole.table(Profile.PRINTED_LINES).stripTrailing();
        }
        Files.writeString(Path.of(profileFile), whole.table(Integer.MAX_VALUE));
        return "";
    }
}
