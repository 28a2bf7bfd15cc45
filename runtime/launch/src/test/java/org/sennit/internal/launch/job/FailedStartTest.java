package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@EnabledOnOs(OS.LINUX)
@Deadline(seconds = 60)
class FailedStartTest {
    private static Set<Thread> servers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("sennit-server"))
                .collect(Collectors.toSet());
    }

    @Test
    void leavesNoServerWhereASettingIsNone() throws InterruptedException {
        Set<Thread> before = new HashSet<>(servers());
        JobLauncher launcher =
                JobLauncher.builder().main("Program").jvmOptions((String) null).build();
        assertThrows(NullPointerException.class, launcher::start);
        for (Thread server : servers()) {
            if (!before.contains(server)) {
                TimeUnit.NANOSECONDS.timedJoin(server, Deadlines.ns(20));
                assertFalse(server.isAlive());
            }
        }
    }
}
