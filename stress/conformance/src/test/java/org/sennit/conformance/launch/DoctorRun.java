package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sennit.internal.launch.Main;

/**
 * {@code sennit doctor} on this machine, behind a command that takes something away from it. Immutable.
 *
 * @param status its exit status
 * @param said what it has printed
 */
record DoctorRun(int status, String said) {
    private static final List<String> FLAGS =
            List.of("--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    /**
     * Runs it from a shell.
     *
     * @param script what the shell does; {@code "$@"} is the doctor's command
     */
    static DoctorRun of(String script) throws IOException, InterruptedException {
        return of(List.of("sh", "-c", script, "sh"), FLAGS, Main.class);
    }

    /**
     * Runs it.
     *
     * @param before the words in front of its command
     * @param flags of its JVM
     * @param main what calls the launcher with its arguments
     */
    static DoctorRun of(List<String> before, List<String> flags, Class<?> main)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(before);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName(), "doctor"));
        Process doctor = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new DoctorRun(doctor.waitFor(), said);
    }

    /** Fails unless this is among what it has found. */
    void finds(String what, String remedy) {
        assertEquals(1, status, said);
        int at = said.indexOf("!!  " + what);
        assertTrue(at >= 0, said);
        String next = said.substring(said.indexOf('\n', at)).strip();
        assertTrue(next.startsWith("-> " + remedy), said);
    }
}
