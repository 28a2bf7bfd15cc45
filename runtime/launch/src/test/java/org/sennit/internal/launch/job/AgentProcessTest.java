package org.sennit.internal.launch.job;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

@EnabledOnOs(OS.LINUX)
@Deadline(seconds = 60)
class AgentProcessTest {
    /** The agent reads the begin, so that the rest is being written: more than the pipe takes. */
    @Test
    void anAgentThatDoesNotReadWhatIsPushedIsEnded() throws Exception {
        List<String> command = List.of("sh", "-c", "head -c 1 > /dev/null; echo $$; exec sleep 1000");
        AgentProcess agent = AgentProcess.start("b", command, "sh", new byte[1 << 20], OutputStream.nullOutputStream());
        BufferedReader lines = new BufferedReader(new InputStreamReader(agent.in(), StandardCharsets.US_ASCII));
        ProcessHandle process =
                ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
        Thread closing = Thread.ofPlatform().daemon().start(() -> agent.close(false));
        try {
            TimeUnit.NANOSECONDS.timedJoin(closing, Deadlines.ns(20));
            assertFalse(closing.isAlive());
            process.onExit().get();
        } finally {
            process.destroyForcibly();
        }
    }
}
