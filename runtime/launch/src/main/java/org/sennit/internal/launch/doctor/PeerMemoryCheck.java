package org.sennit.internal.launch.doctor;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Checks whether a process may read another one's memory, which large messages between JVMs of a host use. A process
 * may always read its own, and under Yama that of those that it has started: so a child reads its parent's. Where
 * Yama's ptrace_scope is 1 this proves nothing: the JVMs of a job permit it to each other, the doctor to no other
 * process.
 */
final class PeerMemoryCheck {
    private static final String SUBJECT = "memory of others";
    private static final long WORD = 0x73656e6e69742121L;
    private static final long TIMEOUT_SECONDS = 60;
    private static final String ANCESTORS_ONLY = "1";
    private static final Path YAMA = Path.of("/proc/sys/kernel/yama/ptrace_scope");

    private PeerMemoryCheck() {}

    static Finding run() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment word = arena.allocate(ValueLayout.JAVA_LONG);
            word.set(ValueLayout.JAVA_LONG, 0, WORD);
            Process child = new ProcessBuilder(DoctorMain.command(
                            DoctorMain.MEMORY,
                            Long.toString(ProcessHandle.current().pid()),
                            Long.toString(word.address())))
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                if (!child.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                    return Finding.toDo(
                            SUBJECT,
                            "a JVM did not end within " + TIMEOUT_SECONDS + " s",
                            "see whether the machine hangs");
                }
                String answer = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
                return answer.equals(Long.toString(WORD))
                        ? Finding.fine(SUBJECT, "a process reads another one's: large messages are copied once")
                        : forbidden();
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException cannot) {
            return Finding.toDo(SUBJECT, "no JVM can be started: " + cannot.getMessage(), "see threads and open files");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Finding.toDo(SUBJECT, "interrupted", "try again");
        }
    }

    private static Finding forbidden() {
        String what = "a process may not read another one's (process_vm_readv): large messages are copied twice";
        try {
            String scope = Files.readString(YAMA).strip();
            if (scope.equals(ANCESTORS_ONLY)) {
                return Finding.fine(
                        SUBJECT,
                        "not tried: Yama's ptrace_scope is 1, where JVMs that one launcher has started permit each"
                                + " other");
            }
            if (!scope.equals("0")) {
                return Finding.toDo(
                        SUBJECT,
                        what + ", since kernel.yama.ptrace_scope is " + scope,
                        "sysctl kernel.yama.ptrace_scope=0");
            }
        } catch (IOException noYama) {
            // Something else forbids it.
        }
        return Finding.toDo(SUBJECT, what, "in a container: --cap-add=SYS_PTRACE, or a seccomp profile that allows it");
    }
}
