package org.sennit.internal.launch.job;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/**
 * What the processes of a job have started, and those in turn. Whose parent has ended is no descendant of the job any more:
 * on Linux such a one is known by the job's id in its environment.
 *
 * <p>Threads: one at a time.
 */
final class Family {
    private static final Path PROC = Path.of("/proc");

    private final byte[] mark; // an entry of the environment of all that belong to the job
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    Family(String jobId) {
        String entry = Options.variableName(JobOptions.ID.name()) + "=" + jobId;
        this.mark = (entry + "\0").getBytes(StandardCharsets.UTF_8);
    }

    /** Looks for members; those found before stay. Finds none where this process has too many files open to look. */
    void look(List<Process> processes) {
        try {
            for (Process process : processes) {
                process.descendants().forEach(members::add);
            }
            if (Files.isDirectory(PROC)) {
                ProcessHandle.allProcesses().filter(this::hasMark).forEach(members::add);
            }
        } catch (RuntimeException cannotLook) { // the JDK has no type for it: /proc cannot be opened
            // The job's own processes are known and are ended all the same.
        }
        processes.forEach(process -> members.remove(process.toHandle()));
    }

    /** Not that of another user, who cannot be ended either. */
    private boolean hasMark(ProcessHandle process) {
        try {
            byte[] environment = Files.readAllBytes(
                    PROC.resolve(Long.toString(process.pid())).resolve("environ"));
            for (int at = 0; at + mark.length <= environment.length; at++) {
                if ((at == 0 || environment[at - 1] == 0) && isMark(environment, at)) {
                    return true;
                }
            }
            return false;
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    private boolean isMark(byte[] environment, int at) {
        for (int i = 0; i < mark.length; i++) {
            if (environment[at + i] != mark[i]) {
                return false;
            }
        }
        return true;
    }

    void end() {
        members.forEach(ProcessHandle::destroy);
    }

    void kill() {
        members.forEach(ProcessHandle::destroyForcibly);
    }

    /** Blocks until all have ended or the time has passed: a signal takes a moment to work. */
    void await(long timeoutNs) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutNs;
        for (ProcessHandle member : members) {
            while (isRunning(member) && System.nanoTime() - deadline < 0) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
        }
    }

    /** Zombies, that have ended without being waited for, have a name only. */
    private static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) {
            return false;
        }
        try {
            String stat = Files.readString(
                    PROC.resolve(Long.toString(process.pid())).resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException goneMeanwhile) {
            return Files.notExists(PROC.resolve("self"));
        }
    }
}
