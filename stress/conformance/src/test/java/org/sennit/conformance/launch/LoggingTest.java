package org.sennit.conformance.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.testkit.ChildJvm;
import org.sennit.testkit.Deadline;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the runtime logs in the JVMs of a job: warnings reach the user, in a line each, unless a provider says
 * otherwise.
 */
@Deadline(seconds = 60)
class LoggingTest {

    /** Logs at three levels. */
    public static final class Program {
        private Program() {}

        /** Runs. */
        public static void main(String[] args) {
            Logger logger = LoggerFactory.getLogger("org.sennit.internal.net.Listener");
            logger.info("nobody wants to read this");
            logger.warn("a stranger came from {}", "somewhere");
            logger.error("no memory\nleft", new IllegalStateException("all gone"));
        }
    }

    private static ChildJvm.Result run(boolean hasProviderOfUser, String... properties) {
        List<Path> classPath = Arrays.stream(
                        System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> hasProviderOfUser || !entry.contains("slf4j-nop"))
                .map(Path::of)
                .toList();
        return new ChildJvm(Program.class)
                .options("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR")
                .options(properties)
                .classPath(classPath)
                .run();
    }

    @Test
    void warningsAreALineEachOnStandardError() {
        assertEquals(
                List.of(
                        "sennit: WARN Listener: a stranger came from somewhere",
                        "sennit: ERROR Listener: no memory left: java.lang.IllegalStateException: all gone"),
                run(false).err().lines().toList());
    }

    @Test
    void theProcessStandsInFrontWhereThereAreSeveral() {
        assertEquals(
                "sennit: process 3: WARN Listener: a stranger came from somewhere",
                run(false, "-Dsennit.job.processes=4", "-Dsennit.job.process=3")
                        .err()
                        .lines()
                        .findFirst()
                        .orElse(""));
    }

    @Test
    void anOptionSaysWhatIsLogged() {
        assertEquals(3, run(false, "-Dsennit.log=info").err().lines().count());
        assertEquals(1, run(false, "-Dsennit.log=error").err().lines().count());
        assertEquals("", run(false, "-Dsennit.log=off").err());
        assertEquals(
                "sennit: option log: 'loud' is not one of off, error, warn, info, debug, trace (from system"
                        + " property sennit.log)",
                run(false, "-Dsennit.log=loud").err().lines().findFirst().orElse(""));
    }

    @Test
    void aProviderOnTheClassPathTakesOverInSilence() {
        run(true).assertSilentSuccess();
    }
}
