package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.config.Options;
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

    /** Makes room for what the options ask for; the parts of a profile go into the job's folder, which is null where none can be. */
    static JobParts of(Options options, int processes, TemporaryFolder folder) throws IOException {
        String file = options.value(TraceOptions.TRACE);
        Path trace = file.isEmpty() ? null : Path.of(file).toAbsolutePath();
        if (trace != null) {
            TraceFile.deleteParts(trace, processes);
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
