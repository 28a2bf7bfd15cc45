package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The limit of a user's threads, read from a folder that looks like {@code /proc}. */
class ThreadsAllowedTest {
    private static final String NO_CAPABILITY = "0000000000000000";

    @TempDir
    private Path proc;

    @BeforeEach
    void startProcesses() throws IOException {
        status("self", 1000, 13, NO_CAPABILITY);
        status("7", 1000, 13, NO_CAPABILITY);
        status("8", 1000, 4, NO_CAPABILITY);
        status("9", 1001, 100, NO_CAPABILITY);
        Files.createDirectory(proc.resolve("10")); // has ended meanwhile
        limit("61");
    }

    private void status(String process, int user, int threads, String capabilities) throws IOException {
        Files.writeString(
                Files.createDirectories(proc.resolve(process)).resolve("status"),
                "Name:\tjava\nUid:\t%d\t0\t0\t0\nThreads:\t%d\nCapEff:\t%s\n".formatted(user, threads, capabilities));
    }

    private void limit(String soft) throws IOException {
        Files.writeString(
                proc.resolve("self/limits"),
                "Limit                     Soft Limit           Hard Limit           Units     \n"
                        + "Max processes             " + soft + "                   unlimited            processes \n");
    }

    @Test
    void tooFewAreAnErrorBeforeAnythingIsStarted() throws IOException {
        ThreadsAllowed.check(proc, 2);
        limit("60");
        SennitException error = assertThrows(SennitException.class, () -> ThreadsAllowed.check(proc, 2));
        assertEquals(ErrorClass.BOOTSTRAP, error.errorClass());
        assertEquals(
                "too few processes and threads are allowed for processes=2: at least 44 are needed, this"
                        + " user has 17, the limit is 60 (ulimit -u)",
                error.getMessage());
    }

    @Test
    void noLimitIsNone() throws IOException {
        limit("unlimited");
        ThreadsAllowed.check(proc, 100);
        Files.delete(proc.resolve("self/limits"));
        ThreadsAllowed.check(proc, 100);
    }

    @Test
    void aPrivilegedUserHasNone() throws IOException {
        limit("1");
        status("self", 1000, 13, "0000000001000000");
        ThreadsAllowed.check(proc, 2);
    }
}
