package org.sennit.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

@Deadline(seconds = 60)
class ChildJvmTest {

    /** What the children run. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            switch (args[0]) {
                case "out" -> System.out.print("größe " + System.getenv("COLOR"));
                case "err" -> System.err.print("oh");
                case "exit" -> System.exit(7);
                case "hang" -> {
                    System.out.println("before");
                    Thread.currentThread().join();
                }
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    @Test
    void returnsWhatTheChildPrinted() {
        var result = new ChildJvm(Program.class)
                .options("-Dstdout.encoding=UTF-8")
                .environment("COLOR", "green")
                .arguments("out")
                .run();
        assertEquals("größe green", result.assertSilentSuccess().out());
    }

    @Test
    void refusesAChildThatPrintsOnStderr() {
        var result = new ChildJvm(Program.class).arguments("err").run();
        assertThrows(AssertionError.class, result::assertSilentSuccess);
        assertEquals("oh", result.err());
    }

    @Test
    void returnsTheExitStatus() {
        assertEquals(7, new ChildJvm(Program.class).arguments("exit").run().exitStatus());
    }

    @Test
    void killsAChildThatIsLate() {
        String report = "";
        for (int seconds = 1; seconds < 200 && !report.contains("before"); seconds *= 2) { // it may be slow to start
            var child = new ChildJvm(Program.class).arguments("hang").exactDeadline(Duration.ofSeconds(seconds));
            report = assertThrows(AssertionError.class, child::run).getMessage();
        }
        assertTrue(report.contains("before"), report);
    }
}
