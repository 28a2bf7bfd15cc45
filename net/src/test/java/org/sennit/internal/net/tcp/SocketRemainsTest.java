package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketRemainsTest {

    @TempDir
    private Path base;

    private Path folder(String name, String permissions) throws IOException {
        Path folder = Files.createDirectory(base.resolve(UnixSocketFolder.PREFIX + name));
        Files.writeString(folder.resolve("0-123456"), "");
        Files.writeString(folder.resolve("1-abcdef.2"), "");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
        return folder;
    }

    @Test
    void takesTheFoldersOfAllSessionsOfTheJobAndNoOthers() throws IOException {
        Path first = folder("j12.0", "rwx------");
        Path second = folder("j12.1-c0ffee", "rwx------");
        Path open = folder("j12.2", "rwxr-xr-x");
        Path other = folder("j123.0", "rwx------");
        SocketRemains.clear("j12", base);
        assertFalse(Files.exists(first));
        assertFalse(Files.exists(second));
        assertTrue(Files.exists(open.resolve("0-123456")), "not made by us");
        assertTrue(Files.exists(other.resolve("0-123456")));
        SocketRemains.clear("j12", base.resolve("missing"));
    }
}
