package org.sennit.conformance.readme;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

@Deadline(seconds = 60)
@Core
class ReadmeTest {
    @TempDir
    Path classes;

    @Test
    void theQuickStartIsTwoCommands() throws IOException {
        assertEquals(
                List.of("runtime/bin/sennit run -n 2 -t 2 cg A", "mvn verify"),
                new Document("README.md").commands("Quick start"));
    }

    @Test
    void noLinkIsDead() throws IOException {
        assertEquals(List.of(), new Document("README.md").deadLinks());
    }

    @Test
    void theProgramIsShort() throws IOException {
        assertTrue(program().lines().count() <= 20);
    }

    @Test
    void theProgramCompilesWithoutAWarningAndRunsWithoutAFlag() throws Exception {
        assertEquals("", JavaText.mistakes("Pi", program(), classes));
        ChildJvm.Result result = new ChildJvm("Pi")
                .classPath(List.of(classes, Path.of(System.getProperty("java.class.path"))))
                .run()
                .assertSilentSuccess();
        assertTrue(result.out().startsWith("pi = 3.14159"), result::out);
    }

    private static String program() throws IOException {
        return new Document("README.md").programs().getFirst();
    }
}
