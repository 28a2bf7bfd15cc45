package org.sennit.bench.scratch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
class ScratchFolderTest {

    @TempDir
    private Path parent;

    private List<Path> left() throws IOException {
        try (Stream<Path> files = Files.list(parent)) {
            return files.toList();
        }
    }

    @Test
    void isGoneWithAllThatIsInItWhenItIsClosed() throws IOException {
        try (ScratchFolder folder = ScratchFolder.in(parent)) {
            Files.writeString(Files.createDirectory(folder.path().resolve("a")).resolve("b"), "text");
            assertEquals(List.of(folder.path()), left());
        }
        assertEquals(List.of(), left());
    }

    @Test
    void twoOfOneProcessDoNotHarmEachOther() {
        try (ScratchFolder first = ScratchFolder.in(parent);
                ScratchFolder second = ScratchFolder.in(parent)) {
            assertTrue(Files.isDirectory(first.path()));
            assertTrue(Files.isDirectory(second.path()));
        }
    }

    @Test
    void aKilledRunsFolderIsRemovedByTheNextAndALivingOnesStays() throws Exception {
        Path stranger = Files.createDirectory(parent.resolve("sennit-bench-1-without-a-lock"));
        Process child = new ChildJvm(Child.class).arguments(parent.toString()).start();
        Path childs;
        try {
            BufferedReader out = child.inputReader(StandardCharsets.UTF_8);
            childs = Path.of(out.readLine());
            ScratchFolder.in(parent).close();
            assertTrue(Files.isDirectory(childs), "its owner lives");
        } finally {
            child.destroyForcibly().waitFor();
        }
        assertTrue(Files.isDirectory(childs), "nobody has cleared it yet");
        ScratchFolder.in(parent).close();
        assertFalse(Files.exists(childs));
        assertTrue(Files.isDirectory(stranger));
    }

    /** Makes a folder, says which, and waits for its end. */
    static final class Child {
        private Child() {}

        public static void main(String[] args) throws IOException {
            System.out.println(ScratchFolder.in(Path.of(args[0])).path());
            int ignored = System.in.read();
        }
    }
}
