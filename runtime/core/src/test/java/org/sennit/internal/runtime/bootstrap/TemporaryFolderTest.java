package org.sennit.internal.runtime.bootstrap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class TemporaryFolderTest {

    private static final String PREFIX = "sennit-test-";
    private static final int ALL = Integer.MAX_VALUE;

    @TempDir
    private Path parent;

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.toList();
        }
    }

    @Test
    void isGoneWithAllThatIsInItWhenItIsClosed() throws IOException {
        try (TemporaryFolder folder = TemporaryFolder.make(parent, PREFIX)) {
            Files.writeString(Files.createDirectory(folder.path().resolve("a")).resolve("b"), "text");
            assertEquals(List.of(folder.path()), left());
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())));
        }
        assertEquals(List.of(), left());
    }

    @Test
    void twoOfOneProcessDoNotHarmEachOther() throws IOException {
        try (TemporaryFolder first = TemporaryFolder.make(parent, PREFIX);
                TemporaryFolder second = TemporaryFolder.make(parent, PREFIX)) {
            second.removeAbandoned(ALL);
            assertTrue(Files.isDirectory(first.path()));
            assertTrue(Files.isDirectory(second.path()));
        }
    }

    @Test
    void aKilledRunsFolderIsRemovedByTheNextAndALivingOnesStays() throws Exception {
        Path stranger = Files.createDirectory(parent.resolve("sennit-test-1-without-a-lock"));
        Process child = new ChildJvm(Child.class).arguments(parent.toString()).start();
        Path childs;
        try {
            BufferedReader out = child.inputReader(StandardCharsets.UTF_8);
            childs = Path.of(out.readLine());
            makeTheNext();
            assertTrue(Files.isDirectory(childs), "its owner lives");
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertTrue(Files.isDirectory(childs), "cleared by the next process only");
        makeTheNext();
        assertFalse(Files.exists(childs));
        assertTrue(Files.isDirectory(stranger));
    }

    private void makeTheNext() throws IOException {
        try (TemporaryFolder next = TemporaryFolder.make(parent, PREFIX)) {
            next.removeAbandoned(ALL);
        }
    }

    /** Makes a folder, says which, and waits for its end. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            System.out.println(TemporaryFolder.make(Path.of(args[0]), PREFIX).path());
            int ignored = System.in.read();
        }
    }
}
