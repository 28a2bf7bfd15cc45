package org.sennit.internal.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.sennit.config.Option;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/**
 * The processes that processes of a job have started, and those in turn. A process whose parent has ended is no
 * descendant any more: on Linux it is known by the job's numbers in its environment, or by its session.
 *
 * <p>Threads: one at a time.
 */
public final class Family {
    private static final Path PROC = Path.of("/proc");

    private static final int STATE = 0; // fields behind the name of a process (proc(5))
    private static final int SESSION = 3;

    private final Predicate<ProcessHandle> isMember;
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    private Family(Predicate<ProcessHandle> isMember) {
        this.isMember = isMember;
    }

    /** Returns the family of all processes of a job; no members yet. */
    public static Family ofJob(String jobId) {
        return new Family(process -> hasMarks(process, Set.of(mark(JobOptions.ID, jobId))));
    }

    /** Returns the family of one process of a job; no members yet. */
    public static Family ofProcess(String jobId, int process) {
        Set<String> marks = Set.of(mark(JobOptions.ID, jobId), mark(JobOptions.PROCESS, Integer.toString(process)));
        return new Family(each -> hasMarks(each, marks));
    }

    /**
     * Returns what the leader of a session has started. What has made a session of its own, as the master of shared ssh
     * connections does, is no member.
     *
     * @param leader its number in the operating system
     * @return no members yet
     */
    public static Family ofSession(long leader) {
        return new Family(process -> field(process, SESSION).equals(Long.toString(leader)));
    }

    private static String mark(Option<?> option, String value) {
        return Options.variableName(option.name()) + "=" + value;
    }

    /**
     * Looks for members; those found before stay. Finds none where this process has too many files open to look.
     *
     * @param processes of the job; they are no members
     */
    public void look(List<ProcessHandle> processes) {
        try {
            for (ProcessHandle process : processes) {
                process.descendants().forEach(members::add);
            }
            if (Files.isDirectory(PROC)) {
                ProcessHandle.allProcesses().filter(isMember).forEach(members::add);
            }
        } catch (RuntimeException cannotLook) { // the JDK has no type for it: /proc cannot be opened
            // The job's own processes are known and are ended all the same.
        }
        processes.forEach(members::remove);
    }

    /** Returns whether a process has one of the marks; false for that of another user, which cannot be ended either. */
    private static boolean hasMarks(ProcessHandle process, Set<String> marks) {
        try {
            Path environment = PROC.resolve(Long.toString(process.pid())).resolve("environ");
            String entries = Files.readString(environment, StandardCharsets.ISO_8859_1);
            return Arrays.asList(entries.split("\0")).containsAll(marks);
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    /** Asks all members to end. */
    public void end() {
        members.forEach(ProcessHandle::destroy);
    }

    /** Kills all members. */
    public void kill() {
        members.forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Blocks until all members have ended or the time has passed: a signal takes a moment to work.
     *
     * @param timeoutNs how long, in nanoseconds
     * @throws InterruptedException the thread was interrupted
     */
    public void await(long timeoutNs) throws InterruptedException {
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
        String state = field(process, STATE);
        return state.isEmpty() ? Files.notExists(PROC.resolve("self")) : !state.equals("Z");
    }

    /**
     * Returns a field behind the name of a process; an empty text where it has ended, or the system does not report it.
     */
    private static String field(ProcessHandle process, int index) {
        try {
            String stat = Files.readString(
                    PROC.resolve(Long.toString(process.pid())).resolve("stat"), StandardCharsets.ISO_8859_1);
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[index];
        } catch (IOException goneMeanwhile) {
            return "";
        }
    }
}
