package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process names its parent where Yama asks for a name, and nowhere else. */
class TracerPermissionTest {
    private static final long PARENT = 4711;

    @TempDir
    Path folder;

    private final List<Long> named = new ArrayList<>();

    private TracerPermission give(String scope, long parent, boolean isAccepted) throws IOException {
        Path file = Files.writeString(folder.resolve("ptrace_scope"), scope + "\n");
        return TracerPermission.give(file, parent, pid -> {
            named.add(pid);
            return isAccepted;
        });
    }

    @Test
    void namesNoTracerWithoutYama() {
        TracerPermission answer = TracerPermission.give(folder.resolve("none"), PARENT, named::add);
        assertEquals(TracerPermission.NOT_NEEDED, answer);
        assertEquals(List.of(), named);
    }

    @Test
    void namesNoTracerWhereAllOfTheUserMay() throws IOException {
        assertEquals(TracerPermission.NOT_NEEDED, give("0", PARENT, true));
        assertEquals(List.of(), named);
    }

    @Test
    void namesTheParentWhereAncestorsMay() throws IOException {
        assertEquals(TracerPermission.GIVEN, give("1", PARENT, true));
        assertEquals(List.of(PARENT), named);
    }

    @Test
    void reportsARefusal() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("1", PARENT, false));
        assertEquals(List.of(PARENT), named);
    }

    @Test
    void namesNoTracerWithoutAParent() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("1", 0, true));
        assertEquals(List.of(), named);
    }

    @Test
    void leavesStricterScopesAlone() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("2", PARENT, true));
        assertEquals(TracerPermission.REFUSED, give("3", PARENT, true));
        assertEquals(List.of(), named);
    }

    @Test
    void namesInitOnlyWhereItIsALauncher() {
        assertEquals(0, TracerPermission.nameable(1, "/usr/lib/systemd/systemd"));
        assertEquals(0, TracerPermission.nameable(1, ""));
        assertEquals(1, TracerPermission.nameable(1, "/opt/java/openjdk/bin/java"));
        assertEquals(PARENT, TracerPermission.nameable(PARENT, ""));
    }

    /** By a number of the thread that every Linux keeps: the call and its argument arrive. */
    @Test
    void callsPrctl() {
        assumeTrue(System.getProperty("os.name").equals("Linux"));
        int getTimerSlack = 30;
        int setTimerSlack = 29;
        int before = TracerPermission.prctl(getTimerSlack, 0);
        assertEquals(0, TracerPermission.prctl(setTimerSlack, 54_321));
        assertEquals(54_321, TracerPermission.prctl(getTimerSlack, 0));
        assertEquals(0, TracerPermission.prctl(setTimerSlack, before));
    }
}
