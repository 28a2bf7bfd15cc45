package org.sennit.internal.shm.mapped.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The parent is named where Yama wants a name, and nowhere else. */
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
    void nothingIsSaidWithoutYama() {
        TracerPermission answer = TracerPermission.give(folder.resolve("none"), PARENT, named::add);
        assertEquals(TracerPermission.NOT_NEEDED, answer);
        assertEquals(List.of(), named);
    }

    @Test
    void nothingIsSaidWhereEveryProcessOfTheUserMay() throws IOException {
        assertEquals(TracerPermission.NOT_NEEDED, give("0", PARENT, true));
        assertEquals(List.of(), named);
    }

    @Test
    void theParentIsNamedWhereAncestorsMay() throws IOException {
        assertEquals(TracerPermission.GIVEN, give("1", PARENT, true));
        assertEquals(List.of(PARENT), named);
    }

    @Test
    void aRefusalIsReported() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("1", PARENT, false));
        assertEquals(List.of(PARENT), named);
    }

    @Test
    void initAndWhatIsNotSeenAreNeverNamed() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("1", 1, true));
        assertEquals(TracerPermission.REFUSED, give("1", 0, true));
        assertEquals(List.of(), named);
    }

    @Test
    void stricterScopesAreLeftAlone() throws IOException {
        assertEquals(TracerPermission.REFUSED, give("2", PARENT, true));
        assertEquals(TracerPermission.REFUSED, give("3", PARENT, true));
        assertEquals(List.of(), named);
    }

    /** The kernel knows no process of this number, so the permission of this JVM stays as it is. */
    @Test
    void theCallIsLinked() {
        assertFalse(TracerPermission.setTracer(Long.MAX_VALUE >>> 32));
    }
}
