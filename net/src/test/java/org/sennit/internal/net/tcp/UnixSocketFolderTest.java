package org.sennit.internal.net.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.Behaviours;

/** Where the Unix sockets of a job are, and what becomes of those of killed jobs. */
@Behaviours(140)
class UnixSocketFolderTest {
    private static final long LATER_MS = System.currentTimeMillis() + 120_000;

    @TempDir
    Path base;

    private Path folder(String job) throws IOException {
        return Files.createDirectory(
                base.resolve(UnixSocketFolder.PREFIX + job),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    private static ServerSocketChannel listen(Path file) throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
    }

    @Test
    void processesOfOneJobShareAFolderThatNoOtherMayEnter() throws IOException {
        UnixSocketFolder one =
                UnixSocketFolder.open("j-test/" + ProcessHandle.current().pid(), 0);
        UnixSocketFolder two =
                UnixSocketFolder.open("j-test/" + ProcessHandle.current().pid(), 1);
        Path folder = one.socket().getParent();
        assertEquals(folder, two.socket().getParent());
        assertNotEquals(one.socket(), two.socket());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)));
        Files.createFile(one.socket());
        Files.createFile(two.socket());
        one.close();
        assertTrue(Files.exists(two.socket()));
        two.close();
        assertFalse(Files.exists(folder));
    }

    @Test
    void aFolderThatHasGoneIsMadeAgain() throws IOException {
        try (UnixSocketFolder folder =
                UnixSocketFolder.open("r" + ProcessHandle.current().pid(), 0)) {
            Files.delete(folder.socket().getParent());
            assertFalse(folder.isThere());
            folder.restore();
            assertTrue(UnixSocketFolder.isOurs(folder.socket().getParent()));
        }
    }

    @Test
    void aFolderThatOthersMayEnterIsNotUsed() throws IOException {
        String job = "t" + ProcessHandle.current().pid();
        UnixSocketFolder first = UnixSocketFolder.open(job, 0);
        Path folder = first.socket().getParent();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        try (UnixSocketFolder second = UnixSocketFolder.open(job, 0)) {
            assertNotEquals(folder, second.socket().getParent());
        } finally {
            first.close();
        }
    }

    @Test
    void clearsWhatAKilledJobHasLeft() throws IOException {
        Path dead = folder("dead");
        listen(dead.resolve("0-0123ab")).close();
        assertTrue(Files.exists(dead.resolve("0-0123ab")), "a closed socket of the JDK leaves its file");
        assertEquals(1, StaleSockets.clear(base, LATER_MS));
        assertFalse(Files.exists(dead));
    }

    @Test
    void leavesAJobAloneThatLivesOrIsYoungOrIsAnotherUsers() throws IOException {
        Path live = folder("live");
        Path young = folder("young");
        Path other = folder("other");
        Files.createFile(other.resolve("notes.txt"));
        try (ServerSocketChannel server = listen(live.resolve("0-0123ab"))) {
            assertTrue(server.isOpen());
            assertEquals(0, StaleSockets.clear(base, System.currentTimeMillis()));
            assertTrue(Files.exists(young));
            assertEquals(1, StaleSockets.clear(base, LATER_MS));
            server.configureBlocking(false);
            assertNull(server.accept(), "the job that lives has not been called");
            assertTrue(Files.exists(live.resolve("0-0123ab")));
            assertTrue(Files.exists(other.resolve("notes.txt")));
        }
    }
}
