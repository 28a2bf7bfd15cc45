package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
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
        DoctorRun run = DoctorRun.of("ulimit -n 200 && exec \"$@\"");
        run.finds("open files: at most 200, enough for a few processes only", "ulimit -n 4096");
    }

    @Test
    void flagsThatAreMissingAreNamed() throws IOException, InterruptedException {
        DoctorRun run = DoctorRun.of(List.of(), List.of(), Main.class);
        run.finds(
                "JVM flags: missing: --enable-native-access=ALL-UNNAMED"
                        + " --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
                "start with sennit run, or add them (JAVA_TOOL_OPTIONS)");
    }

    @Test
    void anInterfaceThatThisHostDoesNotHaveIsToldWithThoseThatItHas() throws IOException, InterruptedException {
        DoctorRun run = DoctorRun.of(List.of(), List.of("-Dsennit.net.interface=none0"), Main.class);
        run.finds(
                "interface: sockets none: net.interface=none0 is no interface, address or network",
                "correct the option that it names");
    }
}
