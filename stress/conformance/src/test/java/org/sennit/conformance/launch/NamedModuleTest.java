package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sennit.spi.network.NetworkModuleFactory;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;

/** A network module that a jar or folder on {@code -cp} brings is found by its name. */
@Deadline(seconds = 60)
class NamedModuleTest {
    @TempDir
    Path folder;

    @BeforeEach
    void writeService() throws IOException {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(NetworkModuleFactory.class.getName()), NamedModuleFactory.class.getName() + "\n");
    }

    @Test
    void isFoundByTheFlag() {
        assertMeets(run("--net", NamedModuleFactory.NAME));
    }

    @Test
    void isFoundByTheOption() {
        assertMeets(run("-o", "net.module=" + NamedModuleFactory.NAME));
    }

    @Test
    void isAmongThoseThatAMistakeNames() {
        ChildJvm.Result result = run("--net", "nmaed");
        assertEquals(2, result.exitStatus());
        assertTrue(
                result.err()
                        .contains(
                                "run: --net nmaed: there are tcp, unix, mapped, faulty, named; did you mean 'named'?"),
                result.err());
    }

    private ChildJvm.Result run(String flag, String value) {
        return CommandLineTest.sennit("run", "-n", "2", "-t", "1", "-cp", folder.toString(), flag, value, "hello");
    }

    private static void assertMeets(ChildJvm.Result result) {
        List<String> lines = result.assertSilentSuccess().out().lines().toList();
        assertEquals(
                2, lines.stream().filter(line -> line.equals("module named")).count(), result.out());
        assertEquals(4, lines.size(), result.out());
    }
}
