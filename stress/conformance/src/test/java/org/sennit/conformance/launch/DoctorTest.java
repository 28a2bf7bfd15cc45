package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.internal.launch.Main;
import org.sennit.testkit.Deadline;

/** {@code sennit doctor} on this machine, whatever it finds here. */
@Deadline(seconds = 120)
class DoctorTest {

    @Test
    void theExitStatusSaysWhetherThereIsAFinding() throws IOException {
        var result = CommandLineTest.sennit("doctor", "--json");
        Map<String, Object> json = JSON.std.mapFrom(result.out());
        assertEquals(json.get("isFine").equals(true) ? 0 : 1, result.exitStatus(), result::out);
        List<?> findings = (List<?>) json.get("findings");
        assertTrue(findings.size() >= 10, result::out);
        for (Object finding : findings) {
            Map<?, ?> fields = (Map<?, ?>) finding;
            assertEquals(fields.get("isFine").equals(true), fields.get("remedy").equals(""), fields::toString);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLimitThatIsTooSmallIsAFindingWithWhatToDo() throws IOException, InterruptedException {
        Process doctor = new ProcessBuilder(
                        "sh",
                        "-c",
                        "ulimit -n 200 && exec \"$@\"",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "doctor")
                .redirectErrorStream(true)
                .start();
        String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, doctor.waitFor(), said);
        assertTrue(said.contains("!!  open files: at most 200"), said);
        assertTrue(said.contains("-> ulimit -n 4096"), said);
    }
}
