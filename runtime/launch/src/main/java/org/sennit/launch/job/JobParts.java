package org.sennit.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.runtime.config.Options;
import org.sennit.runtime.trace.Profile;
import org.sennit.runtime.trace.TraceFile;
import org.sennit.runtime.trace.TraceOptions;

/**
 * The parts of a profile and a trace that the processes of a job leave behind, and how they become one. What a killed
 * process has written counts too.
 *
 * <p>Threads: made by the launcher's, ended by the job's supervisor.
 */
final class JobParts {

    private final int processes;
    private final Path trace; // null without one
    private final Path profiles; // null without one
    private final String profileFile;

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
        Path profiles = options.value(TraceOptions.PROFILE) ? Files.createTempDirectory("sennit-profile") : null;
        return new JobParts(processes, trace, profiles, options.value(TraceOptions.PROFILE_FILE));
    }

    /** What every process has to know. */
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
    String finish() {
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

    private String table() throws IOException {
        Profile whole = Profile.readAll(profiles);
        try (Stream<Path> files = Files.walk(profiles)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        if (profileFile.isEmpty()) {
            return whole.table(Profile.PRINTED_LINES).stripTrailing();
        }
        Files.writeString(Path.of(profileFile), whole.table(Integer.MAX_VALUE));
        return "";
    }
}
