package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.config.Options;
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

    /** Makes room for what the options ask for. */
    static JobParts of(Options options, int processes) throws IOException {
        String file = options.value(TraceOptions.TRACE);
        Path trace = file.isEmpty() ? null : Path.of(file).toAbsolutePath();
        if (trace != null) {
            TraceFile.deleteParts(trace, processes);
        }
        Path profiles = options.value(TraceOptions.PROFILE) ? temporaryFolder() : null;
        return new JobParts(processes, trace, profiles, options.value(TraceOptions.PROFILE_FILE));
    }

    private static Path temporaryFolder() {
        try {
            return Files.createTempDirectory("sennit-profile");
        } catch (IOException cannot) {
            throw new SennitException(
                    ErrorClass.BOOTSTRAP,
                    "a profile needs a temporary folder, and none can be made (java.io.tmpdir): " + cannot.getMessage(),
                    cannot);
        }
    }

    /** Returns what every process has to know. */
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

    /** Puts the parts together, once all processes have ended. Returns the profile's table to print, or an empty text. */
    synchronized String finish() {
        if (isDone) {
            return "";
        }
        isDone = true;
        StringBuilder text = new StringBuilder();
        try {
            if (trace != null && processes > 1) {
                TraceFile.merge(trace, processes);
            }
            if (profiles != null) {
                text.append(table());
            }
        } catch (IOException | IllegalArgumentException e) {
            text.append("sennit: profile or trace is not complete: ").append(e);
        }
        return text.toString();
    }

    /** Deletes the parts of the profile: the launcher ends before its job. */
    synchronized void discard() {
        if (!isDone && profiles != null) {
            isDone = true;
            try {
                deleteProfiles();
            } catch (IOException cannot) {
                // There is no one left to tell.
            }
        }
    }

    private void deleteProfiles() throws IOException {
        try (Stream<Path> files = Files.walk(profiles)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private String table() throws IOException {
        Profile whole = Profile.readAll(profiles);
        deleteProfiles();
        if (profileFile.isEmpty()) {
            return whole.table(Profile.PRINTED_LINES).stripTrailing();
        }
        Files.writeString(Path.of(profileFile), whole.table(Integer.MAX_VALUE));
        return "";
    }
}
